using System.Diagnostics;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>
/// Counts what became of the lines of one appender, for its <see cref="LokiStatistics" /> and for the meter. Each change is one step, so
/// that a snapshot balances. Thread-safe.
/// </summary>
/// <param name="name">The name of the appender, which may still change.</param>
internal sealed class LokiCounters(Func<string> name)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, long> _left = new(StringComparer.Ordinal);
    private long _received;
    private long _delivered;
    private long _refused;
    private long _dropped;
    private long _spilled;
    private volatile Func<long>? _spillBytes;
    private volatile Destination _destination = new(LokiEncoding.Json, null);

    public string Name => name();

    /// <summary>Attributes of every measurement.</summary>
    public TagList Tags
    {
        get
        {
            Destination destination = _destination;
            return new TagList
            {
                { MeterNames.ComponentName, name() },
                { LokiMeter.ComponentType, destination.Type },
                { LokiMeter.ServerAddress, destination.Host },
                { LokiMeter.ServerPort, destination.Port },
            };
        }
    }

    /// <summary>Whether it sends by gRPC, whose statuses are others than those of HTTP.</summary>
    public bool IsGrpc => _destination.IsGrpc;

    /// <summary>Bytes of the pushes that wait on disk.</summary>
    public long SpillBytes => _spillBytes?.Invoke() ?? 0;

    /// <summary>Whether lines wait in a folder that is not open any more.</summary>
    public bool HasLinesInOtherFolders
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _left.Values.Any(lines => lines > 0);
            }
        }
    }

    public void SendTo(LokiEncoding encoding, Uri? address) => _destination = new Destination(encoding, address);

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
    /// <returns>How many of those that it left are missing; they still count as waiting.</returns>
    public long Inherit(string folder, long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _left.TryGetValue(folder, out long known);
            _left.Remove(folder);
            long added = Math.Max(0, lines - known);
            _received += added;
            _spilled += added;
            return Math.Max(0, known - lines);
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

    /// <summary>Lines come back from the disk, to be sent or dropped; a negative number goes there.</summary>
    public void Unspill(long lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _spilled -= lines;
        }
    }

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

        LokiMeter.CountExported(this, lines - refused, errorType: null);
        LokiMeter.CountExported(this, refused, reply.ErrorType);
        return refused;
    }

    public void Drop(long lines, string errorType)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _dropped += lines;
        }

        LokiMeter.CountExported(this, lines, errorType);
    }

    private sealed class Destination(LokiEncoding encoding, Uri? address)
    {
        public bool IsGrpc { get; } = encoding == LokiEncoding.Grpc;

        public string Type => IsGrpc ? "loki_grpc" : "loki_http";

        public string Host { get; } = address?.Host ?? string.Empty;

        public object Port { get; } = address?.Port ?? 0; // boxed once
    }
}
