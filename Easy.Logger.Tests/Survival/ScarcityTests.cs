namespace Easy.Logger.Tests.Survival;

/// <summary>
/// A process that has as many threads as its user may have when the appender starts. What is logged is accepted up to the limit of the
/// queue, and written by whoever flushes or closes, on that thread if need be. Each run has a user of its own, whose threads are counted
/// together. And a process whose heap has a limit: what fails for lack of memory changes nothing and ends nothing, and is done again later.
/// </summary>
[Category("Exit")]
internal sealed class ScarcityTests : FolderTests
{
    private const int MaxThreads = 60;
    private const int FirstUser = 20_000;
    private const int Users = 40_000;

    private const long MostGrowth = 8_000_000;

    private static int _users;

    [TestCase("threads-none-flush", 131, 200, "flushed True", "forwarded 100 lines 100", Description = "others wait at the end")]
    [TestCase("threads-back-flush", 131, 200, "flushed True", "forwarded 100 lines 100")]
    [TestCase("threads-none-full", 134, 40, "pending 40 dropped 60", "forwarded 40 lines 41", Description = "a line reports the loss")]
    [TestCase("threads-none-dispose", 135, 100, "disposed", "forwarded 100 lines 100", Description = "the service ends on this thread")]
    [TestCase("threads-none-end-alone", 133, 100)]
    [Platform("Linux")]
    public void CallOrEndOfTheProcess_NoThreadIsToBeHad_WhatFitsIntoTheQueueIsWritten(
        string scenario, int exitCode, int lines, params string[] output)
    {
        ProbeRun run = RunWithoutThreads(scenario, exitCode);

        Assert.That(output, Is.SubsetOf(run.Output), run.Transcript);
        IEnumerable<string> logged = Folder.Lines("exit").Where(line => line.StartsWith("line ", StringComparison.Ordinal));
        Assert.That(logged, Is.EqualTo(LogScene.Numbered("line", lines)), run.Transcript);
    }

    /// <summary>The compiler of the runtime makes and ends a thread now and then: here it works on the threads of the program.</summary>
    private ProbeRun RunWithoutThreads(string scenario, int exitCode)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess
            || !File.Exists("/usr/bin/setpriv") || !File.Exists("/usr/bin/prlimit"))
        {
            throw new IgnoreException("It takes root, setpriv and prlimit to limit the threads of a process.");
        }

        // The user of the program may read nothing else of ours.
        TestProgram program = TestProgram.ExitProbe.CopyTo(Folder.File("program"));
        File.SetUnixFileMode(Folder.Path, (UnixFileMode)Convert.ToInt32("777", 8));
        int user = FirstUser + (((Environment.ProcessId * 100) + Interlocked.Increment(ref _users)) % Users);
        string id = user.ToString(CultureInfo.InvariantCulture);
        using ProbeRun run = new(
            "prlimit",
            [
                $"--nproc={MaxThreads}", "setpriv", "--reuid", id, "--regid", id, "--clear-groups",
                program.Host, program.Path, scenario, Folder.Path,
            ],
            new Dictionary<string, string?> { ["DOTNET_TieredCompilation"] = "0" });
        run.AssertEndsWith(exitCode);
        Assert.That(run.Output, Has.Some.StartsWith("no thread after"), run.Transcript);
        return run;
    }

    /// <summary>
    /// For a batch of the worker, which is forwarded later, or for a new queue: whether it was activated or not, every event is there.
    /// </summary>
    [TestCase("memory-worker", 140, 128, 70_001)]
    [TestCase("memory-activate", 141, 384, 300_001)]
    public void WorkerOrActivateOptions_NoMemory_ProcessGoesOnAndEveryEventIsForwardedLater(
        string scenario, int exitCode, int megabytes, int events)
    {
        ProbeRun run = RunWithLessMemory(scenario, exitCode, heapLimit: megabytes << 20);

        if (scenario == "memory-activate")
        {
            Assert.That(run.Output, Has.Some.EndsWith($"activated {Counters(events, forwarded: 0)}"), run.Transcript);
        }

        Assert.That(run.Output, Does.Contain($"flushed True {Counters(events, forwarded: events)}"), run.Transcript);
    }

    /// <summary>Forty texts of a million characters. log4net itself allocates as much as the texts for them, event by event.</summary>
    [Test]
    public void Flush_LargeTextsInOneBatch_WorkerAllocatesHardlyMoreThanTheTexts()
    {
        ProbeRun run = RunWithLessMemory("memory-burst", 142, heapLimit: 1 << 30);

        Assert.That(run.Output, Has.Some.EndsWith($"flushed True {Counters(40, forwarded: 40)}"), run.Transcript);
        Assert.That(NumberAfter("allocated", run), Is.LessThan(100_000_000));
    }

    /// <summary>Four thousand names of two thousand characters.</summary>
    [Test]
    public void DoAppend_AppendersOfEverNewNamesFail_MemoryIsBounded()
    {
        ProbeRun run = RunWithLessMemory("memory-names", 143, heapLimit: 1 << 30);

        Assert.That(NumberAfter("growth", run), Is.LessThan(MostGrowth));
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
        ProbeRun run = RunWithLessMemory("memory-metrics", 144, heapLimit: 64 << 20);

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

    private ProbeRun RunWithLessMemory(string scenario, int exitCode, int heapLimit)
    {
        using ProbeRun run = new(
            TestProgram.ExitProbe.Host,
            [TestProgram.ExitProbe.Path, scenario, Folder.Path],
            new Dictionary<string, string?> { ["DOTNET_GCHeapHardLimit"] = heapLimit.ToString("X", CultureInfo.InvariantCulture) });
        run.AssertEndsWith(exitCode);
        return run;
    }
}
