using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.EventSource.Provider;
using Easy.Logger.EventSource.Rendering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.EventSource;

/// <summary>
/// Writes each event as one of the provider <see cref="EasyLoggerEventSource.ProviderName" />, for ETW, EventPipe (dotnet-trace), PerfView
/// and <see cref="EventListener" />. While nobody listens a log call costs a look at a flag; else the runtime is given the texts where they
/// are, without a copy and without an allocation.
/// </summary>
/// <remarks>
/// <para>
/// Options are set before <see cref="ActivateOptions" />; all other members are safe for any thread, and threads do not wait for each
/// other: only filters and a <see cref="AppenderSkeleton.Layout" /> are asked under a lock. A log call throws nothing; what a layout or a
/// filter throws is reported to the error handler. Works on its own as well as behind an <see cref="AsyncBufferingForwardingAppender" />;
/// the time in the event is that of the log call.
/// </para>
/// <para>
/// The message is that of the event, or what the layout makes of it when there is one. What a listener logs while it is given an event is
/// written too, but not what it logs while it is given that one; behind a forwarder neither is, because no appender may feed the worker
/// that feeds it.
/// </para>
/// </remarks>
public sealed partial class EventSourceAppender : AppenderSkeleton, IBulkAppender, ITraceContextAppender
{
    private const int MaxNested = 2;
    private const string SupportSwitch = "System.Diagnostics.Tracing.EventSource.IsSupported";

    [ThreadStatic]
    private static int _nested;

    private readonly EasyLoggerEventSource _source = EasyLoggerEventSource.Instance;
    private int _most = RenderLimit.CharsFor(RenderLimit.DefaultBytes);
    private volatile bool _isClosed;

    /// <summary>
    /// Whether the text of an exception is a field of the event, in sessions with <see cref="EasyLoggerEventSource.Keywords.Exception" />.
    /// Default <see langword="true" />.
    /// </summary>
    public bool IncludeException { get; set; } = true;

    /// <summary>
    /// Whether the properties of an event become a second event, in sessions with <see cref="EasyLoggerEventSource.Keywords.Properties" />.
    /// Default <see langword="true" />.
    /// </summary>
    /// <remarks>In such a session, and only there, something is allocated: log4net collects the properties of an event in a
    /// dictionary.</remarks>
    public bool IncludeProperties { get; set; } = true;

    /// <summary>
    /// The most bytes of one event, all fields together: 4,096 to 61,440, default 61,440, which is 60 KiB. A text that is too long is cut
    /// off, the message last of all, and the message's original length is a field. An event above 64 KiB the runtime would drop without a
    /// word.
    /// </summary>
    public int MaxEventBytes { get; set; } = RenderLimit.DefaultBytes;

    bool ITraceContextAppender.WritesTraceContext => true;

    /// <summary>
    /// Takes the options over. One that is out of bounds is reported to log4net's internal log, and its default is used; that event sources
    /// are switched off in the program is reported, too.
    /// </summary>
    public override void ActivateOptions()
    {
        base.ActivateOptions();
        if (AppContext.TryGetSwitch(SupportSwitch, out bool isSupported) && !isSupported)
        {
            InternalLog.Warn($"Easy.Logger appender [{Name}]: event sources are switched off in this program, so nothing will be written. "
                + "EventSourceSupport in its project file switches them on.");
        }

        if (_source.ConstructionException is { } problem)
        {
            InternalLog.Error($"Easy.Logger appender [{Name}]: the runtime has refused the event source, so nothing will be written.",
                problem);
        }

        int bytes = MaxEventBytes;
        if (!RenderLimit.Allows(bytes))
        {
            string bounds = FormattableString.Invariant(
                $"is not within {RenderLimit.MinBytes} to {RenderLimit.DefaultBytes}; {RenderLimit.DefaultBytes} is used.");
            InternalLog.Error(FormattableString.Invariant($"Easy.Logger appender [{Name}]: maxEventBytes {bytes} {bounds}"));
            bytes = RenderLimit.DefaultBytes;
        }

        _most = RenderLimit.CharsFor(bytes);
    }

    /// <summary>Writes an event, if anybody listens to its level. Never throws, and waits for nothing but filters and a layout.</summary>
    /// <param name="loggingEvent">The event; <see langword="null" /> is ignored.</param>
    public new void DoAppend(LoggingEvent loggingEvent)
    {
        if (_source.IsEnabled() && loggingEvent is not null)
        {
            AppendIfWanted(loggingEvent);
        }
    }

    /// <summary>Writes several events, one after the other.</summary>
    /// <param name="loggingEvents">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />, as with every log4net
    /// appender.</exception>
    public new void DoAppend(LoggingEvent[] loggingEvents)
    {
        foreach (LoggingEvent loggingEvent in loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents)))
        {
            DoAppend(loggingEvent);
        }
    }

    /// <summary>
    /// Writes an event. Reached without <see cref="DoAppend(LoggingEvent)" /> only through a reference of the base type, under its lock.
    /// </summary>
    /// <param name="loggingEvent">An event that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(LoggingEvent loggingEvent) => DoAppend(loggingEvent);

    /// <summary>Refuses events from now on. The provider stays: it is that of the process.</summary>
    protected override void OnClose()
    {
        _isClosed = true;
        InternalLog.Flush(InternalLog.AtEnd);
    }

    /// <summary>
    /// A method by itself, or each call would prepare the memory that only an event needs: 14 to 18 ns instead of 1 to 2 while nobody
    /// listens.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendIfWanted(LoggingEvent loggingEvent)
    {
        int level = (loggingEvent.Level ?? Level.Info).Value;
        LevelBand band = LevelBand.Of(level);
        if (!_source.Wants(band, loggingEvent.LoggerName, level))
        {
            return;
        }

        _nested++;
        try
        {
            if (_nested <= MaxNested)
            {
                Append(loggingEvent, band);
            }
            else if (_nested == MaxNested + 1)
            {
                EventSourceMeter.CountReentrant(); // once: a listener of the meter may log as well
            }
        }
        catch (Exception e)
        {
            this.Report("The event could not be written to the event source.", e);
        }
        finally
        {
            _nested--;
        }
    }

    private void Append(LoggingEvent loggingEvent, LevelBand band)
    {
        if (_isClosed)
        {
            this.Report($"The appender [{Name}] is closed; the event was not written.");
        }
        else if (Passes(loggingEvent))
        {
            EventText? text = null; // most events need none: their texts are strings
            try
            {
                Write(loggingEvent, band, ref text);
            }
            finally
            {
                text?.Return();
            }
        }
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
