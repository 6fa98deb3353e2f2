namespace log4net.Core;

public class TimeEvaluator : ITriggeringEventEvaluator
{
    private long _lastTicks = DateTime.UtcNow.Ticks;

    public TimeEvaluator()
        : this(0)
    {
    }

    public TimeEvaluator(int interval) => Interval = interval;

    /// <remarks>In seconds; 0 never triggers.</remarks>
    public int Interval { get; set; }

    public bool IsTriggeringEvent(LoggingEvent loggingEvent)
    {
        long now = DateTime.UtcNow.Ticks, last = Interlocked.Read(ref _lastTicks);

        // Of several threads that come at the end of an interval one triggers.
        return Interval != 0
            && now - last >= Interval * TimeSpan.TicksPerSecond
            && Interlocked.CompareExchange(ref _lastTicks, now, last) == last;
    }
}
