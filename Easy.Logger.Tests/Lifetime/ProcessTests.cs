namespace Easy.Logger.Tests.Lifetime;

/// <summary>
/// Ends of a process that no other test has, a pause that is longer than those of <see cref="Hostile.HostileTests" />, and a plug-in that
/// is unloaded while its facade follows a configuration.
/// </summary>
[Category("Exit")]
internal sealed class ProcessTests : ProbeTests
{
    /// <summary>A hundred with a closeTimeout of two seconds: one after the other they take longer than a program is waited for.</summary>
    [Test]
    public void ProcessEnds_ManyAppendersAreStuck_TheirDeadlinesRunTogether() => Run("end-hung-many", 150);

    [Test]
    public void ProcessEnds_AMistakeWasReportedJustBefore_ItIsOnTheConsole()
    {
        ProbeRun run = Run("notice-at-exit", 161);

        Assert.That(run.Output, Has.Some.Contains("'nowhere'"), run.Transcript);
    }

    /// <summary>log4net knows neither of the two, and nothing closes them before the end of the process.</summary>
    [Test]
    public void ProcessEnds_EventsWaitBehindAnotherAppender_EverythingIsWritten()
    {
        Run("end-chain", 153);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(10_000));
    }

    /// <summary>As by SIGSTOP, a paused container or a debugger: only the time in which it could run counts.</summary>
    [Test]
    [Platform("Linux")]
    public void ProcessIsPausedWhileTheWorkerIsInsideAChild_IsNotStalled()
    {
        ProbeRun run = Start("pause-busy");
        run.ContinueAfter(seconds: 11); // an appender counts as stalled after ten
        run.AssertEndsWith(113);

        string[] expected = ["state Running", "accepted 1 forwarded 1 failed 0 dropped 0 pending 0"];
        Assert.That(expected, Is.SubsetOf(run.Output), run.Transcript);
    }

    /// <summary>The repository is the host's, and outlives the plug-in; so does a use that it forgot to end.</summary>
    [Test]
    public void Unload_FacadeFollowsAConfiguration_LoadContextIsCollected()
    {
        ProbeRun run = Run("unload-following", 160);

        Assert.That(run.Output, Has.Some.EndsWith("unloaded True"), run.Transcript);
    }
}
