using System.Diagnostics.CodeAnalysis;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Counting;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.DogStatsd;

/// <summary>
/// Reports to a DogStatsD server how much is logged: counts events by level and logger, sends the counts every <see cref="Period" />, sends
/// severe events into the stream of events if it is asked to, a few of them in a minute, and sends the health of all appenders of
/// Easy.Logger.
/// </summary>
/// <remarks>
/// <para>
/// Options are set before <see cref="ActivateOptions" />, by one thread; it opens no connection and waits for nothing. A value out of its
/// bounds is replaced by its default, and all such problems are reported together, once, to log4net's internal log. All other members are
/// safe for any thread. A log call costs a look-up and an increment, waits for no server, and throws nothing. Works on its own as well as
/// behind an <see cref="AsyncBufferingForwardingAppender" />.
/// </para>
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "Close is what log4net calls its Dispose.")]
public sealed partial class DogStatsdAppender : AppenderSkeleton, IBulkAppender, IBatchAppender
{
    private readonly object _activationLock = new();
    private readonly TimeProvider _time;
    private volatile AppenderPipeline? _pipeline;
    private volatile bool _isClosed;

    /// <summary>Makes an appender with the default options. Usually done by log4net from a configuration.</summary>
    public DogStatsdAppender()
        : this(TimeProvider.System)
    {
    }

    internal DogStatsdAppender(TimeProvider time) => _time = time;

    /// <summary>What became of everything that was to be sent since the options were activated; <see langword="null" /> before.</summary>
    public DogStatsdStatistics? Statistics => _pipeline?.Statistics;

    IReadOnlyList<ILayout> IBatchAppender.Layouts => _pipeline?.Settings is { SendEvents: true, Layout: { } layout } ? [layout] : [];

    FixFlags IBatchAppender.Fix => FilterHead is null ? FixFlags.None : FixFlags.Partial; // a filter may ask for anything

    /// <summary>Takes the options over and begins. May run again: what was counted before is sent with the options it had.</summary>
    public override void ActivateOptions()
    {
        base.ActivateOptions();
        SettingsReader reader = new();
        AppenderSettings settings = reader.Read(this);
        if (settings.Sender.Transport is { } own && own == _pipeline?.Settings.Sender.Transport)
        {
            InternalLog.Error(
                $"Easy.Logger appender [{Name}]: its Transport is in use. The options are not taken over; they need another one.");
            return;
        }

        if (reader.Problems.Count > 0)
        {
            InternalLog.Error($"Easy.Logger appender [{Name}]: {string.Join(" ", reader.Problems)}");
        }

        using (Uninterrupted.Lock(_activationLock))
        {
            if (!_isClosed)
            {
                AppenderPipeline? before = _pipeline;
                _pipeline = new AppenderPipeline(settings, Name ?? string.Empty, _time);
                before?.Close(waits: false);
            }
        }
    }

    /// <summary>Counts an event. Never throws, and waits for nobody.</summary>
    /// <param name="loggingEvent">The event; <see langword="null" /> is ignored.</param>
    public new void DoAppend(LoggingEvent loggingEvent)
    {
        if (loggingEvent is null)
        {
            return;
        }

        try
        {
            if (Pipeline() is { } pipeline && Passes(loggingEvent) && pipeline.Count(loggingEvent))
            {
                pipeline.SendEvent(new EventBatch([loggingEvent]), 0);
            }
        }
        catch (Exception e)
        {
            this.Report("An event could not be counted or sent.", e);
        }
    }

    /// <summary>Counts several events, one after the other.</summary>
    /// <param name="loggingEvents">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />, as with every log4net
    /// appender.</exception>
    public new void DoAppend(LoggingEvent[] loggingEvents) =>
        DoAppend(new EventBatch(loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents))));

    /// <summary>The same with the events of a forwarder, whose texts may not be in them.</summary>
    /// <param name="batch">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="batch" /> is <see langword="null" />.</exception>
    public void DoAppend(EventBatch batch)
    {
        if (batch is null)
        {
            throw new ArgumentNullException(nameof(batch));
        }

        if (Pipeline() is not { } pipeline)
        {
            return;
        }

        Exception? problem = null;
        int failed = 0;
        for (int i = 0; i < batch.Count; i++)
        {
            try
            {
                if (batch[i] is { } loggingEvent && Passes(loggingEvent) && pipeline.Count(loggingEvent))
                {
                    pipeline.SendEvent(batch, i);
                }
            }
            catch (Exception e)
            {
                problem ??= e; // of a filter, a message or a layout: it must not cost the other events
                failed++;
            }
        }

        if (problem is not null)
        {
            batch.ReportFailed(failed);
            this.Report("An event could not be counted or sent.", problem);
        }
    }

    /// <summary>
    /// Sends what was counted, and closes the appender, within <see cref="CloseTimeout" />. While nobody listens it takes no time: what
    /// waits is tried once more and dropped. Calls after the first do nothing. Never throws.
    /// </summary>
    [SuppressMessage("Usage", "CA1816", Justification = "Close is what log4net calls its Dispose.")]
    public new void Close()
    {
        OnClose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Sends what was counted so far, without waiting for the end of the period, and all that waits.</summary>
    /// <param name="millisecondsTimeout">The longest wait; negative without limit.</param>
    /// <returns>Whether all of it is with the system now, or dropped.</returns>
    public override bool Flush(int millisecondsTimeout) => _pipeline?.Flush(Math.Max(millisecondsTimeout, -1)) ?? true;

    /// <summary>
    /// Counts an event. Reached without <see cref="DoAppend(LoggingEvent)" /> only through a reference of the base type, under its lock.
    /// </summary>
    /// <param name="loggingEvent">An event that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(LoggingEvent loggingEvent) => DoAppend(loggingEvent);

    /// <summary>
    /// Counts events. Reached without <see cref="DoAppend(LoggingEvent[])" /> only through a reference of the base type; a forwarder sees
    /// by it that whole batches are wanted.
    /// </summary>
    /// <param name="loggingEvents">Events that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(IEnumerable<LoggingEvent> loggingEvents) => DoAppend([.. loggingEvents ?? []]);

    /// <summary>Closes through a reference of the base type, or from its finalizer.</summary>
    protected override void OnClose()
    {
        using (Uninterrupted.Lock(_activationLock))
        {
            if (_isClosed)
            {
                return;
            }

            _isClosed = true;
        }

        _pipeline?.Close(waits: true);
    }

    private AppenderPipeline? Pipeline()
    {
        if (_isClosed)
        {
            this.Report($"The appender [{Name}] is closed; the event was not counted.");
            return null;
        }

        return _pipeline;
    }

    /// <summary>
    /// Filters are asked under the appender's lock, as all of log4net's appenders do: they need not be safe for several threads.
    /// </summary>
    private bool Passes(LoggingEvent loggingEvent)
    {
        using Uninterrupted.Scope scope = Uninterrupted.LockIf(FilterHead is not null, LockObj);
        return FilterEvent(loggingEvent);
    }
}
