namespace Easy.Logger.Tests.Lifetime;

/// <summary>
/// What is in the file after a program has ended, each way of ending in a process of its own. Idle time is an hour there, so the last lines
/// only come through what happens at the end. FailFast and a stack overflow are left out: the runtime runs nobody's code after them.
/// </summary>
[Category("Exit")]
internal sealed class ExitTests : ProbeTests
{
    private const int Lines = 10_000;
    private const int Producers = 4;

    /// <summary>
    /// Neither is the queue forgotten nor is the process kept alive by its worker. In the last one all lines wait in the appender that the
    /// reload is about to close.
    /// </summary>
    [TestCase("return", 41, "")]
    [TestCase("exit", 43, "")]
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

    /// <summary>
    /// Every line whose call had returned before the end began is there, and none is missing before the last of its thread.
    /// </summary>
    [TestCase("return-producers", 42)]
    [TestCase("exit-producers", 44)]
    public void ProcessEnds_WhileProducersLog_NoGapsAndEveryReturnedLine(string scenario, int exitCode)
    {
        ProbeRun run = Run(scenario, exitCode);

        const string prefix = "returned: ";
        string line = run.Output.Single(text => text.StartsWith(prefix, StringComparison.Ordinal));
        int[] returned = [.. line[prefix.Length..].Split(' ').Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
        ILookup<int, int> produced = Folder.Lines("exit").Select(text => text.Split(' ')).ToLookup(
            parts => int.Parse(parts[0], CultureInfo.InvariantCulture), parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
        Assert.That(produced, Has.Count.EqualTo(returned.Length));
        foreach (IGrouping<int, int> producer in produced)
        {
            int count = producer.Count();
            Assert.That(count, Is.GreaterThanOrEqualTo(returned[producer.Key]), $"producer {producer.Key}");
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, count)), $"producer {producer.Key}");
        }
    }

    /// <summary>Without a handler of its own, or with one that comes before or after ours, or has more to say.</summary>
    [TestCase("crash")]
    [TestCase("crash-fatal", "crashed: the scenario's crash")]
    [TestCase("crash-late", "crashed: the scenario's crash")]
    [TestCase("crash-info", "crashed: the scenario's crash", "last words")]
    [Demand("B7")]
    public void ProcessCrashes_EveryLineIsInTheFileAndWhatTheHandlerLogsIsLast(string scenario, params string[] last)
    {
        Run(scenario, CrashCode);

        AssertLines("exit", last);
    }

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

    /// <summary>Its closeTimeout is 500 ms. That it ends at all is what the minute of patience is for.</summary>
    [Test]
    [Demand("B3")]
    public void ProcessEndsAndChildNeverReturns_EndsAndSaysWhatWasLeft()
    {
        ProbeRun run = Run("hung", 48);

        Assert.That(run.Output, Has.Exactly(1).Contains("10 waiting event(s) were dropped, 1 more"), run.Transcript);
    }

    /// <summary>How the runtime ends after an unhandled exception: SIGABRT, or on Windows the exception's own code.</summary>
    private static int CrashCode => OperatingSystem.IsWindows() ? unchecked((int)0xE0434352) : 128 + 6;

    private void AssertLines(string file, params string[] last) =>
        Assert.That(Folder.Lines(file), Is.EqualTo(Enumerable.Range(0, Lines).Select(i => $"line {i}").Concat(last)));

    private long[] Returned()
    {
        string path = Folder.File("returned");
        byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
        return bytes.Length < Producers * sizeof(long) ? [0]
            : [.. Enumerable.Range(0, Producers).Select(id => BitConverter.ToInt64(bytes, id * sizeof(long)))];
    }
}
