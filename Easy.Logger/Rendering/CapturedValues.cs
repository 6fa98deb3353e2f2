using System.Globalization;
using Easy.Logger.Compatibility;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// What travels with an event beside what the event itself holds: the arguments of a message that the worker renders, and the context of
/// the call.
/// </summary>
/// <remarks>
/// A message is deferred only when its text is the same whenever it is rendered: a string, or a plain format of the invariant culture with
/// arguments that cannot change. What log4net writes for a format that does not fit its arguments depends on the culture of the caller, so
/// it must not come to that. The arguments are copied, because the array is the application's. The format stays in the event: whatever is
/// stored here travels from the processor of the caller to that of the worker and back.
/// </remarks>
internal readonly struct CapturedValues
{
    private const int MaxArguments = 3;

    private static readonly object _nothing = new(); // a deferred message without arguments
    private static readonly object _null = new(); // a first argument that is null

    public CapturedValues(object? first, object? second, object? third, CallContext? context, long journalPlace = 0)
    {
        First = first;
        Second = second;
        Third = third;
        Context = context;
        JournalPlace = journalPlace;
    }

    private CapturedValues(object?[] arguments)
        : this(
            arguments.Length > 0 ? arguments[0] ?? _null : _nothing,
            arguments.Length > 1 ? arguments[1] : null,
            arguments.Length > 2 ? arguments[2] : null,
            context: null)
    {
    }

    /// <summary>The first argument, or what stands for it; <see langword="null" /> when the message is not deferred.</summary>
    public object? First { get; }

    public object? Second { get; }

    public object? Third { get; }

    public CallContext? Context { get; }

    /// <summary>Where the journal has the event; 0 when it has not.</summary>
    public long JournalPlace { get; }

    /// <summary>Whether the message is rendered by the worker.</summary>
    public bool HasMessage => First is not null;

    public bool IsEmpty => First is null && Context is null;

    public bool HasRest => Second is not null || Third is not null;

    private bool AreImmutable =>
        (IsImmutable(First) || ReferenceEquals(First, _null) || ReferenceEquals(First, _nothing)) && IsImmutable(Second)
            && IsImmutable(Third);

    /// <summary>Captures the message of an event for the worker.</summary>
    /// <param name="loggingEvent">An event of log4net's own class.</param>
    /// <param name="lastCall">The last log call of the thread.</param>
    /// <returns>Its message; none when it has to be rendered by the caller.</returns>
    public static CapturedValues OfMessage(LoggingEvent loggingEvent, LastCall lastCall)
    {
        if ((loggingEvent.Fix & FixFlags.Message) != 0 || !Log4NetMembers.AreAvailable)
        {
            return default;
        }

        switch (loggingEvent.MessageObject)
        {
            case SystemStringFormat { Format: { } format, Args: { Length: <= MaxArguments } arguments } call
                when lastCall.HasFormat(format, arguments.Length) || Fits(format, arguments.Length, lastCall):
                CapturedValues message = new(arguments);
                return message.AreImmutable && IsRenderedByDefault(loggingEvent)
                    && ReferenceEquals(Log4NetMembers.ProviderOf(call), CultureInfo.InvariantCulture)
                    ? message : default;
            case string:
                return new CapturedValues([]);
            default:
                return default;
        }
    }

    /// <summary>The same of an event that was logged on a worker's thread.</summary>
    public CapturedValues AsReentrant() => With((Context ?? new CallContext()) with { IsReentrant = true });

    /// <summary>The same of an event that comes back to where it was.</summary>
    public CapturedValues WithTrail(Trail trail) => With((Context ?? new CallContext()) with { Trail = trail });

    public CapturedValues With(CallContext? context) => new(First, Second, Third, context, JournalPlace);

    public CapturedValues WithJournalPlace(long place) => new(First, Second, Third, Context, place);

    /// <summary>Writes the text that log4net makes of the message.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="loggingEvent">The event that it is the message of.</param>
    public void WriteMessage(TextBuffer text, LoggingEvent loggingEvent)
    {
        if (!HasMessage)
        {
            loggingEvent.WriteRenderedMessage(text);
        }
        else if (loggingEvent.MessageObject is SystemStringFormat { Format: { } format })
        {
            PlainFormat.Write(text, format, ReferenceEquals(First, _null) ? null : First, Second, Third);
        }
        else
        {
            text.Write((string)loggingEvent.MessageObject!);
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

    private static bool IsRenderedByDefault(LoggingEvent loggingEvent) =>
        loggingEvent.Repository is not { } repository
        || ReferenceEquals(repository.RendererMap.Get(typeof(SystemStringFormat)), RendererMap.DefaultRenderer);
}
