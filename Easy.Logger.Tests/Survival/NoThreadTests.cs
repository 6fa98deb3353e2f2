namespace Easy.Logger.Tests.Survival;

/// <summary>
/// A process that has as many threads as its user may have when the appender starts. What is logged is accepted up to the limit of the
/// queue, and written by whoever flushes or closes, on that thread if need be. Each run has a user of its own, whose threads are counted
/// together.
/// </summary>
[Category("Exit")]
[Platform("Linux")]
internal sealed class NoThreadTests : FolderTests
{
    private const int Lines = 100;
    private const int MaxThreads = 60;
    private const int FirstUser = 20_000;
    private const int Users = 40_000;

    private static int _users;

    private TestProgram _program = null!;

    [SetUp]
    public void CopyTheProgram()
    {
        if (OperatingSystem.IsWindows() || !Environment.IsPrivilegedProcess
            || !File.Exists("/usr/bin/setpriv") || !File.Exists("/usr/bin/prlimit"))
        {
            Assert.Ignore("It takes root, setpriv and prlimit to limit the threads of a process.");
            return;
        }

        // The user of the program may read nothing else of ours.
        _program = TestProgram.ExitProbe.CopyTo(Folder.File("program"));
        File.SetUnixFileMode(Folder.Path, AllModes);
    }

    [Test]
    public void Close_NoThreadIsToBeHad_EverythingIsWritten()
    {
        ProbeRun run = Run("threads-none-close", 130);

        Assert.That(run.Output, Does.Contain($"forwarded {Lines} lines {Lines}"), run.Transcript);
    }

    [TestCase("threads-none-flush")]
    [TestCase("threads-back-flush")]
    public void Flush_NoThreadWasToBeHad_EverythingIsWrittenAndItReturnsTrue(string scenario)
    {
        ProbeRun run = Run(scenario, 131);

        Assert.That(run.Output, Does.Contain("flushed True").And.Contains($"forwarded {Lines} lines {Lines}"), run.Transcript);
    }

    [TestCase("threads-none-end", 132)]
    [TestCase("threads-none-end-alone", 133)]
    public void ProcessEnds_NoThreadIsToBeHad_EveryLineIsInTheFile(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        Assert.That(Folder.Lines("exit"), Is.EqualTo(Enumerable.Range(0, Lines).Select(i => $"line {i}")), run.Transcript);
    }

    [Test]
    public void DoAppend_NoThreadIsToBeHad_EventsAreKeptUpToTheLimit()
    {
        ProbeRun run = Run("threads-none-full", 134);

        // One line reports what is missing.
        Assert.That(run.Output, Does.Contain("pending 40 dropped 60").And.Contains("forwarded 40 lines 41"), run.Transcript);
    }

    [Test]
    public void Dispose_NoThreadIsToBeHad_ServiceShutsDownOnTheCallingThread()
    {
        ProbeRun run = Run("threads-none-dispose", 135);

        Assert.That(run.Output, Does.Contain("disposed").And.Contains($"forwarded {Lines} lines {Lines}"), run.Transcript);
    }

    private static UnixFileMode AllModes =>
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>The compiler of the runtime makes and ends a thread now and then: here it works on the threads of the program.</summary>
    private ProbeRun Run(string scenario, int exitCode)
    {
        int user = FirstUser + (((Environment.ProcessId * 100) + Interlocked.Increment(ref _users)) % Users);
        string id = user.ToString(CultureInfo.InvariantCulture);
        using ProbeRun run = new(
            "prlimit",
            [
                $"--nproc={MaxThreads}", "setpriv", "--reuid", id, "--regid", id, "--clear-groups",
                _program.Host, _program.Path, scenario, Folder.Path,
            ],
            new Dictionary<string, string> { ["DOTNET_TieredCompilation"] = "0" });
        run.AssertEndsWith(exitCode);
        Assert.That(run.Output, Has.Some.StartsWith("no thread after"), run.Transcript);
        return run;
    }
}
