using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// A process whose heap has a limit: what fails for lack of memory changes nothing and ends nothing, and is done again later.
/// </summary>
[Category("Exit")]
internal sealed class NoMemoryTests : FolderTests
{
    private const int Queued = 70_001;
    private const int Activated = 300_001;
    private const long MostGrowth = 8_000_000;

    [Test]
    public void Worker_NoMemoryForTheNextBatch_ProcessGoesOnAndTheBatchIsForwardedLater()
    {
        ProbeRun run = Run("memory-worker", 140, heapLimit: 128 << 20);

        Assert.That(run.Output, Does.Contain($"flushed True {Counters(Queued, forwarded: Queued)}"), run.Transcript);
    }

    /// <summary>Whether it was activated or not, every event is there.</summary>
    [Test]
    public void ActivateOptions_NoMemoryForTheNewQueue_EveryEventIsStillQueued()
    {
        ProbeRun run = Run("memory-activate", 141, heapLimit: 384 << 20);

        Assert.That(run.Output, Has.Some.EndsWith($"activated {Counters(Activated, forwarded: 0)}"), run.Transcript);
        Assert.That(run.Output, Does.Contain($"flushed True {Counters(Activated, forwarded: Activated)}"), run.Transcript);
    }

    /// <summary>Forty texts of a million characters. log4net itself allocates as much as the texts for them, event by event.</summary>
    [Test]
    public void Flush_LargeTextsInOneBatch_WorkerAllocatesHardlyMoreThanTheTexts()
    {
        ProbeRun run = Run("memory-burst", 142, heapLimit: 1 << 30);

        Assert.That(run.Output, Has.Some.EndsWith($"flushed True {Counters(40, forwarded: 40)}"), run.Transcript);
        Assert.That(NumberAfter("allocated", run), Is.LessThan(100_000_000));
    }

    /// <summary>Four thousand names of two thousand characters.</summary>
    [Test]
    public void DoAppend_AppendersOfEverNewNamesFail_MemoryIsBounded()
    {
        ProbeRun run = Run("memory-names", 143, heapLimit: 1 << 30);

        Assert.That(NumberAfter("growth", run), Is.LessThan(MostGrowth));
    }

    /// <summary>Those for which there is no memory are counted, and the others sent when the agent is there.</summary>
    [Test]
    [Platform(Exclude = "Win")]
    public void Counter_NoMemoryForMorePackets_IsCountedAndNothingIsThrown()
    {
        ProbeRun run = Run("memory-metrics", 144, heapLimit: 64 << 20);

        Assert.That(run.Output, Does.Contain("thrown 0 unaccounted 0 lost 0"), run.Transcript);
        Assert.That(NumberAfter("full", run), Is.Positive);
    }

    private static string Counters(int accepted, int forwarded) =>
        $"accepted {accepted} forwarded {forwarded} failed 0 dropped 0 pending {accepted - forwarded}";

    private static long NumberAfter(string word, ProbeRun run)
    {
        string number = run.Output.Select(line => Regex.Match(line, $@"^{word} (-?\d+) ")).Single(match => match.Success).Groups[1].Value;
        return long.Parse(number, CultureInfo.InvariantCulture);
    }

    private ProbeRun Run(string scenario, int exitCode, int heapLimit)
    {
        using ProbeRun run = new(
            TestProgram.ExitProbe.Host,
            [TestProgram.ExitProbe.Path, scenario, Folder.Path],
            new Dictionary<string, string> { ["DOTNET_GCHeapHardLimit"] = heapLimit.ToString("X", CultureInfo.InvariantCulture) });
        run.AssertEndsWith(exitCode);
        return run;
    }
}
