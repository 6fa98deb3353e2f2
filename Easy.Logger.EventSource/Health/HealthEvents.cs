using System.Diagnostics.Tracing;
using System.Globalization;

namespace Easy.Logger.EventSource.Health;

/// <summary>Writes the health of all appenders once per interval, while a session wants it. Thread-safe; costs nothing otherwise.</summary>
internal sealed class HealthEvents
{
    /// <summary>In seconds.</summary>
    internal const double DefaultInterval = 10;

    private const double MinSeconds = 0.1;
    private const double MaxSeconds = 3_600;

    private readonly object _lock = new();
    private readonly EasyLoggerEventSource _source;
    private volatile Timer? _timer;
    private bool _fails; // and was reported

    public HealthEvents(EasyLoggerEventSource source) => _source = source;

    /// <summary>Whether a reading is due some time.</summary>
    internal bool IsRunning => _timer is not null;

    /// <summary>From the end of a reading to the beginning of the next.</summary>
    internal TimeSpan Interval { get; private set; } = TimeSpan.FromSeconds(DefaultInterval);

    private bool IsWanted => _source.IsEnabled(EventLevel.Informational, EasyLoggerEventSource.Keywords.Health);

    /// <summary>Takes over what the sessions want now.</summary>
    /// <param name="interval">The argument of the one that has changed something, in seconds; what is no such number is as if it were not
    /// there.</param>
    public void Update(string? interval)
    {
        using (Uninterrupted.Lock(_lock))
        {
            TimeSpan? given = Parse(interval);
            Interval = given ?? Interval;
            if (!IsWanted)
            {
                Stop_NeedsLock();
            }
            else if (_timer is null || given is not null)
            {
                _timer ??= NewTimer();
                _timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan); // the first at once: a session may be short
            }
        }
    }

    internal static TimeSpan? Parse(string? seconds) =>
        double.TryParse(seconds, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            && number is >= MinSeconds and <= MaxSeconds
            ? TimeSpan.FromSeconds(number)
            : null;

    private Timer NewTimer()
    {
        Timer? timer = null;
        BackgroundThread.WithoutFlow(() => timer = new Timer(Write)); // not with the context of whoever has opened the session
        return timer!;
    }

    private void Write(object? state)
    {
        if (!IsWanted)
        {
            // .NET Framework announces the end of a session before it is over.
            using (Uninterrupted.Lock(_lock))
            {
                Stop_NeedsLock();
                return;
            }
        }

        try
        {
            HealthReading reading = HealthReading.Now();
            foreach (BufferHealthFields buffer in reading.Buffers)
            {
                _source.WriteHealth(buffer);
            }

            foreach (ChildHealthFields child in reading.Children)
            {
                _source.WriteHealth(child);
            }

            _fails = false;
        }
        catch (Exception e)
        {
            // On a thread of the pool it would end the process. The next reading tries again.
            if (!_fails)
            {
                _fails = true;
                InternalLog.Error("Easy.Logger: the health of the appenders could not be written to the event source.", e);
            }
        }

        using (Uninterrupted.Lock(_lock))
        {
            _timer?.Change(Interval, Timeout.InfiniteTimeSpan); // from end to beginning: readings never overlap
        }
    }

    private void Stop_NeedsLock()
    {
        _timer?.Dispose();
        _timer = null;
        if (!_source.IsEnabled())
        {
            Interval = TimeSpan.FromSeconds(DefaultInterval); // all sessions have ended, and what they asked for with them
        }
    }
}
