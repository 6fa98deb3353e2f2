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
        File.SetUnixFileMode(Folder.Path, (UnixFileMode)Convert.ToInt32("777", 8));
    }

    [TestCase("threads-none-flush", 131, "flushed True", "forwarded 100 lines 100")]
    [TestCase("threads-back-flush", 131, "flushed True", "forwarded 100 lines 100")]
    [TestCase("threads-none-full", 134, "pending 40 dropped 60", "forwarded 40 lines 41", Description = "a line reports what is missing")]
    [TestCase("threads-none-dispose", 135, "disposed", "forwarded 100 lines 100", Description = "the service ends on the calling thread")]
    public void Call_NoThreadIsToBeHad_WhatFitsIntoTheQueueIsWritten(string scenario, int exitCode, params string[] output)
    {
        ProbeRun run = Run(scenario, exitCode);

        Assert.That(output, Is.SubsetOf(run.Output), run.Transcript);
    }

    [TestCase("threads-none-end", 132)]
    [TestCase("threads-none-end-alone", 133)]
    public void ProcessEnds_NoThreadIsToBeHad_EveryLineIsInTheFile(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        Assert.That(Folder.Lines("exit"), Is.EqualTo(Enumerable.Range(0, Lines).Select(i => $"line {i}")), run.Transcript);
    }

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
