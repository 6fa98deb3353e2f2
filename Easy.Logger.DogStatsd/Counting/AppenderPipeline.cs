using System.Diagnostics.CodeAnalysis;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Diagnostics;
using Easy.Logger.DogStatsd.Health;
using Easy.Logger.DogStatsd.Sending;
using log4net.Core;

namespace Easy.Logger.DogStatsd.Counting;

/// <summary>
/// What an appender does with one set of options: counts, sends single events, and every period what was counted and the health of all
/// appenders. Thread-safe.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Close disposes of them, with or without a wait.")]
internal sealed class AppenderPipeline
{
    private readonly string _name;
    private readonly DogStatsdSender _sender;
    private readonly EventCounts _counts;
    private readonly EventBudget _budget;
    private readonly object _totalsLock = new();
    private readonly object _layoutLock = new(); // log4net promises layouts that they are asked by one thread at a time
    private readonly MeterExport? _health;
    private readonly ITimer _timer;
    private volatile bool _isClosed;

    public AppenderPipeline(AppenderSettings settings, string name, TimeProvider time)
    {
        Settings = settings;
        _name = name;
        _sender = new DogStatsdSender(settings.Sender, name, time);
        _counts = new EventCounts(settings.MaxSeries);
        _budget = new EventBudget(settings.MaxEventsPerMinute, time);
        _health = settings.SendHealth ? new MeterExport() : null;
        _timer = Timers.Create(time, static state => ((AppenderPipeline)state!).EndPeriod(), this);
        _timer.Start(settings.Period); // not before it is known
    }

    public DogStatsdStatistics Statistics => _sender.Statistics;

    public AppenderSettings Settings { get; }

    /// <summary>Counts an event.</summary>
    /// <returns>Whether it is for the stream of events as well.</returns>
    public bool Count(LoggingEvent logged)
    {
        Level level = logged.Level ?? Level.Info;
        if (Settings.SendCounts)
        {
            _counts.Count(level.Name, Settings.CountLoggers ? logged.LoggerName ?? string.Empty : null);
            if (_isClosed)
            {
                SendTotals(); // it was closed meanwhile, and who closed it may have looked before
            }
        }

        return Settings.SendEvents && level >= Settings.EventThreshold;
    }

    /// <summary>Sends what was counted since the last time.</summary>
    public void SendTotals()
    {
        try
        {
            using (Uninterrupted.Lock(_totalsLock))
            {
                _counts.Take((tags, count) => _sender.Counter(Settings.MetricName, count, tags));
                _health?.SendTo(_sender);
            }
        }
        catch (Exception e)
        {
            // The meter's instruments are not ours alone. On a thread of the pool it would end the process.
            InternalLog.Error($"Easy.Logger appender [{_name}]: the health of the appenders could not be sent.", e);
        }
    }

    public bool Flush(int millisecondsTimeout)
    {
        SendTotals();
        return _sender.Flush(millisecondsTimeout);
    }

    /// <summary>Sends the last totals and closes.</summary>
    /// <param name="waits">Whether to wait until all has been sent.</param>
    public void Close(bool waits)
    {
        _timer.Dispose();
        _isClosed = true;
        SendTotals();
        _health?.Dispose();
        if (waits)
        {
            _sender.Dispose();
        }
        else
        {
            _sender.BeginClose();
        }
    }

    /// <summary>Sends an event into the stream of events, unless there were too many. Throws what a layout or a message throws.</summary>
    public void SendEvent(EventBatch batch, int index)
    {
        if (!_budget.TryTake(out long suppressed))
        {
            DogStatsdMeter.CountSuppressed(_name);
            return;
        }

        LoggingEvent logged = batch[index];
        DogStatsdEvent happened;
        try
        {
            using Uninterrupted.Scope scope = Uninterrupted.Lock(_layoutLock);
            happened = LogEventText.Of(batch, index, Settings.Layout, suppressed);
        }
        catch
        {
            _budget.GiveBack(suppressed);
            throw;
        }

        _sender.Event(happened, new[] { EventCounts.TagOf((logged.Level ?? Level.Info).Name), "logger:" + logged.LoggerName });
    }

    private void EndPeriod()
    {
        SendTotals();
        _timer.Start(Settings.Period); // from end to beginning: periods never overlap
    }
}
