using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net.Core;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Capture;

/// <summary>
/// The events that the worker hands to the attached appenders, as they get to see them: in the culture of the call, and with what was
/// captured of each. Worker only.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "TextBuffer is a writer over an array and holds nothing to release.")]
internal sealed class Batch
{
    private readonly TextBuffer _message = new(capacity: 256);
    private readonly CapturedEvents _none = new(0);
    private CapturedEvents _events;
    private LoggingEvent?[] _copies = [];
    private CultureInfo? _workerCulture;
    private CultureInfo? _workerUICulture;
    private CultureInfo? _culture;
    private CultureInfo? _uiCulture;

    public Batch() => _events = _none;

    /// <summary>How many events there are.</summary>
    public int Count => _events.Count;

    /// <summary>What they were captured by.</summary>
    public CapturePlan Plan => _events.Plan;

    /// <summary>Whether the event that is being handed over was itself logged by code that ran on a worker's thread.</summary>
    public bool CurrentIsReentrant { get; private set; }

    /// <summary>The way of that event so far, see <see cref="CallContext.Trail" />.</summary>
    public Trail? CurrentTrail { get; private set; }

    /// <summary>An event, as it was captured.</summary>
    public CapturedEvent this[int index] => _events[index];

    /// <summary>The level of an event.</summary>
    public Level? LevelOf(int index) => _events.LevelOf(index);

    /// <summary>Whether it is this very event.</summary>
    public bool Is(int index, LoggingEvent loggingEvent) => _events.Is(index, loggingEvent);

    /// <summary>Whether appenders with filters have turned an event away in its log call.</summary>
    public bool IsTurnedAway(int index) => _events.ContextOf(index) is { IsTurnedAway: true };

    /// <summary>Begins a batch. The one before has to be cleared.</summary>
    public void Begin(CapturedEvents events) => _events = events;

    /// <summary>Keeps no reference to an event or to what was captured of one, here and where they come from.</summary>
    public void Clear()
    {
        Array.Clear(_copies, 0, Math.Min(_copies.Length, Count));
        _events.Clear();
        _events = _none; // callers fill the others again
        _message.Clear();
    }

    /// <summary>To be called before code that is not ours sees an event: that code runs in the culture of the call.</summary>
    public void Enter(int index)
    {
        if (!_events.HasContexts)
        {
            return;
        }

        CallContext? context = _events.ContextOf(index);
        CurrentIsReentrant = context is { IsReentrant: true };
        CurrentTrail = context?.Trail;
        if (IsOther(context))
        {
            _workerCulture ??= CultureInfo.CurrentCulture;
            _workerUICulture ??= CultureInfo.CurrentUICulture;
            _culture = CultureInfo.CurrentCulture = context!.Culture!;
            _uiCulture = CultureInfo.CurrentUICulture = context.UICulture ?? _workerUICulture;
        }
    }

    /// <summary>To be called before code that is not ours sees events from one on.</summary>
    /// <returns>The first event that needs a call of its own: it was logged in another culture.</returns>
    public int EnterRange(int first)
    {
        Enter(first);
        int next = first + 1;
        for (; next < Count; next++)
        {
            CallContext? context = _events.ContextOf(next);
            if (IsOther(context) || !ReferenceEquals(context?.Trail, CurrentTrail))
            {
                break;
            }

            CurrentIsReentrant |= context is { IsReentrant: true };
        }

        return next;
    }

    /// <summary>Worker only: nothing is handed over any more; the worker has its own culture back.</summary>
    public void Leave()
    {
        CurrentIsReentrant = false;
        CurrentTrail = null;
        if (_workerCulture is not null)
        {
            CultureInfo.CurrentCulture = _workerCulture;
            CultureInfo.CurrentUICulture = _workerUICulture!;
            _workerCulture = _workerUICulture = _culture = _uiCulture = null;
        }
    }

    /// <summary>The event as an appender gets to see it.</summary>
    /// <param name="index">Its place.</param>
    /// <param name="isKnown">
    /// Whether it is known what the appender reads: then it gets a copy with just that, which nobody else writes to or reads from. Any
    /// other gets the event itself.
    /// </param>
    public LoggingEvent EventFor(int index, bool isKnown)
    {
        CapturedEvent captured = _events[index];
        CapturePlan plan = Plan.For(captured.Level, captured.Context is { IsTurnedAway: true });
        if (captured.Event is { } loggingEvent && (!isKnown || (plan.CapturesProperties && captured.Context is null)))
        {
            return loggingEvent;
        }

        if (_copies.Length < Count)
        {
            _copies = new LoggingEvent?[Count];
        }

        return _copies[index] ??= captured.Event is { } original ? TryCopy(original, plan, captured) ?? original : Make(captured, plan);
    }

