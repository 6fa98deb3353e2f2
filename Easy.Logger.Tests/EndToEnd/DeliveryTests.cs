using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>When lines arrive, and in which order.</summary>
internal sealed class DeliveryTests
{
    private const string Never = """<idleTime value="3600000" />""";

    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    /// <summary>Each comes after its own idle time, without anything that follows it.</summary>
    [Test]
    public void I9_SingleEventsNowAndThen_EachIsInTheFileByItself()
    {
        _scene.ConfigureFile("""<idleTime value="100" />""");
        List<string> lines = [];
        for (int i = 0; i < 5; i++)
        {
            lines.Add($"line {i}");
            _scene.Log().Info(lines[i]);
            _scene.AwaitLines([.. lines]);
        }

        Eventually.Holds(() => _scene.Appender.Statistics.Pending == 0, "the last one is booked: it is in the file a moment before");
        Assert.That(_scene.Appender.Statistics.Batches, Is.EqualTo(5));
    }

    /// <summary>The promise in numbers, on a clock by hand: in the file at the idle time, not at twice of it.</summary>
    [Test]
    public void DoAppend_SingleEventOnClockByHand_IsInTheFileWhenIdleTimeIsOver()
    {
        ManualTimeProvider clock = new();
        _scene.Configure(_scene.File(), LogScene.Root("file"));
        using OwnedAppender owned = new(clock, _scene.Repository.Appender<FileAppender>());
        owned.Appender.DoAppend(Some.Event("a"));
        Eventually.Holds(() => clock.PendingTimers == 1, "the worker times the event");
        clock.Advance(TimeSpan.FromMilliseconds(499));
        Assert.That(_scene.Lines(), Is.Empty);

        clock.Advance(TimeSpan.FromMilliseconds(1));

        _scene.AwaitLines("a");
    }

    /// <summary>B8: idle time is an hour, so nothing else brings them there.</summary>
    [TestCase("", "ERROR")]
    [TestCase("", "FATAL")]
    [TestCase("""<flushLevel value="INFO" />""", "INFO")]
    [TestCase("""<evaluator type="log4net.Core.LevelEvaluator"><threshold value="WARN" /></evaluator>""", "WARN")]
    public void B8_EventAtFlushLevel_IsInTheFileAtOnceWithAllBefore(string options, string level)
    {
        _scene.ConfigureFile(Never + options);
        _scene.Log().Debug("before");

        _scene.Log().Logger.Log(typeof(DeliveryTests), _scene.Repository.Hierarchy.LevelMap[level], "urgent", exception: null);

        _scene.AwaitLines("before", "urgent");
    }

    /// <summary>
    /// Timer, full buffers, Flush from several threads and Close cut the stream anywhere; no thread's lines change their order.
    /// </summary>
    [TestCase("")]
    [TestCase("""<batchRendering value="false" />""")]
    [TestCase("""<queueLimit value="64" /><bufferSize value="16" />""")]
    [TestCase("""<overflow value="DropLowestLevel" /><queueLimit value="1000000" />""")]
    public void D1_SixteenThreads_NumbersPerThreadRiseWithoutGaps(string options)
    {
        const int threads = 16;
        const int perThread = 2000;
        _scene.ConfigureFile("""<idleTime value="1" /><blockTimeout value="-1" />""" + options, "%property{producer} %message%newline");
        ILog log = _scene.Log();
        Task[] producers =
        [
            .. Enumerable.Range(0, threads).Select(
                producer => Task.Factory.StartNew(() => Produce(producer), TaskCreationOptions.LongRunning))
        ];
        Eventually.Returns(() => Task.WaitAll(producers), "the producers");

        _scene.Shutdown();

        ILookup<string, int> numbers =
            _scene.Lines().Select(line => line.Split(' ')).ToLookup(parts => parts[0], parts => int.Parse(parts[1]));
        Assert.That(numbers, Has.Count.EqualTo(threads));
        foreach (IGrouping<string, int> producer in numbers)
        {
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, perThread)), $"producer {producer.Key}");
        }

        void Produce(int producer)
        {
            ThreadContext.Properties["producer"] = producer;
            for (int i = 0; i < perThread; i++)
            {
                log.Logger.Log(typeof(DeliveryTests), i % 700 == 0 ? Level.Error : Level.Info, i, exception: null);
                if (i % 1000 == producer)
                {
                    Assert.That(_scene.Appender.Flush(-1), Is.True);
                }
            }
        }
    }

    /// <summary>B9, through the entry point that programs use. The only test that may touch the default repository.</summary>
    [Test]
    public void B9_FlushThroughLogManager_IsTrueAndTheLinesAreInTheFile()
    {
        _scene.ConfigureFile(Never);
        Hierarchy byDefault = (Hierarchy)LogManager.GetRepository();
        byDefault.Root.AddAppender(_scene.Appender);
        byDefault.Configured = true;
        try
        {
            LogManager.GetLogger(typeof(DeliveryTests)).Info("a");
            Assert.That(_scene.Lines(), Is.Empty);

            Assert.That(LogManager.Flush(30_000), Is.True);

            Assert.That(_scene.Lines(), Is.EqualTo(new[] { "a" }));
            LogManager.GetLogger(typeof(DeliveryTests)).Error("logging goes on");
            _scene.AwaitLines("a", "logging goes on");
        }
        finally
        {
            byDefault.Root.RemoveAppender(_scene.Appender);
        }
    }

    /// <summary>The loop that people copy from each other to flush every buffer they have.</summary>
    [Test]
    public void Flush_ThroughTheBaseType_WritesWhatWaits()
    {
        _scene.ConfigureFile(Never);
        _scene.Log().Info("a");
        Assert.That(_scene.Lines(), Is.Empty);

        foreach (IAppender appender in _scene.Repository.Hierarchy.GetAppenders())
        {
            (appender as BufferingAppenderSkeleton)?.Flush();
        }

        Assert.That(_scene.Lines(), Is.EqualTo(new[] { "a" }));
    }

    /// <summary>An appender made in code with a clock of the test's.</summary>
    private sealed class OwnedAppender : IDisposable
    {
        public OwnedAppender(TimeProvider clock, IAppender child)
        {
            Appender = new AsyncBufferingForwardingAppender(clock) { Name = Some.Name() };
            Appender.AddAppender(child);
            Appender.ActivateOptions();
        }

        public AsyncBufferingForwardingAppender Appender { get; }

        public void Dispose()
        {
            Appender.Close();
            Workers.AssertNoneLeft([Appender]);
        }
    }
}
