namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The process is stopped for longer than a timeout, as by SIGSTOP, a paused container, a snapshot of a virtual machine or a debugger: only
/// the time in which it could run counts.
/// </summary>
[Category("Exit")]
[Platform("Linux")]
internal sealed class PausedProcessTests : FolderTests
{
    private const int Lines = 2_000;
    private const int PauseSeconds = 3;

    /// <summary>Longer than the time after which an appender counts as stalled.</summary>
    private const int LongPauseSeconds = 11;

    [Test]
    public void Close_ProcessIsPausedForLongerThanCloseTimeout_NothingIsDropped()
    {
        IReadOnlyList<string> output = Run("pause-close", 110, PauseSeconds);

        Assert.That(output, Does.Contain($"forwarded {Lines} dropped 0"));
        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(Lines));
    }

    [Test]
    public void Flush_ProcessIsPausedForLongerThanItsTimeout_ReturnsTrue()
    {
        IReadOnlyList<string> output = Run("pause-flush", 111, PauseSeconds);

        Assert.That(output, Does.Contain("flushed True").And.Contains($"forwarded {Lines} dropped 0"));
    }

    [Test]
    public void DoAppend_QueueIsFullAndProcessIsPausedForLongerThanBlockTimeout_NothingIsDropped()
    {
        IReadOnlyList<string> output = Run("pause-full", 112, PauseSeconds);

        Assert.That(output, Does.Contain($"forwarded {Lines} dropped 0"));
        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(Lines));
    }

    [Test]
    public void Statistics_ProcessIsPausedWhileTheWorkerIsInsideAChild_IsNotStalled()
    {
        IReadOnlyList<string> output = Run("pause-busy", 113, LongPauseSeconds);

        Assert.That(output, Does.Contain("state Running").And.Contains("forwarded 1 dropped 0"));
    }

    private IReadOnlyList<string> Run(string scenario, int exitCode, int seconds)
    {
        using ProbeRun run = new(TestProgram.ExitProbe, scenario, Folder.Path);
        run.ContinueAfter(seconds);
        run.AssertEndsWith(exitCode);
        return run.Output;
    }
}
