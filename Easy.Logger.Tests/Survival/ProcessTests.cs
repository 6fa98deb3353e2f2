namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The end of a process whose appenders are stuck, in use, or being closed by somebody else: one deadline for all of them, and nothing is
/// lost in silence. And what the surroundings do to a process before: pause it, leave its output unread, unload its plug-ins.
/// </summary>
[Category("Exit")]
internal sealed class ProcessTests : ProbeTests
{
    private const int Producers = 4;
    private const int Pause = 3;

    /// <summary>Longer than the time after which an appender counts as stalled.</summary>
    private const int LongPause = 11;

    /// <summary>A hundred with a closeTimeout of two seconds: one after the other they take longer than a program is waited for.</summary>
    [Test]
    public void ProcessEnds_ManyAppendersAreStuck_TheirDeadlinesRunTogether() => Run("end-hung-many", 150);

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

    /// <summary>Somebody else began to close, and the child is stuck; or a mistake was reported just before the end.</summary>
    [TestCase("end-finalized", 151, "[abandoned]", "1999")]
    [TestCase("end-closed-by-child", 152, "[abandoned]", "1999")]
    [TestCase("notice-at-exit", 161, "'nowhere'")]
    public void ProcessEnds_SomethingIsDroppedOrWrong_ItIsOnTheConsole(string scenario, int exitCode, params string[] parts)
    {
        ProbeRun run = Run(scenario, exitCode);

        Assert.That(
            run.Output.Where(line => Array.TrueForAll(parts, part => line.Contains(part, StringComparison.Ordinal))),
            Is.Not.Empty,
            run.Transcript);
    }

    /// <summary>
    /// A finalizer began to close; or log4net knows neither of two, and nothing closes them before the end of the process.
    /// </summary>
    [TestCase("end-finalized-slow", 151, 2_000)]
    [TestCase("end-chain", 153, 10_000)]
    public void ProcessEnds_TheChildIsSlowOrBehindAnotherAppender_EverythingIsWritten(string scenario, int exitCode, int lines)
    {
        Run(scenario, exitCode);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(lines));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void ProcessCrashes_ChildrenOfTwoAppendersLogIntoEachOther_Ends() => Run("end-crossed", 128 + 6);

    /// <summary>The last handler of a signal, or of an exception on another thread, is followed by nothing.</summary>
    [TestCase("TERM", 15)]
    [TestCase("HUP", 1)]
    [TestCase("QUIT", 3)]
    [TestCase("INT", 2)]
    [TestCase(null, 6)]
    [Platform(Exclude = "Win", Reason = "signals")]
    public void SignalOrCrash_ThreadsLog_EveryReturnedCallHasItsLine(string? signal, int number)
    {
        ProbeRun run = Start(signal is null ? "producers-crash" : "producers");
        if (signal is not null)
        {
            Eventually.Holds(() => Returned().Sum() > 20_000, $"calls return. {run.Transcript}");
            run.SkipTestWhereIgnored(number);
            run.Signal(signal);
        }

        run.AssertEndsWith(128 + number);

        ILookup<int, string> lines = Folder.Lines("exit").ToLookup(line => int.Parse(line.Split(' ')[0], CultureInfo.InvariantCulture));
        long[] missing = [.. Returned().Select((returned, id) => returned - lines[id].LongCount())];
        Assert.That(missing, Has.All.LessThanOrEqualTo(0), "returned calls without a line, by thread");
    }

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
        TestProgram probe = TestProgram.ExitProbe;
        using ProbeRun program = new(probe.Host, [probe.Path, "unread", Folder.Path], environment: [], isOutputRead: false);

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

    private long[] Returned()
    {
        string path = Folder.File("returned");
        byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
        return bytes.Length < Producers * sizeof(long) ? [0]
            : [.. Enumerable.Range(0, Producers).Select(id => BitConverter.ToInt64(bytes, id * sizeof(long)))];
    }
}
