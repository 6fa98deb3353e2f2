using System.Globalization;

namespace Easy.Logger.EventSource.Health;

/// <summary>Writes the health of all appenders once per interval, while a session wants it. Thread-safe; costs nothing otherwise.</summary>
internal sealed class HealthEvents
{
    /// <summary>In seconds.</summary>
    internal const double DefaultInterval = 10;

    private const double Shortest = 0.1;
    private const double Longest = 3_600;

    private readonly object _lock = new();
    private readonly EasyLoggerEventSource _source;
    private Timer? _timer;
    private TimeSpan _interval = TimeSpan.FromSeconds(DefaultInterval);

    public HealthEvents(EasyLoggerEventSource source) => _source = source;

    /// <summary>Takes over what the sessions want now.</summary>
    /// <param name="isWanted">Whether any of them wants health events.</param>
    /// <param name="interval">The argument of the one that has changed something, in seconds; what is no such number is as if it were not there.</param>
    public void Update(bool isWanted, string? interval)
    {
        lock (_lock)
        {
            _interval = Parse(interval) ?? _interval;
            if (!isWanted)
            {
                _timer?.Dispose();
                _timer = null;
                return;
            }

            _timer ??= NewTimer();
            _timer.Change(TimeSpan.Zero, _interval); // the first at once: a session may be short
        }
    }

    internal static TimeSpan? Parse(string? seconds) =>
        double.TryParse(seconds, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) && number is >= Shortest and <= Longest
            ? TimeSpan.FromSeconds(number)
            : null;

    private Timer NewTimer()
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            return new Timer(Write);
        }

        using (ExecutionContext.SuppressFlow())
        {
            return new Timer(Write); // not with the context of whoever has opened the session
        }
    }

    private void Write(object? state)
    {
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
        }
        catch (Exception)
        {
            // On a thread of the pool it would end the process. The next interval tries again.
        }
    }
}
