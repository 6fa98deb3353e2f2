using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Metrics;

/// <summary>
/// One reading for all instruments of one collection, so that what a listener gets balances although each instrument is asked by itself.
/// Thread-safe.
/// </summary>
/// <remarks>
/// A listener asks its instruments one after the other on one thread, and nothing shows where a collection begins. So a reading belongs to
/// the thread, and a new one is taken when an instrument is asked that has been given this one already, or when it is older than any
/// collection should take.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as the meter, which is as long as the process.")]
internal sealed class MeterCollection
{
    /// <summary>The longest that a collection may take; a slower one may be given two readings.</summary>
    internal static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(1);

    private readonly Func<IReadOnlyList<ComponentReading>> _read;
    private readonly TimeProvider _time;
    private readonly ThreadLocal<Reading?> _current = new();

    public MeterCollection(Func<IReadOnlyList<ComponentReading>> read, TimeProvider time)
    {
        _read = read;
        _time = time;
    }

    /// <summary>The reading for one instrument.</summary>
    /// <param name="instrument">A number below 32 that belongs to the instrument.</param>
    public IReadOnlyList<ComponentReading> For(int instrument)
    {
        Debug.Assert(instrument is >= 0 and < 32, "One bit each.");
        int bit = 1 << instrument;
        if (_current.Value is not { } reading || (reading.Given & bit) != 0 || _time.GetElapsedTime(reading.TakenAt) > MaxAge)
        {
            _current.Value = reading = new Reading(_read(), _time.GetTimestamp());
        }

        reading.Given |= bit;
        return reading.Components;
    }

    private sealed class Reading(IReadOnlyList<ComponentReading> components, long takenAt)
    {
        public IReadOnlyList<ComponentReading> Components { get; } = components;

        public long TakenAt { get; } = takenAt;

        /// <summary>The instruments that have been given it, one bit each.</summary>
        public int Given { get; set; }
    }
}
