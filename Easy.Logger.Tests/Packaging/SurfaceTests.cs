using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Packaging;

/// <summary>What the packed assemblies offer and what they need changes only when somebody wants it to.</summary>
[Category("Packaging")]
[TestFixtureSource(typeof(PackedPackages), nameof(PackedPackages.Names))]
internal sealed class SurfaceTests(string name)
{
    private static IEnumerable<string> Frameworks => PackedPackages.Frameworks;

    private Package Package => PackedPackages.Named(name);

    [TestCaseSource(nameof(Frameworks))]
    public void Surface_PackedAssembly_IsApproved(string framework)
    {
        using Stream image = Package.Open(Package.Library(framework));
        ApiListing listing = ApiReader.Read(IsolatedAssembly.Load(image));

        Approved.Verify($"{name}.{framework}.txt", listing.ToString().TrimEnd('\n').Split('\n'));
    }

    [TestCaseSource(nameof(Frameworks))]
    public void References_PackedAssembly_AreApproved(string framework)
    {
        using PEReader library = Package.OpenLibrary(framework);
        MetadataReader metadata = library.GetMetadataReader();
        IEnumerable<string> references = metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name));

        Approved.Verify($"{name}.{framework}.references.txt", references.Order(StringComparer.Ordinal));
    }

    [Test]
    public void Net10_PackedAssembly_SaysThatItCanBeTrimmedAndCompiledAheadOfTime()
    {
        using Stream image = Package.Open(Package.Library("net10.0"));
        IEnumerable<AssemblyMetadataAttribute> metadata = IsolatedAssembly.Load(image).GetCustomAttributes<AssemblyMetadataAttribute>();
        Dictionary<string, string?> said = metadata.ToDictionary(each => each.Key, each => each.Value);

        Assert.That(said.GetValueOrDefault("IsTrimmable"), Is.EqualTo("True"));
        Assert.That(said.GetValueOrDefault("IsAotCompatible"), Is.EqualTo("True"));
    }
}
