using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>A store of numbered pushes in a folder of its own, and what it reported.</summary>
internal sealed class SpillScene : IDisposable
{
    private readonly TempFolder _folder = new();
    private SpillStore? _store;

    public string Folder => Path.Combine(_folder.Path, "spill");

    /// <summary>Where the folder is while it is away.</summary>
    public string Aside => Path.Combine(_folder.Path, "aside");

    public List<string> Reports { get; } = [];

    public SpillStore Store => _store ??= Open(1_000_000, 10_000);

    public string[] Files => [.. Directory.GetFiles(Folder, "*.spill").Order(StringComparer.Ordinal)];

    public long FileBytes => Files.Sum(file => new FileInfo(file).Length);

    public SpillStore Open(long maxBytes, int segmentBytes)
    {
        Close();
        return _store = SpillStore.Open(Folder, "the test", maxBytes, segmentBytes, Reports.Add);
    }

    public void Close()
    {
        _store?.Dispose();
        _store = null;
    }

    public void Append(IEnumerable<int> numbers, int bodyLength)
    {
        foreach (int number in numbers)
        {
            Assert.That(new NumberedPush(number, bodyLength).AppendTo(Store), Is.True, $"push {number}");
        }
    }

    /// <summary>Takes the first pushes out.</summary>
    public IReadOnlyList<int> Take(int most = int.MaxValue) => Take(Store, most);

    public static IReadOnlyList<int> Take(SpillStore store, int most = int.MaxValue)
    {
        List<int> numbers = [];
        while (numbers.Count < most && store.TryPeek(out SpilledPush push))
        {
            numbers.Add(NumberedPush.NumberOf(push));
            store.Remove();
        }

        return numbers;
    }

    public static long LinesOf(IEnumerable<int> numbers) => numbers.Sum(number => new NumberedPush(number).Lines);

    /// <summary>What somebody may do to a folder of one segment.</summary>
    public static void Harm(string folder, string what)
    {
        string file = Directory.GetFiles(folder, "*.spill").Single();
        Action harm = what switch
        {
            "folder" => () => Directory.Delete(folder, recursive: true),
            "moved" => () => Directory.Move(folder, folder + " before"),
            "files" => () => Array.ForEach(Directory.GetFiles(folder), File.Delete),
            _ => () => File.Delete(file),
        };
        harm();
    }

    public void Dispose()
    {
        Close();
        _folder.Dispose();
    }
}
