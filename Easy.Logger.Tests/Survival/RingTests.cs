namespace Easy.Logger.Tests.Survival;

/// <summary>Two async appenders in a ring that a plain forwarding appender closes, which refuses nothing.</summary>
internal sealed class RingTests
{
    private const int ManyRounds = 50;

    private readonly GatedAppender _leaf = new() { Name = "leaf" };
    private readonly ForwardingAppender _forwarder = new() { Name = "forwarder" };
    private readonly AsyncBufferingForwardingAppender _first = new() { Name = Some.Name("first"), IdleTime = 1, CloseTimeout = 1_000 };
    private readonly AsyncBufferingForwardingAppender _second = new() { Name = Some.Name("second"), IdleTime = 1, CloseTimeout = 1_000 };

    [TearDown]
    public void End()
    {
        if (_forwarder.Appenders.Contains(_second))
        {
            _forwarder.RemoveAppender(_second);
        }

        Eventually.Returns(_second.Close, "Close");
        Eventually.Returns(_first.Close, "Close");
        Workers.AssertNoneLeft([_first, _second]);
    }

    /// <summary>Where the queues are full, the worker of each would wait for the worker of the other.</summary>
    [TestCase(100, 512, 16_384)]
    [TestCase(2_000, 5, 20)]
    public void DoAppend_RingClosesThroughAForwardingAppender_CallsReturnAndEveryEventIsCounted(int events, int bufferSize, int queueLimit)
    {
        foreach (AsyncBufferingForwardingAppender appender in new[] { _first, _second })
        {
            (appender.BufferSize, appender.QueueLimit, appender.BlockTimeout) = (bufferSize, queueLimit, -1);
        }

        CloseTheRing();

        Eventually.Returns(() => Array.ForEach([.. Enumerable.Range(0, events)], i => _first.DoAppend(Some.Event($"line {i}"))),
            "the calls");

        Eventually.Holds(() => _leaf.Messages.Count > events * ManyRounds || HasSettled(), "the events come to rest");
        Assert.That(_leaf.Messages, Has.Count.InRange(events, 2 * events));
        Assert.That(_leaf.Messages.Distinct().Count(), Is.EqualTo(events));
    }

    /// <summary>The flush of an appender flushes the appenders behind it, and here it is behind itself.</summary>
    [Test]
    public void Flush_RingClosesThroughAForwardingAppender_Returns()
    {
        CloseTheRing();

        using BackgroundCall<bool> flush = new(() => _first.Flush(-1));

        bool isBack = SpinWait.SpinUntil(() => flush.IsDone, Eventually.Patience);
        _forwarder.RemoveAppender(_second);
        Assert.That(isBack, Is.True, "Flush returned.");
    }

    /// <summary>Each step was allowed when it was made: the first appender contains the forwarder, which contains the leaf alone.</summary>
    private void CloseTheRing()
    {
        _forwarder.AddAppender(_leaf);
        _first.AddAppender(_forwarder);
        _first.ActivateOptions();
        _second.AddAppender(_first);
        _second.ActivateOptions();
        _forwarder.AddAppender(_second);
    }

    /// <summary>
    /// Whether nothing is queued or on its way between the two: an event that changed places meanwhile was accepted again.
    /// </summary>
    private bool HasSettled()
    {
        (long, long) accepted = (_first.Statistics.Accepted, _second.Statistics.Accepted);
        return _first.Statistics.Pending == 0 && _second.Statistics.Pending == 0
            && (_first.Statistics.Accepted, _second.Statistics.Accepted) == accepted;
    }
}
