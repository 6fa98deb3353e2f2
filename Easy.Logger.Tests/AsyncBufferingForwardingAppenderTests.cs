using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests;

/// <summary>The appender as one piece: clock by hand, children with a gate, no log4net repository.</summary>
internal sealed partial class AsyncBufferingForwardingAppenderTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender;

    public AsyncBufferingForwardingAppenderTests()
    {
        _appender = new AsyncBufferingForwardingAppender(_clock) { Name = Some.Name(), BufferSize = 3 };
        _appender.AddAppender(_child);
    }

    [TearDown]
    public void CloseAppender()
    {
        _child.OpenGate();
        _appender.Close();
        AssertLedgerBalances();
    }

    [Test]
    public void DoAppend_BufferFull_ForwardsOneBatchInOrder()
    {
        _appender.ActivateOptions();

        Log("a", "b", "c", "d");

        _child.AwaitCount(3);
        Assert.Multiple(() =>
        {
            Assert.That(_child.Messages, Is.EqualTo(new[] { "a", "b", "c" }));
            Assert.That(_child.Batches, Is.EqualTo(new[] { 3 }));
            Assert.That(_appender.Statistics.Pending, Is.EqualTo(1));
        });
    }

    [Test]
    public void DoAppend_OldestEventReachesIdleTime_ForwardsWhatWaits()
    {
        _appender.IdleTime = 500;
        _appender.ActivateOptions();
        Log("a");
        _clock.Advance(TimeSpan.FromMilliseconds(300));
        Log("b");
        _clock.Advance(TimeSpan.FromMilliseconds(199));
        Assert.That(_child.Messages, Is.Empty);

        _clock.Advance(TimeSpan.FromMilliseconds(1));

        _child.AwaitCount(2);
        Assert.That(_child.Batches, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void DoAppend_RestOfFullBuffer_KeepsItsOwnAge()
    {
        _appender.ActivateOptions();
        Log("a", "b");
        _clock.Advance(TimeSpan.FromMilliseconds(400));
        _child.CloseGate();
        Log("c", "d");
        _child.AwaitEntry();
        _child.OpenGate();
        _child.AwaitCount(3);
        _clock.Advance(TimeSpan.FromMilliseconds(499));
        Assert.That(_appender.Statistics.Pending, Is.EqualTo(1));

        _clock.Advance(TimeSpan.FromMilliseconds(1));

        _child.AwaitCount(4);
    }

    [Test]
    public void DoAppend_AtFlushLevel_ForwardsItAndAllBefore()
    {
        _appender.ActivateOptions();

        Log("a");
        _appender.DoAppend(Some.Event("b", Level.Error));

        _child.AwaitCount(2);
        Assert.That(_child.Batches, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void DoAppend_NeverActivated_StartsByItself()
    {
        Log("a");

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(_child.Messages, Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void DoAppend_AfterClose_IsRejectedAndCounted()
    {
        _appender.ActivateOptions();
        _appender.Close();

        Log("late");

        Assert.Multiple(() =>
        {
            Assert.That(_appender.Statistics.Rejected, Is.EqualTo(1));
            Assert.That(_appender.Statistics.Accepted, Is.Zero);
            Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Closed));
        });
    }

    [TestCase(OverflowPolicy.DropNewest, new[] { "i0", "w1", "e2" })]
    [TestCase(OverflowPolicy.DropOldest, new[] { "i0", "f4", "i5" })]
    [TestCase(OverflowPolicy.DropLowestLevel, new[] { "i0", "e2", "f4" })]
    public void DoAppend_QueueFull_KeepsWhatThePolicySays(OverflowPolicy policy, string[] survivors)
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 3;
        _appender.Overflow = policy;
        _appender.FlushLevel = Level.Off;
        _appender.ReportLoss = false;
        _appender.ActivateOptions();
        _child.CloseGate();
        _appender.DoAppend(Some.Event("i0"));
        _child.AwaitEntry();

        _appender.DoAppend(Some.Event("w1", Level.Warn));
        _appender.DoAppend(Some.Event("e2", Level.Error));
        _appender.DoAppend(Some.Event("i3"));
        _appender.DoAppend(Some.Event("f4", Level.Fatal));
        _appender.DoAppend(Some.Event("i5"));
        _child.OpenGate();

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.Multiple(() =>
        {
            Assert.That(_child.Messages, Is.EqualTo(survivors));
            Assert.That(_appender.Statistics.Dropped, Is.EqualTo(3));
        });
    }

    [Test]
    public void DoAppend_Block_WaitsForRoom()
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 1;
        _appender.BlockTimeout = -1;
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a");
        _child.AwaitEntry();
        Task blocked = Task.Factory.StartNew(() => Log("b"), TaskCreationOptions.LongRunning);
        Eventually.Holds(() => _appender.WaitingCallers == 1, "the caller waits");

        _child.OpenGate();

        Eventually.Returns(blocked.Wait, "the blocked call");
        _child.AwaitCount(2);
        Eventually.Holds(() => _appender.Statistics.Pending == 0, "settled");
        Assert.That(_appender.Statistics.BlockedCalls, Is.EqualTo(1));
    }

    /// <summary>A2: a stuck child costs one wait, not one per call.</summary>
    [Test]
    public void A2_BlockTimeoutPassed_DropsAndNobodyWaitsUntilProgress()
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 1;
        _appender.BlockTimeout = 1;
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a");
        _child.AwaitEntry();

        Log("b", "c", "d");

        Assert.Multiple(() =>
        {
            Assert.That(_appender.Statistics.DroppedFor(DropReason.BlockTimeout), Is.EqualTo(3));
            Assert.That(_appender.Statistics.BlockedCalls, Is.EqualTo(1));
        });
    }

    /// <summary>A4: callers blocked on a full queue return when the appender closes.</summary>
    [Test]
    public void A4_CallersBlockedOnAFullQueue_ReturnWhenTheAppenderCloses()
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 1;
        _appender.BlockTimeout = -1;
        _appender.CloseTimeout = 1;
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a");
        _child.AwaitEntry();
        Task[] blocked =
            [.. Enumerable.Range(0, 10).Select(i => Task.Factory.StartNew(() => Log($"{i}"), TaskCreationOptions.LongRunning))];
        Eventually.Holds(() => _appender.WaitingCallers == 10, "ten callers wait");

        Eventually.Returns(_appender.Close, "Close");

        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        Assert.Multiple(() =>
        {
            Assert.That(_appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(10));
            Assert.That(_appender.Statistics.InFlight, Is.EqualTo(1));
        });
    }

    [Test]
    public void Close_QueueNotEmpty_ForwardsEverythingThenClosesChildren()
    {
        _appender.ActivateOptions();
        Log("a", "b", "c", "d", "e");

        _appender.Close();

        Assert.Multiple(() =>
        {
            Assert.That(_child.Messages, Is.EqualTo(new[] { "a", "b", "c", "d", "e" }));
            Assert.That(_child.Closes, Is.EqualTo(1));
            Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Closed));
        });
    }

    /// <summary>B10: the answer is true only when it is.</summary>
    [Test]
    public void B10_FlushWithAStalledChild_ReturnsFalse()
    {
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a");

        Assert.That(Eventually.Returns(() => _appender.Flush(20), "Flush"), Is.False);

        _child.OpenGate();
        Assert.That(Eventually.Returns(() => _appender.Flush(-1), "Flush"), Is.True);
        Assert.That(_child.Flushes, Is.Positive);
    }

    [Test]
    public void Flush_FromTheWorker_ReturnsFalseAtOnce()
    {
        bool? answer = null;
        _child.OnAppend = _ => answer = _appender.Flush(-1);
        _appender.ActivateOptions();
        Log("a");

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(answer, Is.False);
    }

    [Test]
    public void E10_ChildLogsOnTheWorker_IsDroppedAndCounted()
    {
        _child.OnAppend = _ => Log("inner");
        _appender.ActivateOptions();
        Log("outer");

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.Multiple(() =>
        {
            Assert.That(_child.Messages, Is.EqualTo(new[] { "outer" }));
            Assert.That(_appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(1));
        });
    }

    [Test]
    public void DoAppend_ChildThrows_OtherChildGetsItAndFailureIsCountedOnce()
    {
        using InternalMessages messages = new();
        GatedAppender second = new() { Name = "second" };
        _appender.AddAppender(second);
        _child.OnAppend = _ => throw new OutOfMemoryException("test");
        _appender.ActivateOptions();
        for (int i = 0; i < 10; i++)
        {
            Log("x");
            _appender.Flush(-1);
        }

        _child.OnAppend = null;
        Log("y");
        _appender.Flush(-1);

        Assert.Multiple(() =>
        {
            Assert.That(second.Messages, Has.Count.EqualTo(11));
            Assert.That(_child.Messages, Is.EqualTo(new[] { "y" }));
            Assert.That(_appender.Statistics.Failed, Is.EqualTo(10));
            Assert.That(messages.Naming(_appender.Name), Has.Count.EqualTo(2), "the first failure and the total");
            Assert.That(messages.Naming(_appender.Name)[1], Does.Contain("10 event(s)"));
        });
    }

    private void Log(params string[] messages)
    {
        foreach (string message in messages)
        {
            _appender.DoAppend(Some.Event(message));
        }
    }

    private void AssertLedgerBalances()
    {
        BufferStatistics statistics = _appender.Statistics;
        Assert.That(statistics.Accepted, Is.EqualTo(statistics.Forwarded + statistics.Failed + statistics.Dropped + statistics.Pending));
    }
}
