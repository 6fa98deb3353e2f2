using Benchmarker;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>A program is killed while it spills, and started again on the same folder, and so on.</summary>
[Category("Loki")]
[Category("Exit")]
[Platform(Exclude = "Win", Reason = "SIGKILL")]
internal sealed class SpillKillTests : FolderTests
{
    private const int Kills = 8;

    private readonly List<string> _reports = [];

    /// <summary>Of what was removed at most one comes again: the one whose removal had not been printed yet comes not even that.</summary>
    [Test]
    public void ProcessIsKilled_AppendsAndPerhapsRemoves_EveryAcknowledgedPushIsThereInOrder([Values] bool removes)
    {
        Chance chance = new(17);
        int next = 0;
        int first = 0;
        for (int run = 0; run < Kills; run++)
        {
            (int appended, int removed) = KillAfter(removes ? "spill-both" : "spill", next, 50 + chance.Below(300));
            int notRemoved = Peek(appended + 1); // when nothing is there, the last removal may not have been printed yet
            int expected = Math.Max(first, removed + 1);
            Assert.That(notRemoved, Is.InRange(expected, expected + (removes ? 1 : 0)), "the first that is there");
            first = notRemoved;
            next = AssertContinues(first, next, appended);
        }

        using SpillStore store = Open();
        Assert.That(SpillScene.Take(store), Is.EqualTo(Enumerable.Range(first, next - first)), string.Join('\n', _reports));
    }

    /// <returns>The last push that is known to be appended, and the last one known to be removed; -1 for none.</returns>
    private (int Appended, int Removed) KillAfter(string scenario, int next, int count)
    {
        File.WriteAllText(Folder.File("first"), next.ToString(CultureInfo.InvariantCulture));
        using ProbeRun probe = new(TestProgram.ExitProbe, scenario, Folder.Path);
        Eventually.Holds(() => Last(probe, "appended") >= next + count, $"{count} pushes. {probe.Transcript}");
        probe.Signal("KILL");
        probe.AssertEndsWith(128 + 9);
        int removed = Last(probe, "removed");
        // one thread prints each: what is removed was appended, printed or not
        return (Math.Max(Last(probe, "appended"), removed), removed);
    }

    private int AssertContinues(int first, int next, int appended)
    {
        using SpillStore store = Open();
        long expected = SpillScene.LinesOf(Enumerable.Range(first, appended + 1 - first));
        int one = new NumberedPush(appended + 1).Lines; // it may have been written, and not printed yet
        Assert.That(appended, Is.GreaterThan(next));
        Assert.That(store.Lines, Is.EqualTo(expected).Or.EqualTo(expected + one));
        return appended + (store.Lines == expected ? 1 : 2);
    }

    private int Peek(int otherwise)
    {
        using SpillStore store = Open();
        return store.TryPeek(out SpilledPush push) ? NumberedPush.NumberOf(push) : otherwise;
    }

    private SpillStore Open() => SpillStore.Open(Folder.File("spill"), "the test", 1L << 30, 200_000, _reports.Add);

    private static int Last(ProbeRun probe, string what) =>
        probe.Output.Where(line => line.StartsWith(what + ' ', StringComparison.Ordinal))
            .Select(line => int.Parse(line.AsSpan(what.Length + 1), CultureInfo.InvariantCulture))
            .LastOrDefault(-1);
}
