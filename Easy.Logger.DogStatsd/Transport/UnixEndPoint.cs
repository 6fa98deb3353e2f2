using System.Net;
#if NET
using System.Net.Sockets;
#endif

namespace Easy.Logger.DogStatsd.Transport;

/// <summary>The address of a Unix socket. Stateless.</summary>
internal static class UnixEndPoint
{
#if NET
    public static EndPoint Of(string path) => new UnixDomainSocketEndPoint(path);
#else
    private const string TypeName = "System.Net.Sockets.UnixDomainSocketEndPoint, ";

    /// <summary>No part of netstandard2.0, but of .NET Core 2.1 and later, and .NET Framework never had datagrams of this kind.</summary>
    /// <exception cref="PlatformNotSupportedException">The framework has none.</exception>
    public static EndPoint Of(string path)
    {
        Type type = Type.GetType(TypeName + "System.Net.Sockets") ?? Type.GetType(TypeName + "System.Core")
            ?? throw new PlatformNotSupportedException("This framework has no Unix sockets; UDP works everywhere.");
        return (EndPoint)Activator.CreateInstance(type, path)!;
    }
#endif
}
