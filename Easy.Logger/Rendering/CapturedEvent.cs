using System.Globalization;
using Easy.Logger.Compatibility;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// An event as it is queued: the event itself, or where all that is read of it are values, only these; with the arguments of a message that
/// the worker renders, and the context of the call.
/// </summary>
/// <remarks>
/// <para>
/// A message is deferred only when its text is the same whenever it is rendered: a string, or a plain format of the invariant culture with
/// arguments that cannot change. What log4net writes for a format that does not fit its arguments depends on the culture of the caller, so
/// it must not come to that. The arguments are copied, because the array is the application's.
/// </para>
/// <para>
/// Values in place of the event are there for the garbage collector: what it finds alive in a full queue of events is four objects an
/// event, scattered over all that was allocated meanwhile, and it finds that at each collection.
/// </para>
/// </remarks>
internal readonly struct CapturedEvent
{
    private const int MaxArguments = 3;

    private static readonly object _nothing = new(); // a deferred message without arguments
    private static readonly object _null = new(); // a first argument that is null
    private static readonly object _int32 = new(); // a first argument that is in the number
    private static readonly object _int64 = new();
    private static readonly object _double = new();

    public CapturedEvent(
        object source, object? first, object? second, object? third, long number = 0, long time = 0, ILoggerRepository? repository = null,
        CallContext? context = null, long journalPlace = 0)
    {
        Source = source;
        First = first;
        Second = second;
        Third = third;
        Number = number;
        Time = time;
        Repository = repository;
        Context = context;
        JournalPlace = journalPlace;
    }

    /// <summary>An event that has everything in itself.</summary>
    public static implicit operator CapturedEvent(LoggingEvent loggingEvent) => new(loggingEvent, first: null, second: null, third: null);

    /// <summary>The event; <see langword="null" /> when only its values are kept.</summary>
    public LoggingEvent? Event => Source is CallSite ? null : (LoggingEvent)Source;

    /// <summary>The event, or its <see cref="CallSite" />.</summary>
    public object Source { get; }

    /// <summary>
    /// The first argument of a deferred message, or what stands for it; the message itself where there is neither event nor format.
    /// <see langword="null" /> when the message is not deferred.
    /// </summary>
    public object? First { get; }

    public object? Second { get; }

    public object? Third { get; }

    /// <summary>The first argument, where it is a number and the event is not kept.</summary>
    public long Number { get; }

    /// <summary>The time of an event that is not kept, in ticks (UTC).</summary>
    public long Time { get; }

    /// <summary>The repository of an event that is not kept.</summary>
    public ILoggerRepository? Repository { get; }

    public CallContext? Context { get; }

    /// <summary>Where the journal has the event; 0 when it has not.</summary>
    public long JournalPlace { get; }

    public Level? Level => Source is CallSite site ? site.Level : ((LoggingEvent)Source).Level;

    public string? LoggerName => Source is CallSite site ? site.LoggerName : ((LoggingEvent)Source).LoggerName;

    public string? ThreadName => Source is CallSite site ? site.ThreadName : ((LoggingEvent)Source).ThreadName;

    public DateTime TimeStampUtc => Source is LoggingEvent loggingEvent ? loggingEvent.TimeStampUtc : new DateTime(Time, DateTimeKind.Utc);

    /// <summary>The text of its exception; an event that is not kept has none.</summary>
    public string? ExceptionString => Event?.GetExceptionString();

    /// <summary>Whether the message is rendered by the worker.</summary>
    public bool HasMessage => First is not null;

    /// <summary>Captures the message of an event for the worker.</summary>
    /// <param name="loggingEvent">An event of log4net's own class.</param>
    /// <param name="lastCall">The last log call of the thread.</param>
    /// <returns>The event with its message; without one when it has to be rendered by the caller.</returns>
    public static CapturedEvent WithMessage(LoggingEvent loggingEvent, LastCall lastCall)
    {
        if ((loggingEvent.Fix & FixFlags.Message) != 0 || !Log4NetMembers.AreAvailable || Log4NetMembers.IsClosed(loggingEvent))
        {
            return loggingEvent;
        }

        return loggingEvent.MessageObject switch
        {
            SystemStringFormat message
                when TryDefer(message, loggingEvent, lastCall, out object? first, out object? second, out object? third) =>
                new CapturedEvent(loggingEvent, first, second, third),
            string => new CapturedEvent(loggingEvent, _nothing, second: null, third: null),
            _ => loggingEvent,
        };
    }

    /// <summary>Takes the arguments of a message whose text is the same whenever it is rendered.</summary>
    private static bool TryDefer(
        SystemStringFormat message, LoggingEvent loggingEvent, LastCall lastCall, out object? first, out object? second, out object? third)
    {
        first = second = third = null;
        if (message is not { Format: { } format, Args: { Length: <= MaxArguments } arguments }
            || Log4NetMembers.HasText(loggingEvent)
            || !(lastCall.HasFormat(format, arguments.Length) || Fits(format, arguments.Length, lastCall))
            || !ReferenceEquals(Log4NetMembers.ProviderOf(message), CultureInfo.InvariantCulture))
        {
            return false;
        }

        first = _nothing;
        switch (arguments.Length)
        {
            case 3:
                third = arguments[2];
                goto case 2;
            case 2:
                second = arguments[1];
                goto case 1;
            case 1:
                first = arguments[0] ?? _null;
                break;
        }

        return (ReferenceEquals(first, _null) || ReferenceEquals(first, _nothing) || IsImmutable(first)) && IsImmutable(second)
            && IsImmutable(third) && IsRenderedByDefault(loggingEvent.Repository);
    }

    /// <summary>Keeps the values of an event of which nothing else is read: level, logger, thread, time and message.</summary>
    /// <param name="loggingEvent">An event that is not fixed.</param>
    /// <param name="readsThread">Whether the name of the thread is read.</param>
    /// <param name="lastCall">The last log call of the thread.</param>
    /// <param name="values">The values.</param>
    /// <returns>Whether they are all that there is of the event.</returns>
    public static bool TryKeepValues(LoggingEvent loggingEvent, bool readsThread, LastCall lastCall, out CapturedEvent values)
    {
        values = default;
        if (loggingEvent.GetType() != typeof(LoggingEvent) || loggingEvent.ExceptionObject is not null
            || (loggingEvent.Fix & FixFlags.Message) != 0 || Log4NetMembers.IsClosed(loggingEvent)
            || loggingEvent.TimeStampUtc is not { Kind: DateTimeKind.Utc, Ticks: var time })
        {
            return false;
        }

        object? first;
        object? second = null;
        object? third = null;
        string? format = null;
        if (loggingEvent.MessageObject is SystemStringFormat message)
        {
            if (!TryDefer(message, loggingEvent, lastCall, out first, out second, out third))
            {
                return false;
            }

            format = message.Format;
        }
        else if (loggingEvent.MessageObject is string text)
        {
            first = text;
        }
        else
        {
            return false;
        }

        long number = 0;
        if (first is int int32)
        {
            (first, number) = (_int32, int32);
        }
        else if (first is long int64)
        {
            (first, number) = (_int64, int64);
        }
        else if (first is double value)
        {
            (first, number) = (_double, BitConverter.DoubleToInt64Bits(value));
        }

        CallSite site = lastCall.SiteOf(
            loggingEvent.Level, loggingEvent.LoggerName, readsThread ? lastCall.ThreadNameOf(loggingEvent) : null, format);
        values = new CapturedEvent(site, first, second, third, number, time, loggingEvent.Repository);
        return true;
    }

    /// <summary>For layouts of log4net's own that read level, logger, thread and time.</summary>
    public LoggingEvent ToEvent() => Event ?? new LoggingEvent(
        new LoggingEventData { Level = Level, LoggerName = LoggerName, ThreadName = ThreadName, TimeStampUtc = TimeStampUtc });

    /// <summary>For converters of log4net's own that read what was captured beside the event, too.</summary>
    /// <param name="needsProperties">Whether the event itself is asked where they could not be captured.</param>
    public LoggingEvent ToEventOfCall(bool needsProperties)
    {
        if (Context is null || (needsProperties && !Context.HasAllProperties))
        {
            return ToEvent();
        }

        return Closed(Event?.Repository ?? Repository, new LoggingEventData
        {
            LoggerName = LoggerName,
            Level = Level,
            TimeStampUtc = TimeStampUtc,
            LocationInfo = Context.Location ?? Event?.LocationInfo,
            Properties = Context.Properties ?? new PropertiesDictionary(),
        });
    }

    /// <summary>An event of just these data: what is missing in them is not taken from the worker's thread.</summary>
    public static LoggingEvent Closed(ILoggerRepository? repository, LoggingEventData data)
    {
        LoggingEvent made = new(null, repository, data, FixFlags.None);
        made.Fix = FixFlags.None;
        return made;
    }

    /// <summary>The same of an event that was logged on a worker's thread.</summary>
    public CapturedEvent AsReentrant() => With((Context ?? new CallContext()) with { IsReentrant = true });

    /// <summary>The same of an event that comes back to where it was.</summary>
    public CapturedEvent WithTrail(Trail trail) => With((Context ?? new CallContext()) with { Trail = trail });

    public CapturedEvent With(CallContext? context) =>
        new(Source, First, Second, Third, Number, Time, Repository, context, JournalPlace);

    /// <summary>The same of an event that takes the place of this one.</summary>
    public CapturedEvent With(LoggingEvent loggingEvent, CallContext? context) =>
        new(loggingEvent, First, Second, Third, Number, Time, Repository, context, JournalPlace);

    public CapturedEvent WithJournalPlace(long place) =>
        new(Source, First, Second, Third, Number, Time, Repository, Context, place);

    /// <summary>Writes the text that log4net makes of the message.</summary>
    public void WriteMessage(TextBuffer text)
    {
        if (Source is CallSite site)
        {
            if (site.Format is { } format)
            {
                PlainFormat.Write(text, format, site.Holes, this);
            }
            else
            {
                text.Write((string?)First);
            }

            return;
        }

        LoggingEvent loggingEvent = (LoggingEvent)Source;
        if (!HasMessage)
        {
            loggingEvent.WriteRenderedMessage(text);
        }
        else if (loggingEvent.MessageObject is SystemStringFormat { Format: { } format })
        {
            PlainFormat.Write(text, format, holes: null, this);
        }
        else
        {
            text.Write((string)loggingEvent.MessageObject!);
        }
    }

    /// <summary>Writes an argument of a deferred message.</summary>
    public void WriteArgument(TextBuffer text, int index)
    {
        object? argument = index == 0 ? First : index == 1 ? Second : Third;
        if (index > 0 || ReferenceEquals(argument, _null))
        {
            text.WriteInvariant(index > 0 ? argument : null);
        }
        else if (ReferenceEquals(argument, _int32))
        {
            text.WriteInvariant((int)Number);
        }
        else if (ReferenceEquals(argument, _int64))
        {
            text.WriteInvariant(Number);
        }
        else if (ReferenceEquals(argument, _double))
        {
            text.WriteInvariant(BitConverter.Int64BitsToDouble(Number));
        }
        else
        {
            text.WriteInvariant(argument);
        }
    }

    private static bool Fits(string format, int arguments, LastCall lastCall)
    {
        bool fits = PlainFormat.Fits(format, arguments);
        if (fits)
        {
            lastCall.SetFormat(format, arguments);
        }

        return fits;
    }

    /// <summary>
    /// Whether an argument gives the same text whenever it is asked, as .NET's own values do; an object of the application may change, or
    /// notice that it is asked. The order is that of how often they are logged: each type costs one comparison.
    /// </summary>
    private static bool IsImmutable(object? argument) => argument is null or string or int or long or double or bool or Guid or DateTime
        or TimeSpan or decimal or DateTimeOffset or char or uint or ulong or short or ushort or byte or sbyte or float or Enum;

    private static bool IsRenderedByDefault(ILoggerRepository? repository) =>
        repository is null || ReferenceEquals(repository.RendererMap.Get(typeof(SystemStringFormat)), RendererMap.DefaultRenderer);
}
