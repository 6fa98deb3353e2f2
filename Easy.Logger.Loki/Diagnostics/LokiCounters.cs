using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>
/// Counts what became of the lines of one appender, for its <see cref="LokiStatistics" /> and for the meter. Each change is one step, so
/// that a snapshot balances. Thread-safe.
/// </summary>
/// <param name="exporter">What the meter calls the appender.</param>
internal sealed class LokiCounters(ExporterIdentity exporter)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, long> _left = new(StringComparer.Ordinal);
    private long _received;
    private long _delivered;
    private long _refused;
    private long _dropped;
    private long _spilled;
    private volatile Func<long>? _spillBytes;

    public ExporterIdentity Exporter => exporter;

    /// <summary>Bytes of the pushes that wait on disk.</summary>
    public long SpillBytes => _spillBytes?.Invoke() ?? 0;

    /// <param name="droppedBefore">Lines that were dropped before they got here.</param>
    public LokiStatistics Read(long droppedBefore = 0)
    {
        using (Uninterrupted.Lock(_lock))
        {
            long inFlight = _received - _delivered - _refused - _dropped - _spilled;
            return new LokiStatistics(
                _received + droppedBefore, _delivered, _refused, _dropped + droppedBefore, _spilled, inFlight);
        }
    }

    /// <summary>Lines that wait in a folder that is opened now: those are new that this appender did not leave there itself.</summary>
    public void Inherit(string folder, long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _left.TryGetValue(folder, out long known);
            _left.Remove(folder);
            _received += lines - known;
            _spilled += lines - known;
        }
    }

    /// <summary>Lines that wait in a folder that is closed now; they stay counted.</summary>
    public void Leave(string folder, long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _left[folder] = lines;
        }
    }

    /// <summary>From now on pushes wait on disk, or do so no more.</summary>
    /// <param name="bytes">Returns how many bytes they have; <see langword="null" /> when none wait.</param>
    public void SpillTo(Func<long>? bytes) => _spillBytes = bytes;

    public void Receive(long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _received += lines;
        }
    }

    /// <summary>Lines that were in flight wait on disk from now on.</summary>
    public void Spill(long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _spilled += lines;
        }
    }

    /// <summary>Lines come back from the disk, to be sent or dropped.</summary>
    public void Unspill(long lines) => Spill(-lines);

    /// <summary>Lines whose push was answered with success or refused.</summary>
    /// <returns>How many were refused.</returns>
    public int Answer(int lines, PushReply reply)
    {
        int refused = reply.RefusedOf(lines);
        using (Uninterrupted.Lock(_lock))
        {
            _delivered += lines - refused;
            _refused += refused;
        }

        CountExported(lines - refused, errorType: null);
        CountExported(refused, reply.ErrorType);
        return refused;
    }

    public void Drop(long lines, string errorType)
    {
        if (lines == 0)
        {
            return;
        }

        using (Uninterrupted.Lock(_lock))
        {
            _dropped += lines;
        }

        LokiMeter.CountExported(exporter, lines, errorType);
    }

    private void CountExported(long lines, string? errorType)
    {
        if (lines > 0)
        {
            LokiMeter.CountExported(exporter, lines, errorType);
        }
    }
}
