namespace Easy.Logger.Tests.Fidelity;

/// <summary>Forwarders of any kind may stand between async appenders: an event that is forwarded is not one that is logged.</summary>
internal sealed class ForwarderChainTests
{
    private readonly TestRepository _repository = new();
    private readonly Output _output = Output.Text("%message ");
    private readonly List<AsyncBufferingForwardingAppender> _chain = [];

    [TearDown]
    public void End() => _repository.Dispose();

    [Test]
    public void ForwardersThatCreateNewEvents_BetweenAsyncAppenders_PassEveryEventOn()
    {
        _repository.Attach(Async(Masking(Async(Masking(Async(_output.Appender))))));

        _repository.Log().LogNumbers(1000);

        Assert.That(Flushed(), Is.EqualTo(Numbers(1000)));
    }

    [Test]
    public void EventThatAnAppenderLogs_ToAnotherAsyncAppender_LeavesTheOthersOfItsBatchAlone()
    {
        using TestRepository inner = new();
        inner.Attach(Comparison.NewAsync(new SingleTakingAppender { OnAppend = _ => _repository.Log().Info("inner") }));
        _repository.Attach(Async(Masking(Async(_output.Appender))));
        inner.Log().Info("outer");
        inner.Appender<AsyncBufferingForwardingAppender>().Flush(-1);

        _repository.Log().LogNumbers(3300);

        Assert.That(Flushed().Where(word => word != "inner"), Is.EqualTo(Numbers(3300)));
    }

    /// <summary>Each of them may take events of its own levels.</summary>
    [Test]
    public void OneAppender_ReachedByTwoWays_HasTheEventsInTheirOrder()
    {
        ForwardingAppender errors = Comparison.Attached(new ForwardingAppender { Threshold = Level.Error }, _output.Appender);
        ForwardingAppender others = Comparison.Attached(new ForwardingAppender(), _output.Appender);
        others.AddFilter(new LevelRangeFilter { LevelMax = Level.Warn });
        AsyncBufferingForwardingAppender first = Async(errors);
        first.AddAppender(others);
        _repository.Attach(first);

        for (int i = 0; i < 10; i++)
        {
            _repository.Log().Logger.Log(typeof(ForwarderChainTests), i % 2 == 0 ? Level.Info : Level.Error, i, exception: null);
        }

        Assert.That(Flushed(), Is.EqualTo(Numbers(10)));
    }

    /// <summary>The first renders it for one that reads messages; the second has a known one for this level only.</summary>
    [Test]
    public void ArgumentsThatChangeAfterTheCall_BetweenTwoAsyncAppenders_AreThoseOfTheCall()
    {
        AsyncBufferingForwardingAppender second = Async(new MessageReader { Threshold = Level.Error });
        second.AddAppender(_output.Appender);
        _repository.Attach(Async(second));
        object[] arguments = [1, 2];
        _repository.Log().Info("0");
        Flush();

        _repository.Log().InfoFormat("{0},{1}", arguments);
        arguments[1] = "changed";

        Assert.That(Flushed(), Is.EqualTo(["0", "1,2"]));
    }

    [Test]
    public void Flush_OneOfTwoAsyncAppendersBehindAForwarderFails_IsFalse([Values] bool isFirst)
    {
        SingleTakingAppender failing = new() { OnAppend = _ => throw new IOException() };
        IAppender[] ends = isFirst ? [failing, _output.Appender] : [_output.Appender, failing];
        ForwardingAppender forwarder = new();
        Array.ForEach(ends, end => forwarder.AddAppender(Comparison.NewAsync(end)));
        AsyncBufferingForwardingAppender front = Comparison.NewAsync(forwarder);

        front.DoAppend(Some.Event());

        Assert.That(front.Flush(-1), Is.False);
        front.Close();
    }

    private static string[] Numbers(int count) => [.. Enumerable.Range(0, count).Select(i => $"{i}")];

    private static MaskingForwarder Masking(IAppender below) => Comparison.Attached(new MaskingForwarder(), below);

    private AsyncBufferingForwardingAppender Async(IAppender below)
    {
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(below);
        _chain.Add(appender);
        return appender;
    }

    /// <summary>The outermost was made last.</summary>
    private void Flush()
    {
        foreach (AsyncBufferingForwardingAppender appender in Enumerable.Reverse(_chain))
        {
            appender.Flush((int)Eventually.Patience.TotalMilliseconds);
        }
    }

    private string[] Flushed()
    {
        Flush();
        return _output.Read().Split(' ', StringSplitOptions.RemoveEmptyEntries);
    }

    private sealed class MessageReader : AppenderSkeleton
    {
        protected override void Append(LoggingEvent loggingEvent) => _ = loggingEvent.RenderedMessage;
    }

    /// <summary>Passes a copy on, as forwarders do that take secrets out of messages.</summary>
    private sealed class MaskingForwarder : ForwardingAppender
    {
        protected override void Append(LoggingEvent loggingEvent) => base.Append(
            new LoggingEvent(typeof(MaskingForwarder), loggingEvent.Repository, loggingEvent.GetLoggingEventData(FixFlags.All)));
    }
}
