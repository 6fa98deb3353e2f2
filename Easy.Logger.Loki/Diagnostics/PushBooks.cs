using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>Counts what became of the lines of one appender, for its <see cref="LokiStatistics" /> and for the meter. Each change is one step, so that a snapshot balances. Thread-safe.</summary>
/// <param name="exporter">What the meter calls the appender.</param>
internal sealed class PushBooks(ExporterIdentity exporter)
{
    private readonly object _lock = new();
    private long _received;
    private long _delivered;
    private long _refused;
    private long _dropped;
    private long _spilled;
    private volatile Func<long>? _spillBytes;

    public ExporterIdentity Exporter => exporter;

    /// <summary>Bytes of the pushes that wait on disk.</summary>
    public long SpillBytes => _spillBytes?.Invoke() ?? 0;

    public LokiStatistics Read()
    {
        lock (_lock)
        {
            return new LokiStatistics(_received, _delivered, _refused, _dropped, _spilled, _received - _delivered - _refused - _dropped - _spilled);
        }
    }

    /// <summary>Lines that an appender before this one left on disk.</summary>
    public void Inherit(long lines)
    {
        lock (_lock)
        {
            _received += lines;
            _spilled += lines;
        }
    }

    /// <summary>From now on pushes wait on disk, or do so no more.</summary>
    /// <param name="bytes">Tells how many bytes they have; <see langword="null" /> when none wait.</param>
    public void SpillTo(Func<long>? bytes) => _spillBytes = bytes;

    public void Receive(long lines)
    {
        lock (_lock)
        {
            _received += lines;
        }
    }

    /// <summary>Lines that were in flight wait on disk from now on.</summary>
    public void Spill(long lines)
    {
        lock (_lock)
        {
            _spilled += lines;
        }
    }

    /// <summary>Lines come back from the disk, to be sent or dropped.</summary>
    public void Unspill(long lines) => Spill(-lines);

    /// <summary>Lines whose push was answered with success or refused.</summary>
    public void Answer(long lines, PushReply reply)
    {
        lock (_lock)
        {
            _delivered += reply.Outcome == PushOutcome.Delivered ? lines : 0;
            _refused += reply.Outcome == PushOutcome.Delivered ? 0 : lines;
        }

        LokiMeter.CountExported(exporter, lines, reply.ErrorType);
    }

    public void Drop(long lines, string errorType)
    {
        if (lines == 0)
        {
            return;
        }

        lock (_lock)
        {
            _dropped += lines;
        }

        LokiMeter.CountExported(exporter, lines, errorType);
    }
}
