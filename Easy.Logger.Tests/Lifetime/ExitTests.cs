namespace Easy.Logger.Tests.Lifetime;

/// <summary>
/// What is in the file after a program has ended, each way of ending in a process of its own. Idle time is an hour there, so the last lines
/// only come through what happens at the end. A stack overflow is left out: as with FailFast, the runtime runs nobody's code after it.
/// </summary>
[Category("Exit")]
internal sealed class ExitTests : ProbeTests
{
    private const int Lines = 10_000;

    /// <summary>
    /// Neither is the queue forgotten nor is the process kept alive by its worker. In the last one all lines wait in the appender that the
    /// reload is about to close.
    /// </summary>
    [TestCase("return", 41, "")]
    [TestCase("exit", 43, "")]
    [TestCase("return-late", 61, "waiting when Main returned: 10000")]
    [TestCase("shutdown", 46, "lines after Shutdown: 10000")]
    [TestCase("reload", 63, "")]
    [Demand("B1", "B5")]
    public void ProcessEnds_InAnyOrdinaryWay_EveryLineIsInTheFile(string scenario, int exitCode, string said)
    {
        ProbeRun run = Run(scenario, exitCode);

        AssertLines("exit");
        Assert.That(run.Output.Append(string.Empty), Does.Contain(said), run.Transcript);
        Assert.That(Folder.Lines("second"), Is.Empty, "the new configuration's");
    }

    [Test]
    public void ProcessEnds_AfterShutdownAndReconfiguration_EveryLineIsInItsFile()
    {
        Run("reconfigure", 47);

        AssertLines("exit");
        AssertLines("second");
    }

    [Test]
    public void ProcessEnds_WhileAnotherThreadShutsDown_EveryLineIsInTheFile()
    {
        ProbeRun run = Run("close-under-way", 60);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(Lines + 1), run.Transcript);
    }

    [Test]
    public void ProcessEnds_ForegroundThreadsLogAfterMainReturned_EveryLineIsInTheFile()
    {
        Run("foreground", 45);

        foreach (IGrouping<int, int> producer in ProducedLines())
        {
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, Lines)), $"producer {producer.Key}");
        }
    }

    /// <summary>
    /// Every line whose call had returned before the end began is there, and none is missing before the last of its thread.
    /// </summary>
    [TestCase("return-producers", 42)]
    [TestCase("return-pool", 62)]
    [TestCase("exit-producers", 44)]
    public void ProcessEnds_WhileProducersLog_NoGapsAndEveryReturnedLine(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        const string prefix = "returned: ";
        string line = run.Output.Single(text => text.StartsWith(prefix, StringComparison.Ordinal));
        int[] returned = [.. line[prefix.Length..].Split(' ').Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
        ILookup<int, int> produced = ProducedLines();
        Assert.That(produced, Has.Count.EqualTo(returned.Length));
        foreach (IGrouping<int, int> producer in produced)
        {
            int count = producer.Count();
            Assert.That(count, Is.GreaterThanOrEqualTo(returned[producer.Key]), $"producer {producer.Key}");
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, count)), $"producer {producer.Key}");
        }
    }

    /// <summary>Without a handler of its own, or with one that flushes, relies on us, or has more to say.</summary>
    [TestCase("crash")]
    [TestCase("crash-fatal", "crashed: the scenario's crash")]
    [TestCase("crash-flush", "crashed: the scenario's crash")]
    [TestCase("crash-late", "crashed: the scenario's crash")]
    [TestCase("crash-info", "crashed: the scenario's crash", "last words")]
    [Demand("B7")]
    public void ProcessCrashes_EveryLineIsInTheFileAndWhatTheHandlerLogsIsLast(string scenario, params string[] last)
    {
        ProbeRun run = Run(scenario, CrashCode);

        AssertLines("exit", last);
        Assert.That(run.Output, Does.Not.Contain("flushed: False"), run.Transcript);
    }

    /// <summary>What is lost: all that waits. What was flushed before is not.</summary>
    [Test]
    public void ProcessFailsFast_LinesWait_ExactlyTheyAreMissingInTheFile()
    {
        ProbeRun run = Run("fail-fast", FailFastCode);

        Assert.That(run.Output, Does.Contain("flushed: True"), run.Transcript);
        AssertLines("exit");
    }

    [TestCase("HUP", 1)]
    [TestCase("QUIT", 3)]
    [TestCase("TERM", 15)]
    [TestCase("INT", 2)]
    [Platform(Exclude = "Win")]
    public void ProcessIsSignalled_LinesWait_EveryLineIsInTheFileAndTheSignalEndsIt(string signal, int number)
    {
        ProbeRun run = Start("wait");
        run.AwaitLine("ready");
        run.SkipTestWhereIgnored(number);
        Assert.That(Folder.Lines("exit"), Has.Count.LessThan(Lines), "some lines only come at the end");

        run.Signal(signal);

        run.AssertEndsWith(128 + number);
        AssertLines("exit");
    }

    /// <summary>Its closeTimeout is 500 ms. That it ends at all is what the minute of patience is for.</summary>
    [TestCase("hung", 48)]
    [TestCase("hung-exit", 49)]
    [Demand("B3")]
    public void ProcessEndsAndChildNeverReturns_EndsAndSaysWhatWasLeft(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        Assert.That(run.Output, Has.Exactly(1).Contains("10 waiting event(s) were dropped, 1 more"), run.Transcript);
    }

    /// <summary>The call that waits holds the read lock of its logger, for whose write lock log4net's own shutdown waits.</summary>
    [Test]
    [Demand("B3")]
    public void ProcessEndsWhileACallerWaitsWithoutLimitAndChildNeverReturns_Ends() => Run("hung-blocked", 65);

    [Test]
    public void ProcessCrashes_ChildNeverReturns_Ends() => Run("hung-crash", CrashCode);

    [Test]
    [Platform(Exclude = "Win")]
    public void ProcessIsSignalled_ChildNeverReturns_Ends()
    {
        ProbeRun run = Start("hung-wait");
        run.AwaitLine("ready");

        run.Signal("TERM");

        run.AssertEndsWith(128 + 15);
    }

    [Test]
    [Demand("M2")]
    public void ConsoleChild_EveryLineIsOnTheConsole()
    {
        ProbeRun run = Run("console", 50);

        Assert.That(run.Output, Is.EqualTo(Enumerable.Range(0, 1000).Select(i => $"line {i}")));
    }

    /// <summary>How the runtime ends after an unhandled exception: SIGABRT, or on Windows the exception's own code.</summary>
    private static int CrashCode => OperatingSystem.IsWindows() ? unchecked((int)0xE0434352) : 128 + 6;

    /// <summary>SIGABRT as well, or on Windows a code for it.</summary>
    private static int FailFastCode => OperatingSystem.IsWindows() ? unchecked((int)0x80131623) : 128 + 6;

    private void AssertLines(string file, params string[] last) =>
        Assert.That(Folder.Lines(file), Is.EqualTo(Enumerable.Range(0, Lines).Select(i => $"line {i}").Concat(last)));

    private ILookup<int, int> ProducedLines() => Folder.Lines("exit").Select(line => line.Split(' ')).ToLookup(
        parts => int.Parse(parts[0], CultureInfo.InvariantCulture), parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
}
