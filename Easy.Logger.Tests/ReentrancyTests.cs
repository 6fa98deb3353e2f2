namespace Easy.Logger.Tests;

/// <summary>
/// Filters, messages and children that log, throw or interrupt their own thread: nothing loops, nothing waits for itself, and what is not
/// written is counted where it failed, and nowhere else.
/// </summary>
internal sealed class ReentrancyTests : AppenderTests, IDisposable
{
    private const int Events = 10;

    private readonly TestRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Test]
    [Demand("E10")]
    public void FilterOrMessageLogs_EndsCountsAndWritesTheOuterLine([Values] bool isTheFilter)
    {
        ILog log = _repository.Log();
        Activate();
        if (isTheFilter)
        {
            Appender.AddFilter(new DelegatingFilter(_ =>
            {
                log.Info("inner");
                return FilterDecision.Neutral;
            }));
        }

        _repository.Attach(Appender);

        Eventually.Returns(() => log.Info(isTheFilter ? "outer" : new LogsItself(log)), "the log call");

        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That(Child.Messages, Is.EqualTo(isTheFilter ? new[] { "inner", "outer" } : ["text", "text"]));
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Reentrant), isTheFilter ? Is.EqualTo(1) : Is.Positive);
    }

    [Test]
    public void DoAppend_TwoForwardersWhoseChildrenLog_DoNotFeedEachOther()
    {
        GatedAppender second = new() { Name = "second" };
        AsyncBufferingForwardingAppender other = Forwarder(second);
        Activate();
        _repository.Attach(Appender).Hierarchy.Root.AddAppender(other);
        ILog log = _repository.Log();
        Child.OnAppend = _ => log.Info("by first");
        second.OnAppend = _ => log.Info("by second");

        log.Info("outer");

        // Each round can only be the re-entrant event of the one before; two rounds end all of it.
        for (int round = 0; round < 4; round++)
        {
            Eventually.Returns(() => Appender.Flush(-1), "Flush");
            Eventually.Returns(() => other.Flush(-1), "Flush");
        }

        Assert.That(Child.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(second.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(Appender.Statistics.Pending + other.Statistics.Pending, Is.Zero);
    }

    [Test]
    public void DoAppend_IsClosed_ErrorHandlerGetsItAndWhatThatThrowsIsReported()
    {
        CollectingErrorHandler errors = new();
        Appender.ErrorHandler = errors;
        Activate();
        Appender.Close();

        Log("rejected");
        Assert.That(errors.Errors, Has.Count.EqualTo(1).And.Some.Contains("is closed"));
        Appender.ErrorHandler = new ThrowingErrorHandler();
        Log("rejected");

        Assert.That(Appender.Statistics.Rejected, Is.EqualTo(2));
        Assert.That(Appender.Statistics.LastError, Does.StartWith("the error handler: "));
    }

    /// <summary>A ring that is built in code. One in XML ends the process inside log4net, before any appender is asked.</summary>
    [Test]
    [Demand("A7")]
    public void ContainersInARing_AreRefusedAndLoggingGoesOn()
    {
        using InternalMessages messages = new();
        Activate();
        ForwardingAppender one = new() { Name = "one" };
        ForwardingAppender two = new() { Name = "two" };
        one.AddAppender(two);
        two.AddAppender(one);
        two.AddAppender(Appender);

        Eventually.Returns(() => Appender.AddAppender(one), "AddAppender");

        // log4net's own containers close a ring without end, also from their finalizers.
        one.RemoveAppender(two);
        two.RemoveAppender(one);
        two.RemoveAppender(Appender);

        Assert.That(Appender.Appenders, Has.Count.EqualTo(1));
        Assert.That(messages.Naming(Appender.Name), Has.Count.EqualTo(1).And.Some.Contains("leads back"));
        Appender.DoAppend(Some.Event("goes on"));
        Appender.Close();
        Assert.That(Child.Messages, Is.EqualTo(new[] { "goes on" }));
    }

    /// <summary>What is logged by what sends events is dropped and counted, also where that goes on on another thread.</summary>
    [Test]
    public async Task SuppressForwardingScope_LoggedInsideOnWhateverThread_IsDroppedAndCounted()
    {
        using LogScene scene = new LogScene().ConfigureFile();
        ILog log = scene.Log();

        log.Info("before");
        Task inside;
        using (SuppressForwardingScope.Begin())
        {
            log.Info("inside");
            using (SuppressForwardingScope.Begin())
            {
                log.Info("in the inner one");
            }

            log.Info("still inside");
            inside = Task.Run(async () =>
            {
                log.Info("on another thread");
                await Task.Yield();
                log.Info("on whatever thread");
            });
        }

        await inside;
        log.Info("after");
        await Task.Run(() => log.Info("outside, on another thread"));

        scene.AwaitLines("before", "after", "outside, on another thread");
        Assert.That(scene.Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(5));
    }

    [Test]
    public void DoAppend_FilterOfTheAppenderThrowsForOneEvent_ItCountsAsFailedTheCauseIsReportedAndTheOthersArrive()
    {
        const string cause = "the filter is broken";
        using InternalMessages messages = new();
        Appender.BufferSize = 1;
        Appender.AddFilter(new DelegatingFilter(
            loggingEvent => loggingEvent.RenderedMessage == "3" ? throw new FormatException(cause) : FilterDecision.Neutral));
        CollectingErrorHandler errors = new();
        Appender.ErrorHandler = errors;
        Activate();

        Log(Events);

        Appender.Flush(-1);
        Assert.That(errors.Errors, Has.Count.EqualTo(1).And.Some.Contains(nameof(FormatException)));
        BufferStatistics statistics = Appender.Statistics;
        Assert.That((statistics.Accepted, statistics.Failed, statistics.Forwarded), Is.EqualTo((10L, 1L, 9L)));
        Assert.That(Child.Messages, Has.Count.EqualTo(Events - 1).And.No.Member("3"));
        Assert.That(statistics.LastError, Does.Contain(cause));
        Eventually.Holds(
            () => messages.Naming($"[{Appender.Name}]").Any(message => message.Contains(cause, StringComparison.Ordinal)),
            "the internal log names the cause");
    }

    /// <summary>
    /// An interrupt that is pending makes the next wait of the thread throw, whoever waits. Flush and Close of an appender are calls of
    /// their own.
    /// </summary>
    [Test]
    public void AppendFlushAndClose_AppenderInterruptsItsOwnThread_NextAppenderDoesNotFail()
    {
        Appender.BufferSize = 1;
        Appender.AddAppender(new GatedAppender
        {
            OnAppend = _ => Interrupt(),
            OnFlush = _ => Interrupt(),
            OnClose = () => Interrupt(),
        });
        Child.OnAppend = _ => WaitAMoment();
        Child.OnFlush = _ => WaitAMoment();
        Child.OnClose = () => WaitAMoment();
        Activate();

        Log(Events);

        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush"), Is.True, Appender.Statistics.LastError);
        Assert.That(Child.Messages, Has.Count.EqualTo(Events));
        Appender.Close();
        Assert.That((Appender.Statistics.Failed, Appender.Statistics.LastError), Is.EqualTo((0L, (string?)null)));
    }

    private static bool Interrupt()
    {
        Thread.CurrentThread.Interrupt();
        return true;
    }

    /// <summary>Throws when an interrupt is pending.</summary>
    private static bool WaitAMoment()
    {
        using ManualResetEvent never = new(initialState: false);
        return !never.WaitOne(1);
    }

    private static AsyncBufferingForwardingAppender Forwarder(IAppender child) =>
        Some.Activated(new AsyncBufferingForwardingAppender { Name = Some.Name() }, child);

    private sealed class LogsItself(ILog log)
    {
        public override string ToString()
        {
            log.Info(this);
            return "text";
        }
    }
}
