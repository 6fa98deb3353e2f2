using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Easy.Logger.Tests.Packaging;

/// <summary>
/// What a user of the packages gets: looked at in the packages themselves. A vulnerability scanner needs data that not every feed has, so
/// the lists of dependencies and of the references of assemblies are approved: an addition or a changed version fails a test until somebody
/// accepts it.
/// </summary>
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
        Assert.That(Package.Element("license")!.Attribute("type")!.Value, Is.EqualTo("expression"));
        Assert.That(Package.Field("readme"), Is.EqualTo("README.md"));
        Assert.That(Package.Field("authors"), Is.EqualTo("The Easy.Logger authors"));
        Assert.That(Package.Field("copyright"), Does.Contain("Easy.Logger authors"));
        Assert.That(Package.Field("description"), Does.Contain("log4net").And.Not.Contain("Package Description"));
        Assert.That(Package.Field("tags")!.Split(' '), Does.Contain("log4net").And.Contain("logging"));
        Assert.That(Package.Field("icon"), Is.EqualTo("icon.png"));
        Assert.That(Package.Version, Does.Match(@"^\d+\.\d+\.\d+$"), "the version is that of a release");
        Assert.That(Encoding.UTF8.GetString(Package.Bytes("README.md")), Does.StartWith($"# {name}\n"), "the text is of this package");
        Assert.That(Package.Repository.Attribute("type")?.Value, Is.EqualTo("git"));
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

    [Test]
    public void Net10_PackedAssembly_SaysThatItCanBeTrimmedAndCompiledAheadOfTime()
    {
        Assembly assembly = Assembly.Load(Package.Bytes(Package.Library("net10.0")));
        Dictionary<string, string?> said =
            assembly.GetCustomAttributes<AssemblyMetadataAttribute>().ToDictionary(each => each.Key, each => each.Value);

        Assert.That(said.GetValueOrDefault("IsTrimmable"), Is.EqualTo("True"));
        Assert.That(said.GetValueOrDefault("IsAotCompatible"), Is.EqualTo("True"));
    }

    [TestCaseSource(nameof(Frameworks))]
    public void Symbols_AnyFramework_AreOfTheAssemblyAndLinkToTheSourceOfTheCommit(string framework)
    {
        using Stream file = PackedPackages.SymbolsOf(name).Open($"lib/{framework}/{name}.pdb");
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(file);
        MetadataReader symbols = provider.GetMetadataReader();
        byte[] link = symbols.CustomDebugInformation.Select(symbols.GetCustomDebugInformation)
            .Where(information => symbols.GetGuid(information.Kind) == _sourceLink)
            .Select(information => symbols.GetBlobBytes(information.Value))
            .Single();
        using JsonDocument document = JsonDocument.Parse(link);
        JsonProperty[] roots = [.. document.RootElement.GetProperty("documents").EnumerateObject()];
        string commit = Package.Repository.Attribute("commit")!.Value;

        Assert.That(roots.Select(root => root.Value.GetString()), Has.Some.StartsWith("https://").And.Some.Contains(commit));
        Assert.That(
            Sources(symbols).Where(source => !roots.Any(root => source.StartsWith(root.Name.TrimEnd('*'), StringComparison.Ordinal))),
            Is.Empty);
        Assert.That(Sources(symbols), Has.None.Contains(PackedPackages.Source.Path), "no path of the machine that packed");

        using PEReader library = Package.OpenLibrary(framework);
        ImmutableArray<DebugDirectoryEntry> entries = library.ReadDebugDirectory();
        DebugDirectoryEntry entry = entries.Single(each => each.Type == DebugDirectoryEntryType.CodeView);
        BlobContentId expected = new(library.ReadCodeViewDebugDirectoryData(entry).Guid, entry.Stamp);
        Assert.That(new BlobContentId(symbols.DebugMetadataHeader!.Id), Is.EqualTo(expected));
        Assert.That(entries.Select(each => each.Type), Does.Contain(DebugDirectoryEntryType.Reproducible));
    }

    /// <summary>Those that have no copy of their text in the symbols.</summary>
    private static string[] Sources(MetadataReader symbols)
    {
        Guid embedded = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");
        HashSet<DocumentHandle> inside =
        [
            .. symbols.CustomDebugInformation.Select(symbols.GetCustomDebugInformation)
                .Where(information => symbols.GetGuid(information.Kind) == embedded)
                .Select(information => (DocumentHandle)information.Parent)
        ];
        return [.. symbols.Documents.Where(document => !inside.Contains(document)).Select(
            document => symbols.GetString(symbols.GetDocument(document).Name))];
    }

    [TestCaseSource(nameof(Frameworks))]
    [Demand("K3")]
    public void Dependencies_DirectAndIndirect_AreApproved(string framework)
    {
        PackedPackages.RequireFloor();
        string[] direct = Package.Dependencies[framework];
        IEnumerable<string> indirect = Closure(framework, direct.Select(each => each.Split(' ')[0])).Except(direct);

        Approve(
            $"{name}.{framework}.dependencies.txt", direct.Select(OwnVersion).Concat(indirect.Select(each => $"  {OwnVersion(each)}")));
    }

    [Test]
    [Demand("K1")]
    public void Log4Net_AnyFeed_IsAskedForAtItsFloor()
    {
        PackedPackages.RequireFloor();
        IEnumerable<string> all = PackedPackages.All.SelectMany(package => package.Dependencies.Values).SelectMany(each => each);
        IEnumerable<string> log4net = all.Where(each => each.StartsWith("log4net ", StringComparison.Ordinal));

        Assert.That(log4net.Distinct(), Is.EqualTo(new[] { "log4net 3.5.0" }));
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

        string[] approved = File.Exists(path) ? File.ReadAllLines(path) : [];
        if (!found.SequenceEqual(approved))
        {
            IEnumerable<string> changes =
                approved.Except(found).Select(line => $"- {line}").Concat(found.Except(approved).Select(line => $"+ {line}"));
            Assert.Fail(
                $"""
                Not as approved in {path}:
                {string.Join('\n', changes)}
                If it is meant: {ApprovalSwitch}=1 dotnet test -c Release --filter TestCategory=Packaging -- NUnit.ExplicitMode=Relaxed
                and commit what changed.
                """);
        }
    }
}
