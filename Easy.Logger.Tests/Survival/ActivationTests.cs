namespace Easy.Logger.Tests.Survival;

/// <summary>Which options are in force for an appender that nobody activates.</summary>
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
}
