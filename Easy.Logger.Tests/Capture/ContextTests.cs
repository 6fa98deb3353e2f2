using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests.Capture;

/// <summary>
/// Each line shows the time, the thread and the context of its own log call, although another thread writes it later.
/// </summary>
internal sealed class ContextTests : SceneTests<LogScene>
{
    /// <summary>Nothing is written before the test says so.</summary>
    private const string Patient = """<idleTime value="3600000" />""";

    [Test]
    [Demand("E1")]
    public async Task LogicalPropertySetBeforeAnAwait_ShowsTheValueOfTheCall()
    {
        Scene.ConfigureFile(Patient, "%property{request} %message%newline");
        LogicalThreadContext.Properties["request"] = "first";
        await Task.Yield();
        Scene.Log().Info("a");
        LogicalThreadContext.Properties["request"] = "second";
        await Task.Yield();
        Scene.Log().Info("b");
        LogicalThreadContext.Properties.Remove("request");

        AssertWritten("first a", "second b");
    }

    [Test]
    [Demand("E7")]
    public async Task PoolThread_ShowsItsNumber()
    {
        Scene.ConfigureFile(Patient, "%thread %message%newline");

        int number = await Task.Run(() =>
        {
            Scene.Log().Info("a");
            return Environment.CurrentManagedThreadId;
        });

        AssertWritten($"{number} a");
    }

    [TestCase("%ndc")]
    [TestCase("%property{NDC}")]
    [Demand("E8")]
    public void NdcPoppedBeforeTheWrite_ShowsWhatWasPushed(string converter)
    {
        Scene.ConfigureFile(Patient, $"{converter} %message%newline");
        using (NDC.Push("outer"))
        using (NDC.Push("inner"))
        {
            Scene.Log().Info("a");
        }

        AssertWritten("outer inner a");
    }

    [Test]
    [Demand("E5")]
    public void ContextChangesAfterTheCall_ShowsTheValueOfTheCallComputedOnItsThread()
    {
        Scene.ConfigureFile(Patient, "%property{step} %property{computed} %message%newline");
        int thread = 0;
        Fidelity.Comparison.OnCaller(() =>
        {
            ThreadContext.Properties["step"] = "one";
            ThreadContext.Properties["computed"] = new Computed(() => thread = Environment.CurrentManagedThreadId);
            Scene.Log().Info("a");
            ThreadContext.Properties["step"] = "two";
            Assert.That(thread, Is.EqualTo(Environment.CurrentManagedThreadId), "evaluated on the caller's thread");
        });

        AssertWritten("one computed a");
    }

    /// <summary>By itself the appender fixes the caller's place because, and only because, the layout prints it.</summary>
    [TestCase("")]
    [TestCase("""<fix value="Message, LocationInfo" />""")]
    [Demand("E3")]
    public void LayoutPrintsTheMethod_NamesTheCaller(string options)
    {
        Scene.ConfigureFile(Patient + options, "%M %message%newline");

        Fidelity.Located.Info(Scene.Log(), "a");

        AssertWritten($"{nameof(Fidelity.Located.Info)} a");
    }

    /// <summary>
    /// A chosen Fix is obeyed. What it leaves out is not there any more, but the line is whole, and the one that log4net's own buffer
    /// writes.
    /// </summary>
    [TestCase("%M", "268")]
    [TestCase("%location", "268")]
    [TestCase("%class %file %line", "268")]
    [TestCase("%stacktrace{2}", "268")]
    [TestCase("%username %identity %appdomain", "268")]
    [TestCase("%username %identity %appdomain", "Message")]
    [Demand("E2", "E3")]
    public void LayoutPrintsWhatFixLeavesOut_LineIsCompleteAndThatOfLog4NetsBuffer(string converters, string fix)
    {
        string pattern = $"[{converters}] %message%newline";
        Scene.Configure(
            Scene.File("file", pattern),
            Scene.File("log4net", pattern),
            Scene.Async($"""{Patient}<fix value="{fix}" />""", "file"),
            $"""<appender name="buffer" type="log4net.Appender.BufferingForwardingAppender"><fix value="{fix}" />"""
                + """<appender-ref ref="log4net" /></appender>""",
            LogScene.Root(Scene.Name, "buffer"));

        Fidelity.Comparison.OnCaller(() => Scene.Log().Info("a")); // whose identity would show

        Scene.Shutdown();
        Assert.That(Scene.Lines(), Has.Count.EqualTo(1).And.All.EndsWith("] a"));
        Assert.That(Scene.Lines(), Is.EqualTo(Scene.Lines("log4net")));
    }

