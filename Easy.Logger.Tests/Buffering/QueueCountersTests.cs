using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

internal sealed class QueueCountersTests
{
    private readonly QueueCounters _counters = new();

    [Test]
    public void DropCounts_NothingDropped_IsEmpty() => Assert.That(_counters.DropCounts(), Is.Empty);

    [Test]
    public void Drop_SeveralReasonsAndLevels_AddsUpAndSorts()
    {
        _counters.Drop(DropReason.Evicted, Level.Warn);
        _counters.Drop(DropReason.QueueFull, Level.Info);
        _counters.Drop(DropReason.Evicted, Level.Info, count: 5);
        _counters.Drop(DropReason.Evicted, Level.Warn, count: 2);
        _counters.Drop(DropReason.Closing, level: null);

        Assert.That(
            _counters.DropCounts().Select(drop => (drop.Reason, drop.Level, drop.Count)),
            Is.EqualTo(new[]
            {
                (DropReason.QueueFull, "INFO", 1L),
                (DropReason.Evicted, "INFO", 5L),
                (DropReason.Evicted, "WARN", 3L),
                (DropReason.Closing, "", 1L),
            }));
        Assert.That(_counters.Dropped, Is.EqualTo(10));
    }

    [Test]
    public void DropCounts_TakenBefore_DoesNotChange()
    {
        _counters.Drop(DropReason.Evicted, Level.Warn);
        DropCount[] before = _counters.DropCounts();

        _counters.Drop(DropReason.Evicted, Level.Warn);

        Assert.That(before.Single().Count, Is.EqualTo(1));
    }

    [Test]
    public void Settle_BatchesOfSeveralSizes_AddsUpAndKeepsTheLargest()
    {
        _counters.Complete(size: 3, forwarded: 2, failed: 1);
        _counters.Complete(size: 7, forwarded: 7, failed: 0);
        _counters.Complete(size: 1, forwarded: 0, failed: 1);

        Assert.That((_counters.Batches, _counters.LargestBatch, _counters.Forwarded, _counters.Failed), Is.EqualTo((3L, 7, 9L, 2L)));
    }

    [Test]
    public void Settle_NothingInFlight_IsNoBatch()
    {
        _counters.Complete(size: 0, forwarded: 2, failed: 1);

        Assert.That((_counters.Batches, _counters.Forwarded, _counters.Failed), Is.EqualTo((0L, 2L, 1L)));
    }

    [Test]
    public void Block_SeveralCalls_AddsUp()
    {
        _counters.Block(TimeSpan.FromMilliseconds(2));
        _counters.Block(TimeSpan.FromMilliseconds(3));

        Assert.That((_counters.BlockedCalls, _counters.BlockedTime), Is.EqualTo((2L, TimeSpan.FromMilliseconds(5))));
    }

    [Test]
    public void AcceptRejectFail_Counted_EachOnItsOwn()
    {
        _counters.Accept();
        _counters.Accept();
        _counters.Reject();
        _counters.Fail();

        Assert.That((_counters.Accepted, _counters.Rejected, _counters.Failed, _counters.Forwarded), Is.EqualTo((2L, 1L, 1L, 0L)));
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

    [Test]
    public void ToString_DropCount_NamesReasonLevelAndCount() =>
        Assert.That(new DropCount(DropReason.Evicted, "WARN", 3).ToString(), Is.EqualTo("Evicted WARN 3"));
}
