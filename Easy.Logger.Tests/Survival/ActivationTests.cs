using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Survival;

/// <summary>Which options are in force: for an appender that nobody activates, and for calls that wait while the options change.</summary>
internal sealed class ActivationTests
{
    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name() };

    [TearDown]
    public void End()
    {
        _child.OpenGate();
        Eventually.Returns(_appender.Close, "Close");
        Workers.AssertNoneLeft([_appender]);
    }

    /// <summary>One has waited in vain, so no call waits until the worker is back, unless the options say otherwise.</summary>
    [Test]
    public void ActivateOptions_BlockTimeoutIsLiftedAfterACallGaveUp_CallsWait()
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 1;
        _appender.BlockTimeout = 1;
        HoldWorker();
        Log(1);
        Assert.That(_appender.Statistics.Dropped, Is.EqualTo(1));

        _appender.BlockTimeout = -1;
        _appender.ActivateOptions();
        using BackgroundCall<bool> call = BackgroundCall.Of(() => Log(1));

        Eventually.Holds(() => _appender.WaitingCallers == 1 || call.IsDone, "the call waits");
        _child.OpenGate();
        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(_appender.Statistics.Dropped, Is.EqualTo(1));
    }

    [Test]
    public void DoAppend_NeverActivated_OptionsAreInForce()
    {
        using TempFolder folder = new();
        _appender.BufferSize = 3;
        _appender.QueueLimit = 10;
        _appender.Overflow = OverflowPolicy.DropNewest;
        _appender.Journal = folder.File("journal");
        HoldWorker();

        Log(20);

        BufferStatistics statistics = _appender.Statistics;
        Assert.That((statistics.Pending, statistics.DroppedFor(DropReason.QueueFull)), Is.EqualTo((10L, 11L)));
        Assert.That(Directory.Exists(_appender.Journal), Is.True);
        _child.OpenGate();
        Eventually.Returns(_appender.Close, "Close");
        Assert.That(_child.Batches.Take(4), Is.EqualTo(new[] { 1, 3, 3, 3 }));
    }

    [TestCase(OverflowPolicy.DropNewest, 2_000)]
    [TestCase(OverflowPolicy.DropOldest, 2_000)]
    [TestCase(OverflowPolicy.DropLowestLevel, 2_000)]
    [TestCase(OverflowPolicy.Block, 1)]
    [TestCase(OverflowPolicy.Block, 0)]
    public void ActivateOptions_CallWaitsWithoutLimit_CallReturnsByTheNewOptions(OverflowPolicy overflow, int blockTimeout)
    {
        using BackgroundCall<bool> call = BeginWaitingCall();

        _appender.Overflow = overflow;
        _appender.BlockTimeout = blockTimeout;
        Eventually.Returns(_appender.ActivateOptions, "ActivateOptions");

        bool isBack = IsBack(call);
        BufferStatistics statistics = _appender.Statistics;
        _child.OpenGate();
        Assert.That(isBack, Is.True, "the waiting call returned");
        Assert.That(statistics.Dropped, Is.EqualTo(1), "there is no room for one of them");
    }

    [Test]
    public void ActivateOptions_CallWaitsAndTheQueueIsEnlarged_CallReturnsAndItsEventIsQueued()
    {
        using BackgroundCall<bool> call = BeginWaitingCall();

        _appender.QueueLimit = 100;
        Eventually.Returns(_appender.ActivateOptions, "ActivateOptions");

        bool isBack = IsBack(call);
        _child.OpenGate();
        Assert.That(isBack, Is.True, "the waiting call returned");
        Assert.That(Eventually.Returns(() => _appender.Flush(-1), "Flush"), Is.True);
        Assert.That(_child.Messages, Is.EqualTo(new[] { "held", "0", "1", "waits" }));
    }

    /// <summary>A call that waits because the queue of three events is full: one is with the child, two are queued.</summary>
    private BackgroundCall<bool> BeginWaitingCall()
    {
        _appender.BufferSize = 1;
        _appender.QueueLimit = 3;
        _appender.BlockTimeout = -1;
        _appender.ActivateOptions();
        HoldWorker();
        Log(2);
        BackgroundCall<bool> call = BackgroundCall.Of(() => _appender.DoAppend(Some.Event("waits")));
        call.AwaitBlocked();
        Eventually.Holds(() => _appender.WaitingCallers == 1, "the call waits for room");
        return call;
    }

    private static bool IsBack(BackgroundCall<bool> call) => SpinWait.SpinUntil(() => call.IsDone, Eventually.Patience);

    private void HoldWorker()
    {
        _child.CloseGate();
        _appender.AddAppender(_child);
        _appender.DoAppend(Some.Event("held", Level.Error));
        _child.AwaitEntry();
    }

    private void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
        }
    }
}
