namespace Easy.Logger.Tests.Survival;

/// <summary>What the surroundings do to a process: pause it, leave its output unread, unload its plug-ins.</summary>
[Category("Exit")]
internal sealed class SurroundingsTests : ProbeTests
{
    private const int Pause = 3;

    /// <summary>Longer than the time after which an appender counts as stalled.</summary>
    private const int LongPause = 11;

    /// <summary>
    /// As by SIGSTOP, a paused container, a snapshot of a virtual machine or a debugger: only the time in which it could run counts. Longer
    /// than closeTimeout, the time that a flush has, or blockTimeout; and while the worker is inside a child.
    /// </summary>
    [TestCase("pause-close", 110, Pause, 2_000)]
    [TestCase("pause-flush", 111, Pause, 2_000, "flushed True")]
    [TestCase("pause-full", 112, Pause, 2_000)]
    [TestCase("pause-busy", 113, LongPause, 1, "state Running")]
    [Platform("Linux")]
    public void ProcessIsPausedForLongerThanATimeout_NothingIsDroppedOrStalled(
        string scenario, int exitCode, int seconds, int lines, params string[] output)
    {
        ProbeRun run = Start(scenario);
        run.ContinueAfter(seconds);
        run.AssertEndsWith(exitCode);

        string counters = $"accepted {lines} forwarded {lines} failed 0 dropped 0 pending 0";
        Assert.That(output.Append(counters), Is.SubsetOf(run.Output), run.Transcript);
        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(lines));
    }

    /// <summary>
    /// As when the log driver of a container stands still. The worker is stuck in its write. On Unix it holds the lock then that writes to
    /// standard error need as well, where log4net's internal log goes.
    /// </summary>
    [Test]
    [Platform(Exclude = "Win")]
    public void NobodyReadsTheConsole_LogCallsCloseAndDisposeReturnAndTheProcessEnds()
    {
        using ProbeRun program = ProbeRun.WithUnreadOutput(TestProgram.ExitProbe, "unread", Folder.Path);

        foreach (string mark in new[] { "logged", "closed", "disposed" })
        {
            Eventually.Holds(() => File.Exists(Folder.File(mark)), $"the program has {mark}");
        }

        program.AssertEndsWith(120);
    }

    /// <summary>
    /// Nothing of the process holds the load context of an appender that has ended: closed, or left to the finalizer. With a facade or
    /// provider the repository is the host's, and outlives the plug-in; so does a use that it forgot to end.
    /// </summary>
    [TestCase("unload-closed", "events 1 unloaded True")]
    [TestCase("unload-abandoned", "events 1 unloaded True")]
    [TestCase("unload-configured", "unloaded True")]
    [TestCase("unload-following", "unloaded True")]
    [TestCase("unload-provider", "unloaded True")]
    public void Unload_AppenderHasEndedOrFacadeOrProviderWasUsed_LoadContextIsCollected(string scenario, string end)
    {
        ProbeRun run = Run(scenario, 160);

        Assert.That(run.Output, Has.Some.EndsWith(end), run.Transcript);
    }
}
