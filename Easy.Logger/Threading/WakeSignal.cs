namespace Easy.Logger.Threading;

/// <summary>
/// Where the worker sleeps: until it is woken or a moment comes. Only one thread may wait; any may set.
/// </summary>
/// <remarks>
/// On the system clock the wait itself is timed, so that no thread-pool timer is needed: a pool whose threads all wait for room in the
/// queue must not keep the worker asleep. On any other clock a timer of that clock sets the signal.
/// </remarks>
internal sealed class WakeSignal
{
    /// <summary>More than passes by itself between two looks at a clock that runs.</summary>
    private static readonly TimeSpan _jump = TimeSpan.FromMilliseconds(0.5);

    private const int BriefWaitMilliseconds = 1;

    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private bool _isSet;

    public WakeSignal(TimeProvider time) => _time = time;

    public void Set()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _isSet = true;
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Returns when set, when the timestamp is reached, or early for no reason: the caller looks again.</summary>
    /// <param name="timestamp">A timestamp of the time provider; <see langword="null" /> to wait for the signal alone.</param>
    public void WaitUntil(long? timestamp)
    {
        try
        {
            WaitOnClock(timestamp);
        }
        catch (ThreadInterruptedException)
        {
            // A child or library interrupted the worker's thread. There is nothing to break off here: the caller looks again.
        }
    }

    /// <summary>Returns when set, in a moment, or early for no reason.</summary>
    public void WaitBriefly()
    {
        try
        {
            Wait(BriefWaitMilliseconds);
        }
        catch (ThreadInterruptedException)
        {
            // As above.
        }
    }

    private void WaitOnClock(long? timestamp)
    {
        if (timestamp is not { } until)
        {
            Wait(Timeout.Infinite);
            return;
        }

        if (ReferenceEquals(_time, TimeProvider.System))
        {
            TimeSpan left = TimeUntil(until);
            if (left > TimeSpan.Zero)
            {
                Wait((int)Math.Ceiling(left.TotalMilliseconds));
            }
        }
        else
        {
            WaitForTimer(until);
        }
    }

    private void WaitForTimer(long until)
    {
        using ITimer timer = _time.CreateTimer(
            static signal => ((WakeSignal)signal!).Set(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        TimeSpan left;
        do
        {
            left = TimeUntil(until);
            if (left <= TimeSpan.Zero)
            {
                return;
            }

            timer.Change(left, Timeout.InfiniteTimeSpan);
        }
        while (left - TimeUntil(until) > _jump); // the clock was moved after it was read and before the timer ran

        Wait(Timeout.Infinite);
    }

    private void Wait(int milliseconds)
    {
        lock (_lock)
        {
            if (!_isSet)
            {
                Monitor.Wait(_lock, milliseconds);
            }

            _isSet = false;
        }
    }

    private TimeSpan TimeUntil(long timestamp) => _time.GetElapsedTime(_time.GetTimestamp(), timestamp);
}
