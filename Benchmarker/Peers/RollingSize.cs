namespace Benchmarker.Peers;

/// <summary>At which size a peer's file rolls.</summary>
internal static class RollingSize
{
    /// <summary>The 50MB of log4net.config.</summary>
    public const int Bytes = 50 * 1024 * 1024;
}
