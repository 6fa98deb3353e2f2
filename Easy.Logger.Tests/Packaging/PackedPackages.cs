using System.IO.Compression;
using System.Reflection.PortableExecutable;

namespace Easy.Logger.Tests.Packaging;

/// <summary>Packs everything that is shipped, once for all tests of this folder.</summary>
[SetUpFixture]
internal sealed class PackedPackages
{
    /// <summary>Why these tests run only where they are asked for.</summary>
    public const string TakesMinutes = "Everything is packed: .ci/run does.";

    private static readonly Lazy<Checkout> _checkout = new(Checkout.OfWorkTree);
    private static readonly Lazy<string> _folder = new(() => _checkout.Value.Pack());
    private static readonly Lazy<Package[]> _all = new(() => Read("*.nupkg"));
    private static readonly Lazy<Package[]> _symbols = new(() => Read("*.snupkg"));

    public static string[] Frameworks { get; } = ["net10.0", "netstandard2.0"];

    /// <summary>The projects that say so, known without packing: the cases of the tests.</summary>
    public static string[] Names { get; } =
    [
        .. Directory.GetDirectories(Repository.Root).SelectMany(folder => Directory.GetFiles(folder, "*.csproj"))
            .Where(project => File.ReadAllText(project).Contains("<IsPackable>true</IsPackable>", StringComparison.Ordinal))
            .Select(project => Path.GetFileNameWithoutExtension(project)!)
            .Order(StringComparer.Ordinal)
    ];

    public static Checkout Source => _checkout.Value;

    public static string Folder => _folder.Value;

    public static IReadOnlyList<Package> All => _all.Value;

    public static Package Named(string name) => All.Single(package => package.Id == name);

    public static Package SymbolsOf(string name) => _symbols.Value.Single(package => package.Id == name);

    /// <summary>What the packages ask for is looked at when it is what they are shipped with.</summary>
    public static void RequireFloor()
    {
        Version log4net = typeof(ILog).Assembly.GetName().Version!;
        if (log4net is not { Major: 3, Minor: 5, Build: 0 })
        {
            Assert.Ignore($"The packages are shipped for log4net 3.5.0 and later; this run is on {log4net}.");
        }
    }

    [OneTimeTearDown]
    public void End()
    {
        if (_checkout.IsValueCreated)
        {
            _checkout.Value.Dispose();
        }
    }

    private static Package[] Read(string pattern) => [.. Directory.GetFiles(Folder, pattern).Select(file => new Package(file))];
}

/// <summary>A packed package, or its symbols, as a reader of the feed gets it.</summary>
internal sealed class Package
{
    private readonly Dictionary<string, byte[]> _files;
    private readonly XElement _metadata;

    public Package(string path)
    {
        using ZipArchive archive = ZipFile.OpenRead(path);
        _files = archive.Entries.ToDictionary(entry => entry.FullName, Read);
        _metadata =
            XDocument.Load(Open(Files.Single(file => file.EndsWith(".nuspec", StringComparison.Ordinal)))).Root!.Elements().Single();
    }

    /// <summary>Without what every package has for the sake of its format.</summary>
    public IEnumerable<string> Files => _files.Keys
        .Where(file => file is not "[Content_Types].xml" and not "_rels/.rels"
            && !file.StartsWith("package/services/metadata/", StringComparison.Ordinal));

    public string Id => Field("id")!;

    public string Version => Field("version")!;

    public XElement Repository => Element("repository")!;

    /// <summary>For each target framework: names and least versions.</summary>
    public Dictionary<string, string[]> Dependencies => Element("dependencies")!.Elements().ToDictionary(
        group => group.Attribute("targetFramework")!.Value.TrimStart('.'),
        group => group.Elements().Select(each => $"{each.Attribute("id")!.Value} {each.Attribute("version")!.Value}")
            .Order(StringComparer.Ordinal).ToArray(),
        StringComparer.OrdinalIgnoreCase);

    public string? Field(string name) => Element(name)?.Value;

    private XElement? Element(string name) => _metadata.Elements().FirstOrDefault(element => element.Name.LocalName == name);

    public Stream Open(string file) => new MemoryStream(_files[file], writable: false);

    public byte[] Bytes(string file) => _files[file];

    public string Library(string framework) => $"lib/{framework}/{Id}.dll";

    public PEReader OpenLibrary(string framework) => new(Open(Library(framework)));

    public override string ToString() => Id;

    private static byte[] Read(ZipArchiveEntry entry)
    {
        using Stream stream = entry.Open();
        using MemoryStream buffer = new();
        stream.CopyTo(buffer);
        return buffer.ToArray();
    }
}

/// <summary>The source tree as it is, committed to a repository of its own: packing there disturbs no build of this one.</summary>
internal sealed class Checkout : IDisposable
{
    public const string Remote = "https://github.com/easy-logger-tests/easy-logger";

    private static readonly string[] _options =
        ["-p:RunAnalyzers=false", "-p:ContinuousIntegrationBuild=true", "-nodeReuse:false"];

    private readonly TempFolder _folder = new();

    private Checkout() => Path = _folder.File("source");

    public string Path { get; }

    /// <summary>What git knows or would take in. Fails as ignored where it knows nothing.</summary>
    public static Checkout OfWorkTree()
    {
        Checkout checkout = new();
        Directory.CreateDirectory(checkout.Path);
        foreach (string file in Files())
        {
            string copy = System.IO.Path.Combine(checkout.Path, file);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(copy)!);
            File.Copy(System.IO.Path.Combine(Repository.Root, file), copy);
        }

        checkout.Git("init", "--quiet");
        checkout.Git("add", "--all");
        checkout.Git(
            "-c", "user.name=Tests", "-c", "user.email=tests@localhost", "commit", "--quiet", "--no-gpg-sign", "--message", "As it is");
        checkout.Git("remote", "add", "origin", Remote);
        return checkout;
    }

    public Checkout Clone()
    {
        Checkout clone = new();
        Git("clone", "--quiet", Path, clone.Path);
        clone.Git("remote", "set-url", "origin", Remote);
        return clone;
    }

    public string Pack()
    {
        string folder = _folder.File("packages");
        Shell().Succeeds("bash", [".ci/pack", folder, .. _options]);
        return folder;
    }

    public void Build(string project, params IEnumerable<string> options) =>
        Shell().Succeeds("dotnet", ["build", project, "-c", "Release", .. _options, .. options]);

    public Command Shell() => new(Path);

    public void Dispose() => _folder.Dispose();

    private static string[] Files()
    {
        (int exitCode, string output) = new Command(Repository.Root)
            .Run("git", "-c", "core.quotePath=false", "ls-files", "--deduplicate", "--cached", "--others", "--exclude-standard");
        string[] known = output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return exitCode == 0
            // or it was deleted, and that is not committed yet
            ? [.. known.Where(file => File.Exists(System.IO.Path.Combine(Repository.Root, file)))]
            : throw new IgnoreException($"git does not know this source tree: {output}");
    }

    private void Git(params IEnumerable<string> arguments) => Shell().Succeeds("git", arguments);
}
