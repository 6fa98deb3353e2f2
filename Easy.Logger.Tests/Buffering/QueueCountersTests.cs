using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

internal sealed class QueueCountersTests
{
    private readonly QueueCounters _counters = new();

    [Test]
    public void DropCounts_TakenBefore_DoesNotChange()
    {
        _counters.Drop(DropReason.Evicted, Level.Warn);
        DropCount[] before = _counters.DropCounts();

        _counters.Drop(DropReason.Evicted, Level.Warn);

        Assert.That(before.Single().Count, Is.EqualTo(1));
    }

    [Test]
    public void DroppedFor_Reason_SumsItsLevels()
    {
        _counters.Drop(DropReason.Evicted, Level.Warn, count: 2);
        _counters.Drop(DropReason.Evicted, Level.Info, count: 3);
        _counters.Drop(DropReason.Closing, Level.Info, count: 4);
        BufferStatistics statistics = new() { DropCounts = _counters.DropCounts() };

        Assert.That(statistics.DroppedFor(DropReason.Evicted), Is.EqualTo(5));
        Assert.That(statistics.DroppedFor(DropReason.Closing), Is.EqualTo(4));
        Assert.That(statistics.DroppedFor(DropReason.Lossy), Is.Zero);
    }
}
