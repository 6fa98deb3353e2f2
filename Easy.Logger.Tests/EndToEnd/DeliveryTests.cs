using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>When lines arrive, in which order, and the times in them.</summary>
internal sealed class DeliveryTests : SceneTests<LogScene>
{
    private const string Never = """<idleTime value="3600000" />""";

    /// <summary>Each comes after its own idle time, without anything that follows it.</summary>
    [Test]
    [Demand("I9")]
    public void SingleEventsNowAndThen_EachIsInTheFileByItself()
    {
        Scene.ConfigureFile("""<idleTime value="100" />""");
        List<string> lines = [];
        for (int i = 0; i < 5; i++)
        {
            lines.Add($"line {i}");
            Scene.Log().Info(lines[i]);
            Scene.AwaitLines([.. lines]);
        }

        Eventually.Holds(() => Scene.Appender.Statistics.Pending == 0, "the last one is booked: it is in the file a moment before");
        Assert.That(Scene.Appender.Statistics.Batches, Is.EqualTo(5));
    }

    /// <summary>Idle time is an hour, so nothing else brings them there.</summary>
    [TestCase("", "ERROR")]
    [TestCase("", "FATAL")]
    [TestCase("""<flushLevel value="INFO" />""", "INFO")]
    [TestCase("""<evaluator type="log4net.Core.LevelEvaluator"><threshold value="WARN" /></evaluator>""", "WARN")]
    [Demand("B8")]
    public void EventAtFlushLevel_IsInTheFileAtOnceWithAllBefore(string options, string level)
    {
        Scene.ConfigureFile(Never + options);
        Scene.Log().Debug("before");

        Scene.Log().Logger.Log(typeof(DeliveryTests), Scene.Repository.Hierarchy.LevelMap[level], "urgent", exception: null);

        Scene.AwaitLines("before", "urgent");
    }

    /// <summary>
    /// Through the entry point that programs use, and by the loop that people copy from each other to flush every buffer they have. Only
    /// this test may touch the default repository.
    /// </summary>
    [Test]
    [Demand("B9")]
    public void FlushThroughLogManagerOrTheBaseType_LinesAreInTheFile()
    {
        Scene.ConfigureFile(Never);
        Hierarchy byDefault = (Hierarchy)LogManager.GetRepository();
        byDefault.Root.AddAppender(Scene.Appender);
        byDefault.Configured = true;
        try
        {
            LogManager.GetLogger(typeof(DeliveryTests)).Info("a");
            Assert.That(Scene.Lines(), Is.Empty);

            Assert.That(LogManager.Flush(30_000), Is.True);

            Assert.That(Scene.Lines(), Is.EqualTo(new[] { "a" }));
            LogManager.GetLogger(typeof(DeliveryTests)).Info("logging goes on");
            foreach (IAppender appender in LogManager.GetRepository().GetAppenders())
            {
                (appender as BufferingAppenderSkeleton)?.Flush();
            }

            Assert.That(Scene.Lines(), Is.EqualTo(new[] { "a", "logging goes on" }));
        }
        finally
        {
            byDefault.Root.RemoveAppender(Scene.Appender);
        }
    }

    /// <summary>Close cuts each thread's lines at one place; what comes before it is whole.</summary>
    [Test]
    [Demand("D1")]
    public void ClosedWhileSixteenThreadsLogAndFlush_NumbersPerThreadRiseWithoutGaps()
    {
        const int threads = 16;
        Scene.ConfigureFile(
            """
            <idleTime value="1" /><bufferSize value="16" /><queueLimit value="64" /><blockTimeout value="-1" /><closeTimeout value="-1" />
            <reportLoss value="false" />
            """,
            "%property{producer} %message%newline");
        AsyncBufferingForwardingAppender appender = Scene.Appender;
        ILog log = Scene.Log();
        using CancellationTokenSource stop = new();
        Task[] producers =
        [
            .. Enumerable.Range(0, threads).Select(
                producer => Task.Factory.StartNew(() => Produce(producer), TaskCreationOptions.LongRunning))
        ];
        Eventually.Holds(() => appender.Statistics.Forwarded > 5_000, "lines are written");

        Eventually.Returns(appender.Close, "Close");

        stop.Cancel();
        Eventually.Returns(() => Task.WaitAll(producers), "the producers");
        ILookup<string, int> numbers = Scene.Lines().Select(line => line.Split(' '))
            .ToLookup(parts => parts[0], parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
        Assert.That(numbers, Has.Count.GreaterThan(1));
        foreach (IGrouping<string, int> producer in numbers)
        {
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, producer.Count())), $"producer {producer.Key}");
        }

        void Produce(int producer)
        {
            ThreadContext.Properties["producer"] = producer;
            for (int i = 0; !stop.IsCancellationRequested; i++)
            {
                log.Info(i);
                if (i % 200 == producer)
                {
                    appender.Flush(-1);
                }
            }
        }
    }

    /// <summary>The child rolls by the time of writing; the line keeps the time of its call.</summary>
    [TestCase("")]
    [TestCase("""<batchRendering value="false" />""")]
    [Demand("D3")]
    public void MadeBeforeMidnightAndWrittenAfterIt_IsOnceInTheNextDaysFileWithItsOwnTime(string options)
    {
        const string rolling =
            """
            <rollingStyle value="Date" /><datePattern value=".yyyy-MM-dd" />
            <dateTimeStrategy type="Easy.Logger.Tests.EndToEnd.DeliveryTests+Midnight, Easy.Logger.Tests" />
            """;
        Scene.ConfigureFile(
            """<idleTime value="3600000" />""" + options, "%utcdate{yyyy-MM-dd HH:mm:ss.fff} %message%newline", rolling,
            "RollingFileAppender");
        Midnight clock = (Midnight)Scene.Repository.Appender<RollingFileAppender>().DateTimeStrategy;
        Log(clock.Now.AddSeconds(-1), "early");
        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Log(clock.Now, "late");

        clock.Now = clock.Now.AddMilliseconds(500);

        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Assert.That(Scene.Lines("file.log.2026-02-28"), Is.EqualTo(new[] { "2026-02-28 23:59:58.900 early" }));
        Assert.That(Scene.Lines(), Is.EquivalentTo(new[] { "2026-02-28 23:59:58.900 early", "2026-02-28 23:59:59.900 late" }));
    }

    private void Log(DateTime time, string message) => Scene.Log().Logger.Log(new LoggingEvent(new LoggingEventData
    {
        TimeStampUtc = DateTime.SpecifyKind(time, DateTimeKind.Utc),
        Level = Level.Info,
        LoggerName = "test",
        Message = message,
    }));

    /// <summary>What a rolling file takes for the time: a tenth of a second before midnight, until a test moves it on.</summary>
    internal sealed class Midnight : RollingFileAppender.IDateTime
    {
        public DateTime Now { get; set; } = new(2026, 2, 28, 23, 59, 59, 900, DateTimeKind.Local);
    }
}
