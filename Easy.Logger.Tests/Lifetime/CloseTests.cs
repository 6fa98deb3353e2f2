namespace Easy.Logger.Tests.Lifetime;

/// <summary>Close, Flush and a worker that goes on. The end of a process is in ExitTests.</summary>
internal sealed class CloseTests
{
    private const string Never = """<idleTime value="3600000" />""";

    /// <summary>An hour is allowed; whoever waited for a fixed time would wait for all of it.</summary>
    [TestCase(0, false)]
    [TestCase(1000, false)]
    [TestCase(1000, true)]
    [Demand("B2")]
    public void NothingLeftToWrite_CloseReturnsAtOnce(int lines, bool isThroughTheBaseType)
    {
        using GatedScene gated = new(Never + """<closeTimeout value="3600000" />""");
        gated.Log(lines);

        Eventually.Returns(isThroughTheBaseType ? ((AppenderSkeleton)gated.Appender).Close : gated.Appender.Close, "Close");

        Assert.That(gated.Child.Messages, Has.Count.EqualTo(lines));
    }

    /// <summary>With a deadline for each batch, all of them would come through, in a minute.</summary>
    [Test]
    [Demand("B3")]
    public void EveryBatchTakesItsTime_OneDeadlineHoldsForAllAndWhatIsLeftIsReported()
    {
        const int events = 600;
        using ManualResetEventSlim fast = new();
        using GatedScene gated = new(Never + """<bufferSize value="1" /><closeTimeout value="200" />""");
        gated.Child.OnAppend = _ => fast.Wait(100);
        gated.Log(events);

        Eventually.Returns(gated.Appender.Close, "Close");

        long left = gated.Appender.Statistics.DroppedFor(DropReason.Closing);
        fast.Set();
        Workers.AssertNoneLeft([gated.Appender]);
        Assert.That(left, Is.Positive);
        Assert.That(gated.Appender.Statistics.Forwarded, Is.EqualTo(events - left));
        Assert.That(gated.Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(
            gated.Scene.Complaints[0], Does.Contain($"closed after closeTimeout (200 ms): {left} waiting event(s) were dropped"));
    }

    /// <summary>At the end of a process that somebody closes at the same time: nothing is reported when that has returned.</summary>
    [Test]
    [Demand("B3")]
    public void SeveralThreadsWaitForTheClose_EachReturnsWhenWhatIsLeftIsReported()
    {
        using GatedScene gated = new(Never + """<queueLimit value="100000" /><closeTimeout value="100" /><fix value="Message" />""");
        gated.HoldWorker();
        gated.Log(90_000);
        ConcurrentQueue<int> reports = new();

        Threads.Run(4, _ =>
        {
            gated.Appender.Drainable.BeginClose()();
            InternalLogs.Flush();
            reports.Enqueue(gated.Scene.Complaints.Count);
        });

        Assert.That(reports, Is.EqualTo(new[] { 1, 1, 1, 1 }));
    }

    [TestCase(30_000)]
    [TestCase(-1)]
    [Demand("B4")]
    public void ChildComesBackBeforeCloseTimeout_CloseWaitsForAll(int closeTimeout)
    {
        using GatedScene gated = new(Never + $"""<closeTimeout value="{closeTimeout}" />""");
        gated.HoldWorker();
        gated.Log(10);
        using BackgroundCall<bool> close = gated.BeginClose();
        close.AwaitBlockedOrDone();

        gated.Child.OpenGate();

        Assert.That(close.Result, Is.True);
        Assert.That(gated.Child.Messages, Has.Count.EqualTo(11));
        Assert.That(gated.Scene.Complaints, Is.Empty);
    }

    [TestCase(typeof(OutOfMemoryException))]
    [TestCase(typeof(IOException))]
    [TestCase(typeof(OperationCanceledException))]
    [TestCase(typeof(ThreadInterruptedException))]
    [Demand("B12")]
    public void ChildThrowsOnce_TheNextEventIsWrittenAndOneIsCounted(Type error)
    {
        using GatedScene gated = new(Never);
        gated.Child.OnAppend = _ =>
        {
            gated.Child.OnAppend = null;
            throw (Exception)Activator.CreateInstance(error)!;
        };
        gated.Scene.Log().Info("fails");
        Assert.That(Eventually.Returns(() => gated.Appender.Flush(-1), "Flush"), Is.False);

        gated.Scene.Log().Info("next");

        Assert.That(Eventually.Returns(() => gated.Appender.Flush(-1), "Flush"), Is.True);
        Assert.That(gated.Child.Messages, Is.EqualTo(new[] { "next" }));
        Assert.That(gated.Appender.Statistics.Failed, Is.EqualTo(1));
        Assert.That(gated.Scene.Complaints[0], Does.Contain(error.Name));
    }

    /// <summary>log4net closes also what it could not activate, and a program may do so again.</summary>
    [TestCase("made")]
    [TestCase("without a child")]
    [TestCase("half activated")]
    [Demand("B13")]
    public void NeverFullyActivated_CloseThrowsNothing(string state)
    {
        AsyncBufferingForwardingAppender appender = Make(state);

        Assert.That(appender.Close, Throws.Nothing);
        Assert.That(appender.Close, Throws.Nothing);
        Assert.That(((AppenderSkeleton)appender).Close, Throws.Nothing);
        Workers.AssertNoneLeft([appender]);
    }

    /// <summary>An exception in a finalizer would end the whole run of tests.</summary>
    [TestCase("made")]
    [TestCase("without a child")]
    [TestCase("half activated")]
    [Demand("B13")]
    public void NobodyKeepsIt_ItsFinalizerThrowsNothing(string state) => Eventually.IsCollected(Forget(state), "the appender");

    /// <summary>Not inlined, so that no variable of the test keeps the appender.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Forget(string state) => new(Make(state), trackResurrection: true);

    private static AsyncBufferingForwardingAppender Make(string state)
    {
        AsyncBufferingForwardingAppender appender = state == "half activated"
            ? new HalfActivatedAppender()
            : new AsyncBufferingForwardingAppender();
        appender.Name = Some.Name();
        appender.IdleTime = 3_600_000;
        if (state != "without a child")
        {
            appender.AddAppender(new GatedAppender());
        }

        if (state == "half activated")
        {
            Assert.Throws<InvalidOperationException>(appender.ActivateOptions);
        }
        else if (state != "made")
        {
            appender.ActivateOptions();
        }

        return appender;
    }
}
