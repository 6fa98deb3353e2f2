using System.Diagnostics;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The end of a process whose appenders are stuck, or being closed by somebody else: one deadline for all of them, and nothing is lost in
/// silence.
/// </summary>
[Category("Exit")]
internal sealed class EndOfProcessTests : ProbeTests
{
    /// <summary>What is queued behind the event that the child has.</summary>
    private const int Queued = 1_999;

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
}
