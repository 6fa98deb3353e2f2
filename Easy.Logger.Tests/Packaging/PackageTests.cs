using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Easy.Logger.Tests.Packaging;

/// <summary>The packages themselves. Dependencies and references are approved: a change fails a test until somebody accepts it.</summary>
[Category("Packaging")]
[Explicit(PackedPackages.TakesMinutes)]
[TestFixtureSource(typeof(PackedPackages), nameof(PackedPackages.Names))]
internal sealed class PackageTests(string name)
{
    private const string ApprovalSwitch = "EASY_LOGGER_APPROVE";

    private static readonly Guid _sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    private static IEnumerable<string> Frameworks => PackedPackages.Frameworks;

    private Package Package => PackedPackages.Named(name);

    [Test]
    public void Files_OfThePackageAndItsSymbols_AreTheExpectedOnes()
    {
        string[] libraries =
            [.. Frameworks.SelectMany(framework => new[] { $"lib/{framework}/{name}.dll", $"lib/{framework}/{name}.xml" })];

        IEnumerable<string> symbols = Frameworks.Select(framework => $"lib/{framework}/{name}.pdb");

        Assert.That(Package.Files, Is.EquivalentTo(libraries.Concat([$"{name}.nuspec", "README.md", "icon.png"])));
        Assert.That(PackedPackages.SymbolsOf(name).Files, Is.EquivalentTo(symbols.Append($"{name}.nuspec")));
    }

    [Test]
    public void Description_RemoteAndCommit_AreThere()
    {
        Assert.That(Package.Field("license"), Is.EqualTo("MIT"));
        Assert.That(Package.Field("description"), Does.Contain("log4net").And.Not.Contain("Package Description"));
        Assert.That(Package.Version, Does.Match(@"^\d+\.\d+\.\d+$"), "the version is that of a release");
        Assert.That(Encoding.UTF8.GetString(Package.Bytes("README.md")), Does.StartWith($"# {name}\n"), "the text is of this package");
        Assert.That(Package.Repository.Attribute("url")?.Value, Does.StartWith(Checkout.Remote));
        Assert.That(Package.Repository.Attribute("commit")?.Value, Does.Match("^[0-9a-f]{40}$"));
    }

    [TestCaseSource(nameof(Frameworks))]
    [Demand("K4")]
    public void Assembly_HasTheStrongNameAndApprovedReferences(string framework)
    {
        using PEReader library = Package.OpenLibrary(framework);
        MetadataReader metadata = library.GetMetadataReader();
        byte[] token = metadata.GetAssemblyDefinition().GetAssemblyName().GetPublicKeyToken()!;

        Assert.That(Convert.ToHexStringLower(token), Is.EqualTo("22b31146a02e9616"));
        Assert.That(library.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned));
        IEnumerable<string> references =
            metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name));
        Approve($"{name}.{framework}.references.txt", references.Order(StringComparer.Ordinal));
    }

    [TestCaseSource(nameof(Frameworks))]
    public void Symbols_AnyFramework_LinkToTheSourceOfTheCommit(string framework)
    {
        using Stream file = PackedPackages.SymbolsOf(name).Open($"lib/{framework}/{name}.pdb");
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(file);
        MetadataReader symbols = provider.GetMetadataReader();
        byte[] link = symbols.CustomDebugInformation.Select(symbols.GetCustomDebugInformation)
            .Where(information => symbols.GetGuid(information.Kind) == _sourceLink)
            .Select(information => symbols.GetBlobBytes(information.Value))
            .Single();

        Assert.That(
            Encoding.UTF8.GetString(link), Does.Contain("https://").And.Contain(Package.Repository.Attribute("commit")!.Value));
    }

    [TestCaseSource(nameof(Frameworks))]
    [Demand("K1", "K3")]
    public void Dependencies_DirectAndIndirect_AreApproved(string framework)
    {
        PackedPackages.RequireFloor();
        string[] direct = Package.Dependencies[framework];
        IEnumerable<string> indirect = Closure(framework, direct.Select(each => each.Split(' ')[0])).Except(direct);

        Approve(
            $"{name}.{framework}.dependencies.txt", direct.Select(OwnVersion).Concat(indirect.Select(each => $"  {OwnVersion(each)}")));
    }

    /// <summary>Everything that was restored because of these, with the restored versions.</summary>
    private List<string> Closure(string framework, IEnumerable<string> direct)
    {
        using JsonDocument assets = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(PackedPackages.Source.Path, name, "obj", "project.assets.json")));
        JsonElement targets = assets.RootElement.GetProperty("targets");
        JsonElement target =
            targets.EnumerateObject().Single(each => each.Name.Contains(framework[^3..], StringComparison.OrdinalIgnoreCase)).Value;
        Dictionary<string, JsonProperty> libraries = target.EnumerateObject().ToDictionary(library => library.Name.Split('/')[0]);
        SortedSet<string> found = new(StringComparer.Ordinal);
        Queue<string> open = new(direct);
        while (open.TryDequeue(out string? id))
        {
            JsonProperty library = libraries[id];
            if (found.Add(library.Name.Replace('/', ' ')) && library.Value.TryGetProperty("dependencies", out JsonElement needed))
            {
                foreach (JsonProperty each in needed.EnumerateObject())
                {
                    open.Enqueue(each.Name);
                }
            }
        }

        // Ours are approved by themselves, and log4net is restored as what the feed has.
        string[] known = [.. PackedPackages.Names, "log4net"];
        return [.. found.Where(each => !known.Contains(each.Split(' ')[0]))];
    }

    /// <summary>Our own version changes with each release, and is not looked at here.</summary>
    private static string OwnVersion(string dependency) =>
        PackedPackages.Names.Any(each => dependency.StartsWith($"{each} ", StringComparison.Ordinal))
            ? dependency.Split(' ')[0]
            : dependency;

    /// <summary>Compares with what somebody has looked at and found right; a test that finds another text says how to accept it.</summary>
    private static void Approve(string file, IEnumerable<string> lines)
    {
        string path = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Packaging", "Approved", file);
        string[] found = [.. lines];
        if (Environment.GetEnvironmentVariable(ApprovalSwitch) == "1")
        {
            File.WriteAllText(path, string.Concat(found.Select(line => line + "\n")));
        }

        Assert.That(
            found,
            Is.EqualTo(File.Exists(path) ? File.ReadAllLines(path) : []),
            $"Not as approved in {path}. If it is meant: {ApprovalSwitch}=1 dotnet test -c Release --filter TestCategory=Packaging"
                + " -- NUnit.ExplicitMode=Relaxed, and commit what changed.");
    }
}
