using System.Globalization;
using System.Text.RegularExpressions;
using Benchmarker;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Journaling;

/// <summary>
/// A program with a journal is killed under load, started again on the same journal, killed again, and so on: each start recovers what the
/// kill before left.
/// </summary>
[Category("Exit")]
[Platform(Exclude = "Win", Reason = "SIGKILL")]
internal sealed partial class KillTests
{
    private const int Kills = 8;
    private const int Producers = 4;
    private const int BufferSize = 512;

    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void ProcessIsKilled_ProducersLog_EveryReturnedLineIsThereAndNoneTwiceButOneBatch()
    {
        Chance chance = new(301);
        for (int run = 0; run < Kills; run++)
        {
            KillAfter(1 + chance.Below(15_000), run);
        }

        using (ProbeRun last = new(TestProgram.ExitProbe, "journal-end", _folder.Path))
        {
            last.AssertEndsWith(80);
        }

        AssertNothingMissing(AssertNothingTwice());
    }

    /// <summary>A line of the probe: run, producer, number, and whether it was recovered. A kill may leave one that is not whole.</summary>
    [GeneratedRegex(@"^(\d+) (\d+) (\d+) (true|\(null\))$")]
    private static partial Regex LinePattern { get; }

    private void KillAfter(int calls, int run)
    {
        using ProbeRun probe = new(TestProgram.ExitProbe, "journal", _folder.Path);
        Eventually.Holds(() => Returned(run).Sum() >= calls, $"{calls} calls of run {run} have returned. {probe.Transcript}");
        probe.Signal("KILL");
        probe.AssertEndsWith(128 + 9);
    }

    /// <summary>How many calls of each producer had returned; the program writes it into memory that outlives it.</summary>
    private long[] Returned(int run)
    {
        string path = _folder.File($"returned-{run}");
        byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
        return bytes.Length < Producers * sizeof(long)
            ? [0]
            : [.. Enumerable.Range(0, Producers).Select(id => BitConverter.ToInt64(bytes, id * sizeof(long)))];
    }

    /// <returns>Every line once.</returns>
    private HashSet<Line> AssertNothingTwice()
    {
        Dictionary<Line, int> firstRuns = [];
        int[] twice = new int[Kills + 1]; // lines of each run that came again: of the batch that was under way when it was killed
        int recovered = 0;
        for (int run = 0; run <= Kills; run++)
        {
            Line[] lines =
                [.. _folder.Lines($"run-{run:00}").Select(line => LinePattern.Match(line)).Where(match => match.Success).Select(LineOf)];
            Assert.That(lines, Is.Unique, $"run {run}");
            foreach (Line line in lines)
            {
                twice[firstRuns.GetValueOrDefault(line)] += firstRuns.TryAdd(line, run) ? 0 : 1;
            }

            foreach (IGrouping<(int Run, int Producer), Line> producer in lines.GroupBy(line => (line.Run, line.Producer)))
            {
                Assert.That(producer.Select(line => line.Number), Is.Ordered, $"order in run {run} of {producer.Key}");
            }

            recovered += lines.Count(line => line.Run < run);
        }

        TestContext.Out.WriteLine($"{firstRuns.Count} lines, {recovered} of them recovered");
        Assert.That(twice, Has.All.LessThanOrEqualTo(BufferSize), "lines twice by run");
        Assert.That(recovered, Is.GreaterThan(Kills * 10), "otherwise this tests nothing");
        return [.. firstRuns.Keys];
    }

    private void AssertNothingMissing(HashSet<Line> all)
    {
        ILookup<(int, int), long> numbers = all.ToLookup(line => (line.Run, line.Producer), line => line.Number);
        for (int run = 0; run < Kills; run++)
        {
            long[] returned = Returned(run);
            for (int producer = 0; producer < Producers; producer++)
            {
                // One more at most: the call that was under way when the kill came.
                long[] found = [.. numbers[(run, producer)].Order()];
                long next = found.TakeWhile((number, i) => number == i).Count();
                long calls = returned[producer];
                Assert.That(
                    (next, found.Length), Is.EqualTo((calls, calls)).Or.EqualTo((calls + 1, calls + 1)),
                    $"run {run}, producer {producer}; {string.Join(" ", Directory.GetFileSystemEntries(_folder.File("journal")))}");
            }
        }
    }

    private static Line LineOf(Match match) => new(Number(match, 1), Number(match, 2), Number(match, 3));

    private static int Number(Match match, int group) => int.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);

    private sealed record Line(int Run, int Producer, long Number);
}
