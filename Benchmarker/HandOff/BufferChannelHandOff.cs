using System.Threading.Channels;
using log4net.Core;

namespace Benchmarker.HandOff;

/// <summary>Callers fill a buffer under a lock; full buffers go over a bounded channel.</summary>
internal sealed class BufferChannelHandOff(int limit, int batchSize) : IHandOff
{
    private readonly Lock _lock = new();
    private readonly Channel<LoggingEvent[]> _channel = Channel.CreateBounded<LoggingEvent[]>(
        new BoundedChannelOptions(Math.Max(1, limit / batchSize)) { FullMode = BoundedChannelFullMode.Wait, SingleReader = true });

    private LoggingEvent[] _buffer = new LoggingEvent[batchSize];
    private int _count;

    public string Name => "channel of buffers";

    public void Post(LoggingEvent loggingEvent)
    {
        lock (_lock)
        {
            _buffer[_count++] = loggingEvent;
            if (_count < _buffer.Length)
            {
                return;
            }

            // Under the lock, or another thread's later buffer could overtake this one.
            Send(_buffer);
            _buffer = new LoggingEvent[batchSize];
            _count = 0;
        }
    }

    public void Complete()
    {
        lock (_lock)
        {
            Send(_buffer[.._count]);
            _channel.Writer.Complete();
        }
    }

    public long Drain()
    {
        long count = 0;
        while (_channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            while (_channel.Reader.TryRead(out LoggingEvent[]? batch))
            {
                count += batch.Length;
            }
        }

        return count;
    }

    private void Send(LoggingEvent[] buffer)
    {
        if (!_channel.Writer.TryWrite(buffer))
        {
            _channel.Writer.WriteAsync(buffer).AsTask().GetAwaiter().GetResult();
        }
    }
}
