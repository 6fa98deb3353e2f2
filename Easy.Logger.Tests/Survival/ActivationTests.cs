namespace Easy.Logger.Tests.Survival;

/// <summary>Which options are in force: for an appender that nobody activates, and for calls that wait while the options change.</summary>
internal sealed class ActivationTests : AppenderTests
{
    [Test]
    public void DoAppend_NeverActivated_OptionsAreInForce()
    {
        using TempFolder folder = new();
        (Appender.BufferSize, Appender.QueueLimit, Appender.Overflow) = (3, 10, OverflowPolicy.DropNewest);
        Appender.Journal = folder.File("journal");
        Appender.AddAppender(Child);
        HoldWorker();

        Log(20);

        BufferStatistics statistics = Appender.Statistics;
        Assert.That((statistics.Pending, statistics.DroppedFor(DropReason.QueueFull)), Is.EqualTo((10L, 11L)));
        Assert.That(Directory.Exists(Appender.Journal), Is.True);
        Child.OpenGate();
        Eventually.Returns(Appender.Close, "Close");
        Assert.That(Child.Batches.Take(4), Is.EqualTo(new[] { 1, 3, 3, 3 }));
    }

    /// <summary>Whoever configures holds locks of log4net's, so nothing may be waited for there.</summary>
    [TestCase(OverflowPolicy.DropNewest, 2_000, 3, "held 0 1")]
    [TestCase(OverflowPolicy.DropOldest, 2_000, 3, "held 1 waits")]
    [TestCase(OverflowPolicy.DropLowestLevel, 2_000, 3, "held 0 1")]
    [TestCase(OverflowPolicy.Block, 1, 3, "held 0 1")]
    [TestCase(OverflowPolicy.Block, 0, 3, "held 0 1")]
    [TestCase(OverflowPolicy.Block, -1, 100, "held 0 1 waits")]
    [Demand("A8")]
    public void ActivateOptions_CallWaitsWithoutLimit_CallReturnsByTheNewOptions(
        OverflowPolicy overflow, int blockTimeout, int queueLimit, string forwarded)
    {
        // The queue of three events is full: one is with the child, two are queued.
        (Appender.BufferSize, Appender.QueueLimit, Appender.BlockTimeout, Appender.ReportLoss) = (1, 3, -1, false);
        Activate();
        HoldWorker();
        Log(2);
        using BackgroundCall<bool> call = BackgroundCall.Of(() => Log("waits"));
        call.AwaitBlocked();
        Eventually.Holds(() => Appender.WaitingCallers == 1, "the call waits for room");

        (Appender.Overflow, Appender.BlockTimeout, Appender.QueueLimit) = (overflow, blockTimeout, queueLimit);
        Eventually.Returns(Appender.ActivateOptions, "ActivateOptions");

        bool isBack = SpinWait.SpinUntil(() => call.IsDone, Eventually.Patience);
        long dropped = Appender.Statistics.Dropped;
        Child.OpenGate();
        Assert.That(isBack, Is.True, "the waiting call returned");
        Eventually.Returns(Appender.Close, "Close");
        Assert.That(Child.Messages, Is.EqualTo(forwarded.Split(' ')));
        Assert.That(dropped, Is.EqualTo(4 - Child.Messages.Count));
    }
}
