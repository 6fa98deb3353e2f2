namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The process is stopped for longer than a timeout, as by SIGSTOP, a paused container, a snapshot of a virtual machine or a debugger: only
/// the time in which it could run counts.
/// </summary>
[Category("Exit")]
[Platform("Linux")]
internal sealed class PausedProcessTests : ProbeTests
{
    private const int Pause = 3;

    /// <summary>Longer than the time after which an appender counts as stalled.</summary>
    private const int LongPause = 11;

    /// <summary>Longer than closeTimeout, the time that a flush has, or blockTimeout; and while the worker is inside a child.</summary>
    [TestCase("pause-close", 110, Pause, 2_000)]
    [TestCase("pause-flush", 111, Pause, 2_000, "flushed True")]
    [TestCase("pause-full", 112, Pause, 2_000)]
    [TestCase("pause-busy", 113, LongPause, 1, "state Running")]
    public void ProcessIsPausedForLongerThanATimeout_NothingIsDroppedOrStalled(
        string scenario, int exitCode, int seconds, int lines, params string[] output)
    {
        ProbeRun run = Start(scenario);
        run.ContinueAfter(seconds);
        run.AssertEndsWith(exitCode);

        Assert.That(output.Append($"forwarded {lines} dropped 0"), Is.SubsetOf(run.Output), run.Transcript);
        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(lines));
    }
}
