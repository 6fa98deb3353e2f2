using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json;

namespace Easy.Logger.Tests.Packaging;

/// <summary>
/// The dependencies of each package and the references of its assemblies. A vulnerability scanner needs data that not every feed has, so
/// the lists themselves are approved: an addition or a changed version fails a test until somebody accepts it.
/// </summary>
[Category("Packaging")]
[Explicit(PackedPackages.TakesMinutes)]
[TestFixtureSource(typeof(PackedPackages), nameof(PackedPackages.Names))]
internal sealed class DependencyTests(string name)
{
    private static IEnumerable<string> Frameworks => PackedPackages.Frameworks;

    private Package Package => PackedPackages.Named(name);

    [TestCaseSource(nameof(Frameworks))]
    [Demand("K3")]
    public void Dependencies_DirectAndIndirect_AreApproved(string framework)
    {
        PackedPackages.RequireFloor();
        string[] direct = Package.Dependencies[framework];
        IEnumerable<string> indirect = Closure(framework, direct.Select(each => each.Split(' ')[0])).Except(direct);

        Approved.Verify(
            $"{name}.{framework}.dependencies.txt", direct.Select(OwnVersion).Concat(indirect.Select(each => $"  {OwnVersion(each)}")));
    }

    [TestCaseSource(nameof(Frameworks))]
    public void References_PackedAssembly_AreApproved(string framework)
    {
        using PEReader library = Package.OpenLibrary(framework);
        MetadataReader metadata = library.GetMetadataReader();
        IEnumerable<string> references =
            metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name));

        Approved.Verify($"{name}.{framework}.references.txt", references.Order(StringComparer.Ordinal));
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
}
