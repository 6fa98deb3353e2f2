using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>What the appender uses: batches filled under one lock, exact counters and every policy.</summary>
internal sealed class AppenderHandOff(int limit, int batchSize) : IHandOff
{
    private readonly EventQueue _queue =
        new(new BufferingOptions { QueueLimit = limit, BufferSize = batchSize, BlockTimeout = Timeout.Infinite }, TimeProvider.System);

    public string Name => "the appender's";

    public void Post(LoggingEvent loggingEvent) => _queue.Enqueue(loggingEvent, urgent: false, plan: CapturePlan.Everything);

    public void Complete() => _queue.Close();

    public long Drain()
    {
        long count = 0;
        BatchResult result = new();
        while (_queue.WaitForWork() is CapturedEvents events)
        {
            count += events.Count;
            result.Clear();
            result.Count(events.Count, failed: 0);
            _queue.Complete(result);
        }

        return count;
    }
}
