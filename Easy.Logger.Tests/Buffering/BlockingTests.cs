namespace Easy.Logger.Tests.Buffering;

/// <summary>A log call while something behind it stands still.</summary>
internal sealed class BlockingTests
{
    /// <summary>In a process of its own, because no thread of its pool ever comes back.</summary>
    [Test]
    [Category("Exit")]
    [Demand("A3")]
    public void EveryPoolThreadIsBlockedInALogCall_TheQueueDrainsWithoutThem()
    {
        using TempFolder folder = new();
        using ProbeRun run = new(TestProgram.ExitProbe, "starved-pool", folder.Path);

        run.AssertEndsWith(64);

        Assert.That(run.Output, Does.Contain("a thread of the pool was free: False"), run.Transcript);
        Assert.That(folder.Lines("exit")[^1], Is.EqualTo("alone"), "nothing but its idle time brought it here");
    }

    /// <summary>
    /// A call that waits for room holds the read lock of its logger, and a reload waits for the write lock before it closes anything.
    /// So they return at blockTimeout here; that Close itself lets callers go at once is another test.
    /// </summary>
    [Test]
    [Demand("A4")]
    public void CallersBlockedOnAFullQueue_ReturnWhenTheConfigurationIsReloaded()
    {
        const int callers = 10;
        using GatedScene gated = new("""<blockTimeout value="300" /><closeTimeout value="300" /><bufferSize value="1" />"""
            + """<queueLimit value="1" />""");
        gated.HoldWorker();
        ILog log = gated.Scene.Log();
        Task[] blocked =
            [.. Enumerable.Range(0, callers).Select(i => Task.Factory.StartNew(() => log.Info(i), TaskCreationOptions.LongRunning))];
        Eventually.Holds(() => gated.Appender.WaitingCallers > 0 || gated.Appender.Statistics.BlockedCalls > 0, "callers wait");

        Eventually.Returns(() => gated.Scene.ConfigureFile(), "the reload");

        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        gated.Child.OpenGate();
        Workers.AssertNoneLeft([gated.Appender]);
        Assert.That(gated.Scene.Appender.Flush(-1), Is.True);
        Assert.That(
            gated.Appender.Statistics.Accepted + gated.Scene.Lines().Count, Is.EqualTo(1 + callers), "counted there or written here");
    }

    /// <summary>The batch under way takes the only place, so the queue is full whenever the child logs.</summary>
    [Test]
    [Demand("A6")]
    public void ChildLogsWhileTheQueueIsFull_NeitherWaitsForItselfNorLoops()
    {
        const int lines = 100;
        using GatedScene gated = new("""<blockTimeout value="-1" /><bufferSize value="1" /><queueLimit value="1" />""");
        gated.Child.OnAppend = _ => gated.Scene.Log().Info("inner");

        Eventually.Returns(() => gated.Log(lines), "the log calls");

        Assert.That(Eventually.Returns(() => gated.Appender.Flush(-1), "Flush"), Is.True);
        Assert.That(gated.Child.Messages, Is.EqualTo(Enumerable.Range(0, lines).Select(i => $"line {i}")));
        Assert.That(gated.Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(lines));
    }

    /// <summary>
    /// A configuration closes the appenders before it, and the events queued there go to a child that needs a logger on another thread.
    /// </summary>
    [Test]
    [Demand("A8")]
    public void ChildGetsALoggerOnAnotherThread_TheConfigurationCompletes()
    {
        using GatedScene gated = new("""<idleTime value="3600000" /><closeTimeout value="-1" />""");
        gated.Child.OnAppend = _ => Eventually.Returns(() => gated.Scene.Log(Some.Name("client")), "GetLogger");
        gated.Log(10);

        Eventually.Returns(() => gated.Scene.ConfigureFile(), "the configuration");

        Assert.That(gated.Child.Messages, Has.Count.EqualTo(10));
        Assert.That((gated.Appender.Statistics.Forwarded, gated.Appender.Statistics.Failed), Is.EqualTo((10L, 0L)));
    }

    /// <summary>
    /// log4net's own Close holds the appender's lock to its end. A worker that needed it would never come to the end of the queue.
    /// </summary>
    [Test]
    [Demand("A9")]
    public void ClosedThroughTheBaseType_EverythingIsWrittenWhileTheLockIsHeld()
    {
        using GatedScene gated = new("""<closeTimeout value="-1" /><bufferSize value="100" />""");
        gated.HoldWorker();
        gated.Log(1000);
        using BackgroundCall<bool> close = gated.BeginClose(((AppenderSkeleton)gated.Appender).Close);

        gated.Child.OpenGate();

        Assert.That(close.Result, Is.True);
        Assert.That(gated.Child.Messages, Has.Count.EqualTo(1001));
    }

    /// <summary>However it was activated, a queue that gets full is emptied, and by one thread.</summary>
    [TestCase("never")]
    [TestCase("half way")]
    [TestCase("twice")]
    [TestCase("by many threads")]
    [Demand("A10")]
    public void ActivatedInOddWays_NoCallBlocksAndOneWorkerExists(string activated)
    {
        AsyncBufferingForwardingAppender appender = activated == "half way"
            ? new HalfActivatedAppender()
            : new AsyncBufferingForwardingAppender();
        appender.Name = Some.Name();
        (appender.BufferSize, appender.QueueLimit, appender.BlockTimeout) = (2, 4, -1);
        HashSet<int> workers = [];
        GatedAppender child = new() { OnAppend = _ => workers.Add(Environment.CurrentManagedThreadId) };
        appender.AddAppender(child);
        Activate(appender, activated);

        Eventually.Returns(() => LogNumbers(appender, 100), "the log calls");

        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
        Assert.That(child.Messages, Has.Count.EqualTo(100));
        Assert.That(workers, Has.Count.EqualTo(1));
        appender.Close();
        Workers.AssertNoneLeft([appender]);
    }

    private static void Activate(AsyncBufferingForwardingAppender appender, string how)
    {
        switch (how)
        {
            case "half way":
                Assert.Throws<InvalidOperationException>(appender.ActivateOptions);
                break;
            case "twice":
                appender.ActivateOptions();
                appender.ActivateOptions();
                break;
            case "by many threads":
                Eventually.Returns(() => Threads.Run(8, _ => appender.ActivateOptions()), "ActivateOptions");
                break;
        }
    }

    private static void LogNumbers(AsyncBufferingForwardingAppender appender, int count)
    {
        for (int i = 0; i < count; i++)
        {
            appender.DoAppend(Some.Event($"{i}"));
        }
    }
}
