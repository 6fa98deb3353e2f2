using System.Diagnostics;

namespace Easy.Logger.Threading;

/// <summary>
/// A moment by which something has to end, carried through nested waits so that together they keep one budget.
/// Always real time: whoever holds one is really blocked.
/// </summary>
internal readonly struct Deadline
{
    private readonly long _timestamp;

    private Deadline(long timestamp) => _timestamp = timestamp;

    /// <summary>A deadline that never comes.</summary>
    public static Deadline Never { get; } = new(long.MaxValue);

    public bool IsNever => _timestamp == long.MaxValue;

    public bool HasPassed => !IsNever && Stopwatch.GetTimestamp() >= _timestamp;

    /// <summary>What is left, rounded up to whole milliseconds as waits take them: 0 when passed, -1 (wait without limit) when it never comes.</summary>
    public int RemainingMilliseconds
    {
        get
        {
            if (IsNever)
            {
                return Timeout.Infinite;
            }

            long ticks = _timestamp - Stopwatch.GetTimestamp();
            return ticks <= 0 ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(ticks * 1000.0 / Stopwatch.Frequency));
        }
    }

    /// <summary>The one that comes first.</summary>
    public static Deadline Earlier(Deadline one, Deadline other) => one._timestamp <= other._timestamp ? one : other;

    /// <summary>The moment so many milliseconds from now; negative means never.</summary>
    public static Deadline In(int milliseconds) =>
        milliseconds < 0 ? Never : new Deadline(Stopwatch.GetTimestamp() + (long)(milliseconds * (Stopwatch.Frequency / 1000.0)));
}
