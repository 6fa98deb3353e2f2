using System.Diagnostics;

namespace Easy.Logger.Threading;

/// <summary>
/// A moment by which something has to end, carried through nested waits so that together they keep one budget. Counted in
/// <see cref="RunningTime" />, whatever clock the appender has: whoever holds one is really blocked.
/// </summary>
internal readonly struct Deadline
{
    private readonly long _timestamp;

    private Deadline(long timestamp) => _timestamp = timestamp;

    /// <summary>A deadline that never comes.</summary>
    public static Deadline Never { get; } = new(long.MaxValue);

    public bool IsNever => _timestamp == long.MaxValue;

    public bool HasPassed => !IsNever && RunningTime.GetTimestamp() >= _timestamp;

    /// <summary>
    /// What is left, rounded up to whole milliseconds as waits take them: 0 when passed, -1 (wait without limit) when it never comes.
    /// </summary>
    public int RemainingMilliseconds
    {
        get
        {
            if (IsNever)
            {
                return Timeout.Infinite;
            }

            long ticks = _timestamp - RunningTime.GetTimestamp();
            return ticks <= 0 ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(ticks * 1000.0 / Stopwatch.Frequency));
        }
    }

    /// <summary>How long to wait at most before looking again: -1 (without limit) when it never comes.</summary>
    public int NextWait => Math.Min(RemainingMilliseconds, RunningTime.MaxWait);

    /// <summary>Waits for the end of a thread.</summary>
    /// <returns>Whether it came in time.</returns>
    /// <exception cref="ThreadInterruptedException">The waiting thread was interrupted.</exception>
    public bool Join(Thread thread)
    {
        while (!thread.Join(NextWait))
        {
            if (HasPassed)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary><see cref="Join" /> that goes on when the waiting thread is interrupted: its own next wait sees it.</summary>
    public bool JoinUninterrupted(Thread thread)
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                bool hasEnded = Join(thread);
                if (isInterrupted)
                {
                    Thread.CurrentThread.Interrupt();
                }

                return hasEnded;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
    }

    /// <summary>The one that comes first.</summary>
    public static Deadline Earlier(Deadline one, Deadline other) => one._timestamp <= other._timestamp ? one : other;

    /// <summary>The one that comes last.</summary>
    public static Deadline Later(Deadline one, Deadline other) => one._timestamp >= other._timestamp ? one : other;

    /// <summary>The moment so many milliseconds from now; negative means never.</summary>
    public static Deadline In(int milliseconds) => milliseconds < 0 ? Never : After(RunningTime.GetTimestamp(), milliseconds);

    /// <summary>The moment so many milliseconds from a timestamp of <see cref="RunningTime" />; negative means never.</summary>
    public static Deadline After(long timestamp, int milliseconds) =>
        milliseconds < 0 ? Never : new Deadline(timestamp + (long)(milliseconds * (Stopwatch.Frequency / 1000.0)));
}

/// <summary>
/// A clock that counts the time in which the process could run: one that is stopped (SIGSTOP, a frozen container, a debugger) and goes on
/// finds its deadlines where they were. Thread-safe.
/// </summary>
/// <remarks>
/// Nobody reports a stop. But whoever waits looks at this clock at least once in <see cref="MaxWait" />, and while an appender is
/// open a thread does: when more time has passed between two looks than <see cref="_maxStep" />, only that much is counted. On a
/// machine too busy to run a thread for so long a deadline comes later by as much.
/// </remarks>
internal static class RunningTime
{
    /// <summary>The longest that a thread may wait before it looks again, in milliseconds.</summary>
    public const int MaxWait = 200;

    private static readonly long _maxStep = Stopwatch.Frequency / 4;
    private static readonly object _lock = new();
    private static long _lastLook = Stopwatch.GetTimestamp();
    private static long _stopped;

    /// <summary>Now, in the unit of <see cref="Stopwatch" />. Also counts as a look.</summary>
    public static long GetTimestamp()
    {
        using (Uninterrupted.Lock(_lock))
        {
            long now = Stopwatch.GetTimestamp();
            _stopped += Math.Max(0, now - _lastLook - _maxStep);
            _lastLook = now;
            return now - _stopped;
        }
    }

    /// <summary>The same of another clock, where that is not the system's.</summary>
    public static long GetTimestamp(TimeProvider time) => ReferenceEquals(time, TimeProvider.System) ? GetTimestamp() : time.GetTimestamp();
}
