using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Tests.Diagnostics;

internal sealed class LedgerTests
{
    private readonly Ledger _ledger = new();

    [Test]
    public void DropCounts_NothingDropped_IsEmpty() => Assert.That(_ledger.DropCounts(), Is.Empty);

    [Test]
    public void Drop_SeveralReasonsAndLevels_AddsUpAndSorts()
    {
        _ledger.Drop(DropReason.Evicted, Level.Warn);
        _ledger.Drop(DropReason.QueueFull, Level.Info);
        _ledger.Drop(DropReason.Evicted, Level.Info, count: 5);
        _ledger.Drop(DropReason.Evicted, Level.Warn, count: 2);
        _ledger.Drop(DropReason.Closing, level: null);

        Assert.That(
            _ledger.DropCounts().Select(drop => (drop.Reason, drop.Level, drop.Count)),
            Is.EqualTo(new[]
            {
                (DropReason.QueueFull, "INFO", 1L),
                (DropReason.Evicted, "INFO", 5L),
                (DropReason.Evicted, "WARN", 3L),
                (DropReason.Closing, "", 1L),
            }));
        Assert.That(_ledger.Dropped, Is.EqualTo(10));
    }

    [Test]
    public void DropCounts_TakenBefore_DoesNotChange()
    {
        _ledger.Drop(DropReason.Evicted, Level.Warn);
        DropCount[] before = _ledger.DropCounts();

        _ledger.Drop(DropReason.Evicted, Level.Warn);

        Assert.That(before.Single().Count, Is.EqualTo(1));
    }

    [Test]
    public void Settle_BatchesOfSeveralSizes_AddsUpAndKeepsTheLargest()
    {
        _ledger.Settle(size: 3, forwarded: 2, failed: 1);
        _ledger.Settle(size: 7, forwarded: 7, failed: 0);
        _ledger.Settle(size: 1, forwarded: 0, failed: 1);

        Assert.That((_ledger.Batches, _ledger.LargestBatch, _ledger.Forwarded, _ledger.Failed), Is.EqualTo((3L, 7, 9L, 2L)));
    }

    [Test]
    public void Settle_NothingInFlight_IsNoBatch()
    {
        _ledger.Settle(size: 0, forwarded: 2, failed: 1);

        Assert.That((_ledger.Batches, _ledger.Forwarded, _ledger.Failed), Is.EqualTo((0L, 2L, 1L)));
    }

    [Test]
    public void Block_SeveralCalls_AddsUp()
    {
        _ledger.Block(TimeSpan.FromMilliseconds(2));
        _ledger.Block(TimeSpan.FromMilliseconds(3));

        Assert.That((_ledger.BlockedCalls, _ledger.BlockedTime), Is.EqualTo((2L, TimeSpan.FromMilliseconds(5))));
    }

    [Test]
    public void AcceptRejectFail_Counted_EachOnItsOwn()
    {
        _ledger.Accept();
        _ledger.Accept();
        _ledger.Reject();
        _ledger.Fail();

        Assert.That((_ledger.Accepted, _ledger.Rejected, _ledger.Failed, _ledger.Forwarded), Is.EqualTo((2L, 1L, 1L, 0L)));
    }

    [Test]
    public void DroppedFor_Reason_SumsItsLevels()
    {
        _ledger.Drop(DropReason.Evicted, Level.Warn, count: 2);
        _ledger.Drop(DropReason.Evicted, Level.Info, count: 3);
        _ledger.Drop(DropReason.Closing, Level.Info, count: 4);
        BufferStatistics statistics = new() { DropCounts = _ledger.DropCounts() };

        Assert.That(statistics.DroppedFor(DropReason.Evicted), Is.EqualTo(5));
        Assert.That(statistics.DroppedFor(DropReason.Closing), Is.EqualTo(4));
        Assert.That(statistics.DroppedFor(DropReason.Lossy), Is.Zero);
    }

    [Test]
    public void ToString_DropCount_NamesReasonLevelAndCount() =>
        Assert.That(new DropCount(DropReason.Evicted, "WARN", 3).ToString(), Is.EqualTo("Evicted WARN 3"));
}
