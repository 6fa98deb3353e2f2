using Easy.Logger.DogStatsd.Datagrams;

namespace Easy.Logger.DogStatsd.Sending;

/// <summary>
/// Adds up counters and keeps the last value of gauges, by name and tags, until they are sent. A call allocates only for a series that is
/// not there yet. Thread-safe.
/// </summary>
/// <param name="queue">Gets the lines when a period is over.</param>
/// <param name="startFlush">Called when lines are to leave the queue after the flush period.</param>
internal sealed class Aggregator(PacketQueue queue, Action startFlush)
{
    /// <summary>Those that come then are sent at once.</summary>
    public const int MaxSeries = 10_000;

    /// <summary>The longest line without its value that has room for any value; a longer one is sent at once.</summary>
    private const int MaxBytesOfSeries = LineFormat.MaxBytes - 1 - NumberText.MaxBytes;

    private readonly object _lock = new();
    private readonly Dictionary<int, Series> _series = []; // by hash; those with the same one are a list
    private readonly byte[] _line = new byte[LineFormat.MaxBytes];
    private int _count;
    private bool _isTimed; // a flush is due
    private bool _isClosed;

    /// <summary>Takes a value for the place in a line that has none.</summary>
    /// <param name="isSum">Whether values are added up; otherwise the last one stays.</param>
    /// <param name="line">The line.</param>
    /// <param name="place">Where in it the value goes.</param>
    /// <param name="value">The value.</param>
    /// <param name="isFirst">Whether <see cref="Flush" /> is due when the period is over: nothing has come since the last one.</param>
    /// <returns>Whether it was taken; if not, it is to be sent.</returns>
    public bool TryAdd(bool isSum, ReadOnlySpan<byte> line, int place, double value, out bool isFirst)
    {
        isFirst = false;
        if (line.Length > MaxBytesOfSeries)
        {
            return false;
        }

        int hash = HashOf(line);
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        if (_isClosed)
        {
            return false;
        }

        _series.TryGetValue(hash, out Series? first);
        Series? found = first;
        while (found is not null && !line.SequenceEqual(found.Line))
        {
            found = found.Next;
        }

        if (found is null)
        {
            if (_count >= MaxSeries)
            {
                return false;
            }

            try
            {
                _series[hash] = found = new Series(line.ToArray(), place, first);
                _count++;
            }
            catch (OutOfMemoryException)
            {
                return false;
            }
        }

        found.Value = isSum ? found.Value + value : value;
        found.IsNew = true;
        isFirst = !_isTimed;
        _isTimed = true;
        return true;
    }

    /// <summary>Sends what has come since the last time, and forgets all series once nothing has come of most of them.</summary>
    /// <param name="closes">Whether nothing is taken any more.</param>
    public void Flush(bool closes = false)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _isTimed = false;
        _isClosed |= closes;
        int idle = 0;
        foreach (Series first in _series.Values)
        {
            for (Series? series = first; series is not null; series = series.Next)
            {
                idle += series.IsNew ? 0 : 1;
                Send(series);
            }
        }

        if (idle > _count / 2 || closes)
        {
            _series.Clear(); // those that are still used come back
            _count = 0;
        }
    }

    private void Send(Series series)
    {
        if (!series.IsNew)
        {
            return;
        }

        LineWriter writer = new(_line);
        writer.Write(series.Line.AsSpan(0, series.Place));
        writer.Write((byte)':');
        writer.Write(series.Value);
        writer.Write(series.Line.AsSpan(series.Place));
        if (!NumberText.IsNumber(series.Value))
        {
            queue.Drop(DropReason.Invalid); // the sum of numbers may be none
        }
        else if (queue.Add(writer.Written))
        {
            startFlush();
        }

        series.Value = 0;
        series.IsNew = false;
    }

    /// <summary>FNV-1a.</summary>
    private static int HashOf(ReadOnlySpan<byte> line)
    {
        uint hash = 2_166_136_261;
        foreach (byte one in line)
        {
            hash = (hash ^ one) * 16_777_619;
        }

        return (int)hash;
    }

    private sealed record Series(byte[] Line, int Place, Series? Next)
    {
        public double Value { get; set; }

        /// <summary>Whether anything has come since it was sent last.</summary>
        public bool IsNew { get; set; }
    }
}
