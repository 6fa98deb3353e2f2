namespace Easy.Logger.Tests.Support;

/// <summary>A clock that stands still until it is advanced; timers fire inside <see cref="Advance" />. Thread-safe.</summary>
/// <remarks>
/// FakeTimeProvider of Microsoft.Extensions.TimeProvider.Testing is no replacement: any thread that reads the clock may run the due timers,
/// inside the locks that it holds, and Advance may return before they have run.
/// </remarks>
internal sealed class ManualTimeProvider : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _now;
    private int _timersMade;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that are set and have not fired.</summary>
    public int PendingTimers
    {
        get
        {
            lock (_lock)
            {
                return _timers.Count(timer => timer.DueAt is not null);
            }
        }
    }

    /// <summary>Timers that were ever made.</summary>
    public int TimersMade => Volatile.Read(ref _timersMade);

    /// <summary>Called before each start of a timer, when its maker has read the clock.</summary>
    public Action? TimerStarts { get; set; }

    public override long GetTimestamp()
    {
        lock (_lock)
        {
            return _now.Ticks;
        }
    }

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + new TimeSpan(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Interlocked.Increment(ref _timersMade);
        ManualTimer timer = new(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        List<ManualTimer> due;
        lock (_lock)
        {
            _now += by;
            due = _timers.FindAll(timer => timer.DueAt <= _now);
            due.ForEach(timer => timer.DueAt = null);
        }

        due.ForEach(timer => timer.Fire());
    }

    private sealed class ManualTimer(ManualTimeProvider clock, TimerCallback callback, object? state) : ITimer
    {
        public TimeSpan? DueAt { get; set; }

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Assert.That(period, Is.EqualTo(Timeout.InfiniteTimeSpan), "Only one-shot timers are known here.");
            clock.TimerStarts?.Invoke();
            lock (clock._lock)
            {
                clock._timers.Remove(this);
                DueAt = dueTime == Timeout.InfiniteTimeSpan ? null : clock._now + dueTime;
                clock._timers.Add(this);
            }

            return true;
        }

        public void Dispose()
        {
            lock (clock._lock)
            {
                clock._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
