using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Buffering;

internal sealed class EventIntakeTests
{
    [Test]
    public void Enqueue_NoMemoryToReportADrop_CountsTheEventOnceAndThrowsNothing()
    {
        BufferingOptions options = new() { QueueLimit = 1, Overflow = OverflowPolicy.DropNewest };
        EventQueue queue = new(options, TimeProvider.System);
        FailureReporter reporter = new(() => "async", TimeProvider.System);
        AppenderFanOut children = new(reporter);
        BatchWorker worker = new(queue, children, reporter, () => options, TimeProvider.System, ended: () => { });
        MemoryAppender appender = new();
        EventIntake intake = new(queue, children, worker, reporter, Options);

        CapturedEvent captured = CapturePlan.Everything.Capture(Some.Event("event"), chosen: null, new LastCall());
        for (int i = 0; i < 2; i++)
        {
            _ = intake.Enqueue(captured, CapturePlan.Everything, appender, CallingThread.Current);
        }

        BufferStatistics counters = queue.Snapshot(BufferState.Running, lastError: null);
        Assert.That(counters.Accepted, Is.EqualTo(2));
        Assert.That(counters.Dropped, Is.EqualTo(1));
        Assert.That(counters.Pending, Is.EqualTo(1));

        BufferingOptions Options() =>
            queue.Snapshot(BufferState.Running, lastError: null).Dropped == 0 ? options : throw new OutOfMemoryException();
    }
}