    [TestCase("", true)]
    [TestCase("""<lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" /></evaluator>""", true)]
    [TestCase("""<evaluator type="log4net.Core.LevelEvaluator"><threshold value="FATAL" /></evaluator>""", true)]
    [TestCase("""<overflow value="DropLowestLevel" />""", true)]
    [TestCase("", false)]
    public void DoAppend_ChildReadsTheEvent_ItIsFixedAsByTheCaller(string options, bool fileBeside)
    {
        Scene.Configure(
            """<appender name="memory" type="log4net.Appender.MemoryAppender" />""", Scene.File(),
            Scene.Async(Patient + options, fileBeside ? ["file", "memory"] : ["memory"]), LogScene.Root(Scene.Name));

        Scene.Log().ErrorFormat("{0}", 42);

        Assert.That(Scene.Appender.Flush(-1), Is.True);
        LoggingEvent seen = Scene.Repository.Appender<MemoryAppender>().GetEvents().Single();
        LoggingEvent expected = Some.Event();
        expected.Fix = Scene.Appender.Fix;
        Assert.That((seen.RenderedMessage, seen.Fix), Is.EqualTo(("42", expected.Fix)));
    }

    /// <summary>log4net caches the text of the last second per format; one batch may span many of them.</summary>
    [Test]
    [Demand("D2")]
    public void TwoDatePatternsAndEventsSpreadOverThreeSeconds_EachLineShowsItsOwnTime()
    {
        Scene.Configure(
            Scene.File("first", "%utcdate{ISO8601} %message%newline"),
            Scene.File("second", "%utcdate{HH:mm:ss.fff} %utcdate{ABSOLUTE} %message%newline"),
            Scene.Async(Patient, "first", "second"),
            LogScene.Root(Scene.Name));
        DateTime start = new(2026, 2, 28, 23, 59, 58, 500, DateTimeKind.Utc);
        DateTime[] times = [.. Enumerable.Range(0, 30).Select(i => start.AddMilliseconds(i * 100))];
        foreach (DateTime time in times)
        {
            Scene.Log().Logger.Log(new LoggingEvent(new LoggingEventData
            {
                TimeStampUtc = time,
                Level = Level.Info,
                LoggerName = "test",
                Message = "a",
                ThreadName = "t",
                Domain = "d",
            }));
        }

        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Assert.That(Scene.Appender.Statistics.LargestBatch, Is.EqualTo(times.Length));
        Assert.That(Scene.Lines("first"), Is.EqualTo(times.Select(time => Text(time, "yyyy-MM-dd HH:mm:ss,fff") + " a")));
        Assert.That(
            Scene.Lines("second"), Is.EqualTo(times.Select(time => $"{Text(time, "HH:mm:ss.fff")} {Text(time, "HH:mm:ss,fff")} a")));
    }

    /// <summary>Exceptions change, as lists do. Their text is taken on the caller's thread.</summary>
    [Test]
    [Demand("E6")]
    public void ListAndExceptionChangeAfterTheCall_OldTextsAreWrittenAndNothingFails()
    {
        Scene.ConfigureFile(Patient, "%message%newline");
        List<string> parts = ["x", "y"];
        Scene.Log().Info(parts);
        Scene.Log().Warn(parts, new ChangingException(parts));
        parts.Clear();

        AssertWritten("{x, y}", "{x, y}", "parts: x y");
        Assert.That(Scene.Complaints, Is.Empty);
    }

    /// <summary>Each waits for the other, so one that came after the other would wait for ever.</summary>
    [Test]
    [Demand("I7")]
    public void MessagesOfTwoThreads_AreRenderedSideBySide()
    {
        Scene.ConfigureFile(Patient);
        using Barrier both = new(2);
        Task[] calls =
        [
            .. Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(
                () => Scene.Log().Info(new Computed(both.SignalAndWait)), TaskCreationOptions.LongRunning)),
        ];

        Eventually.Returns(() => Task.WaitAll(calls), "both calls");

        AssertWritten("computed", "computed");
    }

    private static string Text(DateTime time, string format) => time.ToString(format, CultureInfo.InvariantCulture);

    private void AssertWritten(params string[] lines)
    {
        Assert.That(Scene.Lines(), Is.Empty, "the caller has moved on before anything is written");
        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Assert.That(Scene.Lines(), Is.EqualTo(lines));
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, with its parts.")]
    private sealed class ChangingException(List<string> parts) : Exception
    {
        public override string ToString() => $"parts: {string.Join(' ', parts)}";
    }

    private sealed class Computed(Action compute) : IFixingRequired
    {
        public object GetFixedObject() => "log4net prints the object, not this";

        public override string ToString()
        {
            compute();
            return "computed";
        }
    }
}