    /// <summary>An event that has the values that were kept of one.</summary>
    private LoggingEvent Make(in CapturedEvent captured, CapturePlan plan) => CapturedEvent.Closed(captured.Repository, new LoggingEventData
    {
        LoggerName = captured.LoggerName,
        Level = captured.Level,
        TimeStampUtc = captured.TimeStampUtc,
        Message = MessageOf(captured),
        ThreadName = captured.ThreadName,
        ExceptionString = (plan.Fields & FixFlags.Exception) != 0 ? string.Empty : null,
        Properties = new PropertiesDictionary(),
    });

    /// <summary>An event that has everything that was captured.</summary>
    private LoggingEvent? TryCopy(LoggingEvent loggingEvent, CapturePlan plan, in CapturedEvent captured)
    {
        try
        {
            if (PropertiesOf(plan, captured.Context) is not { } properties)
            {
                return null;
            }

            // A subclass may have replaced one of the two ways to its message.
            string? written = loggingEvent.GetType() == typeof(LoggingEvent) ? null : MessageOf(captured);
            string? rendered = written is null ? null : loggingEvent.RenderedMessage;

            // A message that nobody reads was not rendered in the call, and must not be now: the event is shared.
            FixFlags fields = plan.Fields;
            if (Has(FixFlags.Message) && !captured.HasMessage && loggingEvent is { MessageObject: { } message, RenderedMessage: null })
            {
                if (!Log4NetMembers.IsClosed(loggingEvent) || message is not string || written is not null)
                {
                    return null; // not fixed, as the user chose: it is rendered when it is asked for
                }

                written = (string)message; // a closed event has no rendered message, but can be rendered
            }

            LoggingEventData data = new()
            {
                LoggerName = loggingEvent.LoggerName,
                Level = loggingEvent.Level,
                TimeStampUtc = loggingEvent.TimeStampUtc,
                Message = written
                    ?? (captured.HasMessage ? MessageOf(captured) : Has(FixFlags.Message) ? loggingEvent.RenderedMessage : null),
                ThreadName = Has(FixFlags.ThreadName) ? loggingEvent.ThreadName : null,
                ExceptionString = Has(FixFlags.Exception) ? loggingEvent.GetExceptionString() : null,
                Domain = Has(FixFlags.Domain) ? loggingEvent.Domain : null,
                Identity = Has(FixFlags.Identity) ? loggingEvent.Identity : null,
                UserName = Has(FixFlags.UserName) ? loggingEvent.UserName : null,
                LocationInfo = captured.Context?.Location ?? loggingEvent.LocationInfo,
                Properties = properties,
            };
            return rendered == written
                ? CapturedEvent.Closed(loggingEvent.Repository, data)
                : new EventWithTwoMessages(loggingEvent.Repository, data, rendered) { Fix = FixFlags.None };

            bool Has(FixFlags part) => (fields & part) != 0;
        }
        catch (Exception)
        {
            return null; // the appender gets the same exception from the event itself
        }
    }

    private bool IsOther(CallContext? context) =>
        context?.Culture is { } culture && !(ReferenceEquals(culture, _culture) && ReferenceEquals(context.UICulture, _uiCulture));

    private string MessageOf(in CapturedEvent captured)
    {
        _message.Clear();
        captured.WriteMessage(_message);
        return _message.ToString();
    }

    /// <returns>The captured properties; <see langword="null" /> when one of them could not be rendered.</returns>
    private static PropertiesDictionary? PropertiesOf(CapturePlan plan, CallContext? context)
    {
        if (plan.AllProperties)
        {
            return context is { HasAllProperties: true } ? context.Properties : null;
        }

        PropertiesDictionary properties = new();
        for (int i = 0; i < context?.Texts?.Length; i++)
        {
            if (plan.Texts[i].Property is { } property)
            {
                if (context.Texts[i] is Exception)
                {
                    return null;
                }

                properties[property] = context.Texts[i];
            }
        }

        return properties;
    }

    /// <summary>Writes another message than it has as a text.</summary>
    private sealed class EventWithTwoMessages(ILoggerRepository? repository, LoggingEventData data, string? renderedMessage)
        : LoggingEvent(null, repository, data, FixFlags.None)
    {
        public override string? RenderedMessage => renderedMessage;
    }
}
