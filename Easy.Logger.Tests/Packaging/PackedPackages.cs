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

    /// <summary>
    /// What the packages ask for is looked at when it is what they are shipped with. However a run is brought onto a later log4net, its
    /// packages may ask for that one.
    /// </summary>
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
