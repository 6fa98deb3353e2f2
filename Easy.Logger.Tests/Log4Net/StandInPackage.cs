using System.IO.Compression;
using System.Reflection;
using System.Xml.Linq;
using Easy.Logger.Tests.Support;
using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>The stand-in itself, out of the package that every restore leaves behind, whichever log4net the tests run on.</summary>
internal static class StandInPackage
{
    private static readonly Lazy<Assembly> _assembly = new(Load);

    public static Assembly Assembly => _assembly.Value;

    private static Assembly Load()
    {
        string folder = Path.Combine(Repository.Root, "Log4Net.StandIn");
        string version = XDocument.Load(Path.Combine(folder, "Log4Net.StandIn.csproj")).Descendants("Version").Single().Value;
        using ZipArchive package = ZipFile.OpenRead(Path.Combine(folder, "feed", $"log4net.{version}.nupkg"));
        using Stream image = package.GetEntry("lib/netstandard2.0/log4net.dll")!.Open();
        return IsolatedAssembly.Load(image);
    }
}
