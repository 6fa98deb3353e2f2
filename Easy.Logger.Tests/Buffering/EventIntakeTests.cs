using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Buffering;

internal sealed class EventIntakeTests
{
    private readonly string _name = Some.Name("intake");

    [Test]
    public void Enqueue_NoMemoryToReportADrop_CountsTheEventOnceAndThrowsNothing()
    {
        BufferingOptions options = new() { QueueLimit = 1, Overflow = OverflowPolicy.DropNewest };
        EventQueue queue = new(options, TimeProvider.System);
        EventIntake intake = Intake(
            queue,
            () => queue.Snapshot(BufferState.Running, lastError: null).Dropped == 0 ? options : throw new OutOfMemoryException());

        Enqueue(intake);
        Enqueue(intake);

        BufferStatistics counters = queue.Snapshot(BufferState.Running, lastError: null);
        Assert.That((counters.Accepted, counters.Dropped, counters.Pending), Is.EqualTo((2, 1, 1)));
    }

    private EventIntake Intake(EventQueue queue, Func<BufferingOptions> options)
    {
        FailureReporter reporter = new(() => _name, TimeProvider.System);
        AppenderFanOut children = new(reporter);
        BatchWorker worker = new(queue, children, reporter, options, TimeProvider.System, ended: () => { });
        return new EventIntake(queue, children, worker, reporter, options);
    }

    private static void Enqueue(EventIntake intake) => intake.Enqueue(
        CapturePlan.Everything.Capture(Some.Event("event"), chosen: null, new LastCall()), CapturePlan.Everything, new MemoryAppender(),
        CallingThread.Current);
}
