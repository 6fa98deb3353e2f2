using System.Threading.Channels;
using log4net.Core;

namespace Benchmarker.HandOff;

/// <summary>A bounded channel of events; the reader gathers what is there into batches.</summary>
internal sealed class EventChannelHandOff(int limit, int batchSize) : IHandOff
{
    private readonly Channel<LoggingEvent> _channel = Channel.CreateBounded<LoggingEvent>(
        new BoundedChannelOptions(limit) { FullMode = BoundedChannelFullMode.Wait, SingleReader = true });

    public string Name => "channel of events";

    public void Post(LoggingEvent loggingEvent)
    {
        if (!_channel.Writer.TryWrite(loggingEvent))
        {
            _channel.Writer.WriteAsync(loggingEvent).AsTask().GetAwaiter().GetResult();
        }
    }

    public void Complete() => _channel.Writer.Complete();

    public long Drain()
    {
        long count = 0;
        while (_channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            LoggingEvent[] batch = new LoggingEvent[batchSize];
            int size = 0;
            while (size < batchSize && _channel.Reader.TryRead(out LoggingEvent? loggingEvent))
            {
                batch[size++] = loggingEvent;
            }

            count += size;
        }

        return count;
    }
}
