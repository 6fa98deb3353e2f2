using Easy.Logger.Buffering;
using log4net.Core;

namespace Benchmarker.HandOff;

/// <summary>What the appender uses: a ring under one lock, batches taken by the reader, exact ledger and every policy.</summary>
internal sealed class RingHandOff(int limit, int batchSize) : IHandOff
{
    private readonly BoundedEventQueue _queue =
        new(new BufferingOptions { QueueLimit = limit, BufferSize = batchSize, BlockTimeout = Timeout.Infinite }, TimeProvider.System);

    public string Name => "ring";

    public void Post(LoggingEvent loggingEvent) => _queue.Enqueue(loggingEvent, urgent: false);

    public void Complete() => _queue.Close();

    public long Drain()
    {
        long count = 0;
        BatchResult result = new();
        while (_queue.WaitForWork(out _) == QueueWork.Batch)
        {
            count += _queue.Batch.Events.Length;
            result.Clear();
            result.Count(_queue.Batch.Events.Length, failed: 0);
            _queue.Settle(result);
        }

        return count;
    }
}
