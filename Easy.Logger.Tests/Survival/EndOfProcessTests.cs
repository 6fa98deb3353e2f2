using System.Diagnostics;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The end of a process whose appenders are stuck, in use, or being closed by somebody else: one deadline for all of them, and nothing is
/// lost in silence.
/// </summary>
[Category("Exit")]
internal sealed class EndOfProcessTests : ProbeTests
{
    /// <summary>What is queued behind the event that the child has.</summary>
    private const int Queued = 1_999;

    private const int Producers = 4;

    /// <summary>Ten with a closeTimeout of two seconds: one after the other they take twenty, or forty.</summary>
    [Test]
    public void ProcessEnds_ManyAppendersAreStuck_TheirDeadlinesRunTogether()
    {
        ProbeRun run = Start("end-hung-many");
        run.AwaitLine("returning");
        Stopwatch watch = Stopwatch.StartNew();

        run.AssertEndsWith(150);

        Assert.That(watch.Elapsed, Is.LessThan(TimeSpan.FromSeconds(15)));
    }

    [Test]
    public void ProcessEnds_AMistakeWasReportedJustBefore_ItIsOnTheConsole()
    {
        ProbeRun run = Run("notice-at-exit", 161);

        Assert.That(run.Output, Has.Some.Contains("'nowhere'"), run.Transcript);
    }

    /// <summary>
    /// Its handler was registered first, and the runtime calls the last one first. Twenty appenders, two seconds each, or one without a
    /// limit.
    /// </summary>
    [TestCase("end-signal-many")]
    [TestCase("end-signal")]
    [Platform(Exclude = "Win")]
    public void Signal_AppendersAreStuck_HandlerOfTheApplicationRuns(string scenario)
    {
        ProbeRun run = Start(scenario);
        run.AwaitLine("ready");

        run.Signal("TERM");

        run.AwaitLine("the handler of the application ran");
        Assert.That(run.Output, Does.Contain("the handler of the application ran"), run.Transcript);
    }

    [TestCase("end-finalized", 151)]
    [TestCase("end-closed-by-child", 152)]
    public void ProcessEnds_SomebodyElseBeganToCloseAndTheChildIsStuck_WhatIsDroppedIsReported(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        string[] reports = [.. run.Output.Where(line => line.Contains("[abandoned]", StringComparison.Ordinal))];
        Assert.That(reports, Has.Some.Contains($"{Queued}"), run.Transcript);
    }

    [Test]
    public void ProcessEnds_FinalizerBeganToCloseAndTheChildIsSlow_EverythingIsWritten()
    {
        Run("end-finalized-slow", 151);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(Queued + 1));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void ProcessCrashes_ChildrenOfTwoAppendersLogIntoEachOther_Ends() => Run("end-crossed", 128 + 6);

    /// <summary>log4net knows neither: nothing closes them before the end of the process.</summary>
    [Test]
    public void ProcessEnds_EventsWaitInAnAppenderBeforeAnother_TheyComeThrough()
    {
        Run("end-chain", 153);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(10_000));
    }

    /// <summary>The last handler of a signal is followed by nothing.</summary>
    [TestCase("TERM", 15)]
    [TestCase("HUP", 1)]
    [TestCase("INT", 2)]
    [Platform(Exclude = "Win", Reason = "signals")]
    public void Signal_ThreadsLog_EveryReturnedCallHasItsLine(string signal, int number)
    {
        ProbeRun run = Start("producers");
        Eventually.Holds(() => Returned().Sum() > 20_000, $"calls return. {run.Transcript}");
        run.SkipTestWhereIgnored(number);

        run.Signal(signal);

        run.AssertEndsWith(128 + number);
        AssertNothingMissing();
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "signals")]
    public void Crash_OtherThreadsLog_EveryReturnedCallHasItsLine()
    {
        Run("producers-crash", 128 + 6);

        AssertNothingMissing();
    }

    private long[] Returned()
    {
        string path = Folder.File("returned");
        byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
        return bytes.Length < Producers * sizeof(long) ? [0]
            : [.. Enumerable.Range(0, Producers).Select(id => BitConverter.ToInt64(bytes, id * sizeof(long)))];
    }

    private void AssertNothingMissing()
    {
        ILookup<int, string> lines = Folder.Lines("exit").ToLookup(line => int.Parse(line.Split(' ')[0], CultureInfo.InvariantCulture));
        long[] missing = [.. Returned().Select((returned, id) => returned - lines[id].LongCount())];

        Assert.That(missing, Has.All.LessThanOrEqualTo(0), "returned calls without a line, by thread");
    }
}
