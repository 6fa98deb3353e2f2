namespace Easy.Logger.Tests.Survival;

/// <summary>One async appender behind another, and two in a ring that a plain forwarding appender closes, which refuses nothing.</summary>
internal sealed class ChainTests
{
    private const int ManyRounds = 50;

    private readonly AsyncBufferingForwardingAppender _outer = New("outer");
    private readonly AsyncBufferingForwardingAppender _inner = New("inner");
    private readonly GatedAppender _leaf = new() { Name = "leaf" };
    private readonly ForwardingAppender _forwarder = new() { Name = "forwarder" };

    [TearDown]
    public void End()
    {
        if (_forwarder.Appenders.Contains(_outer))
        {
            _forwarder.RemoveAppender(_outer);
        }

        Eventually.Returns(_outer.Close, "Close");
        Eventually.Returns(_inner.Close, "Close");
        Workers.AssertNoneLeft([_outer, _inner]);
    }

    /// <summary>As log4net does it at a shutdown or reload, when the inner one is attached to a logger, too.</summary>
    [Test]
    public void Close_InnerOneFirst_EventsOfTheOuterOneComeThrough([Values] bool isBehindForwarder)
    {
        const int events = 5_000;
        _inner.CloseTimeout = 30_000;
        Some.Activated(_inner, _leaf);
        _forwarder.AddAppender(_inner);
        (_outer.BufferSize, _outer.IdleTime, _outer.CloseTimeout) = (64, 3_600_000, 30_000);
        Some.Activated(_outer, isBehindForwarder ? _forwarder : _inner);
        Log(_outer, events);

        _inner.Close();

        Assert.That(_leaf.Messages, Has.Count.EqualTo(events));
        Assert.That(_outer.Statistics.Failed, Is.Zero);
    }

    /// <summary>Both have the leaf, which the one that closes first closes as well.</summary>
    [Test]
    [Demand("B15")]
    public void Close_AnotherHasEventsForTheSameAppender_ItGetsThemBeforeItIsClosed()
    {
        const int events = 10;
        List<int> atClose = [];
        _leaf.OnClose = () => atClose.Add(_leaf.Messages.Count);
        _outer.IdleTime = 3_600_000;
        Some.Activated(_inner, _leaf);
        Some.Activated(_outer, _leaf);
        Log(_outer, events);

        _inner.Close();

        Assert.That(atClose, Is.EqualTo(new[] { events }));
    }

    /// <summary>Where the queues are full, the worker of each would wait for the worker of the other.</summary>
    [TestCase(100, 512, 16_384)]
    [TestCase(2_000, 5, 20)]
    public void DoAppend_RingClosesThroughAForwardingAppender_CallsReturnAndEveryEventIsCounted(int events, int bufferSize, int queueLimit)
    {
        foreach (AsyncBufferingForwardingAppender appender in new[] { _outer, _inner })
        {
            (appender.BufferSize, appender.QueueLimit, appender.BlockTimeout) = (bufferSize, queueLimit, -1);
        }

        CloseTheRing();

        Eventually.Returns(() => Log(_inner, events), "the calls");

        Eventually.Holds(() => _leaf.Messages.Count > events * ManyRounds || IsAtRest(), "the events come to rest");
        Assert.That(_leaf.Messages, Has.Count.InRange(events, 2 * events));
        Assert.That(_leaf.Messages.Distinct().Count(), Is.EqualTo(events));
    }

    /// <summary>The flush of an appender flushes the appenders behind it, and here it is behind itself.</summary>
    [Test]
    public void Flush_RingClosesThroughAForwardingAppender_Returns()
    {
        CloseTheRing();

        using BackgroundCall<bool> flush = new(() => _inner.Flush(-1));

        bool isBack = SpinWait.SpinUntil(() => flush.IsDone, Eventually.Patience);
        _forwarder.RemoveAppender(_outer);
        Assert.That(isBack, Is.True, "Flush returned.");
    }

    /// <summary>Each step was allowed when it was made: the inner one contains the forwarder, which contains the leaf alone.</summary>
    private void CloseTheRing()
    {
        _forwarder.AddAppender(_leaf);
        Some.Activated(_inner, _forwarder);
        Some.Activated(_outer, _inner);
        _forwarder.AddAppender(_outer);
    }

    /// <summary>
    /// Whether nothing is queued or on its way between the two: an event that changed places meanwhile was accepted again.
    /// </summary>
    private bool IsAtRest()
    {
        (long, long) accepted = (_inner.Statistics.Accepted, _outer.Statistics.Accepted);
        return _inner.Statistics.Pending == 0 && _outer.Statistics.Pending == 0
            && (_inner.Statistics.Accepted, _outer.Statistics.Accepted) == accepted;
    }

    private static void Log(AsyncBufferingForwardingAppender appender, int events) =>
        Array.ForEach([.. Enumerable.Range(0, events)], i => appender.DoAppend(Some.Event($"line {i}")));

    private static AsyncBufferingForwardingAppender New(string name) =>
        new() { Name = Some.Name(name), IdleTime = 1, CloseTimeout = 1_000 };
}
