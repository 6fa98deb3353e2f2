namespace Easy.Logger.Tests.Survival;

/// <summary>
/// A process that has as many threads as its user may have when the appender starts, or a heap with a limit. The run without threads has a
/// user of its own, whose threads are counted together.
/// </summary>
[Category("Exit")]
internal sealed class ScarcityTests : FolderTests
{
    private const int MaxThreads = 60;
    private const int FirstUser = 20_000;
    private const int Users = 40_000;

    /// <summary>
    /// On the calling thread. The compiler of the runtime makes and ends a thread now and then: here it works on those of the program.
    /// </summary>
    [Test]
    [Platform("Linux")]
    public void Flush_NoThreadIsToBeHad_WritesWhatIsQueued()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess
            || !File.Exists("/usr/bin/setpriv") || !File.Exists("/usr/bin/prlimit"))
        {
            throw new IgnoreException("It takes root, setpriv and prlimit to limit the threads of a process.");
        }

        // The user of the program may read nothing else of ours.
        TestProgram program = TestProgram.ExitProbe.CopyTo(Folder.File("program"));
        File.SetUnixFileMode(Folder.Path, (UnixFileMode)Convert.ToInt32("777", 8));
        string id = (FirstUser + (Environment.ProcessId % Users)).ToString(CultureInfo.InvariantCulture);
        using ProbeRun run = new(
            "prlimit",
            [
                $"--nproc={MaxThreads}", "setpriv", "--reuid", id, "--regid", id, "--clear-groups",
                program.Host, program.Path, "threads-none", Folder.Path,
            ],
            new Dictionary<string, string?> { ["DOTNET_TieredCompilation"] = "0" });

        run.AssertEndsWith(131);

        Assert.That(run.Output, Has.Some.StartsWith("no thread after"), run.Transcript);
        string[] expected = ["flushed True", "forwarded 100 lines 100"];
        Assert.That(expected, Is.SubsetOf(run.Output), run.Transcript);
        Assert.That(Folder.Lines("exit"), Is.EqualTo(LogScene.Numbered("line", 200)), run.Transcript);
    }

    /// <summary>
    /// Those for which there is no memory are counted, and the others sent when the agent is there. At the limit .NET itself may end the
    /// process, for want of memory of its own: then it is tried again.
    /// </summary>
    [Test]
    [Retry(3)]
    [Platform(Exclude = "Win")]
    public void Counter_NoMemoryForMorePackets_IsCountedAndNothingIsThrown()
    {
        using ProbeRun run = new(
            TestProgram.ExitProbe.Host,
            [TestProgram.ExitProbe.Path, "memory-metrics", Folder.Path],
            new Dictionary<string, string?> { ["DOTNET_GCHeapHardLimit"] = "4000000" });
        run.AssertEndsWith(144);

        Assert.That(run.Output, Does.Contain("thrown 0 unaccounted 0 lost 0"), run.Transcript);
        Assert.That(run.Output, Has.Some.Match(@"^full [1-9]\d* $"), run.Transcript);
    }
}
