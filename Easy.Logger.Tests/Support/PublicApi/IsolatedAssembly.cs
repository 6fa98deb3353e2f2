using System.Reflection;
using System.Runtime.Loader;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>Loads an assembly beside whatever the tests themselves run on, even one of the same name and version. Its references are the tests' own.</summary>
internal static class IsolatedAssembly
{
    public static Assembly Load(Stream image)
    {
        using MemoryStream buffer = new();
        image.CopyTo(buffer);
        buffer.Position = 0;
        return new AssemblyLoadContext("read only").LoadFromStream(buffer);
    }
}
