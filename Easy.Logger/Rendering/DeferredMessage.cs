using Easy.Logger.Forwarding;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// What the message of an event needs to be rendered by the worker in place of the caller: nothing is allocated for it, and the caller does not pay for the
/// rendering. Only for messages whose text cannot be told from one that was rendered at the call: texts, and plain formats of the invariant culture with arguments
/// that cannot change. What log4net says of a format that does not fit its arguments depends on the culture of the caller, so it must not come to that.
/// </summary>
/// <remarks>
/// The arguments are copied: the array is the application's, which may use it again for the next call. The format stays in the event, for whatever is written
/// down here has to travel from the processor of the caller to that of the worker and back.
/// </remarks>
internal readonly struct DeferredMessage
{
    /// <summary>What <see cref="Of" /> does in place of fixing; anything more or less has to be fixed.</summary>
    public const FixFlags Fixes = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    private const int MostArguments = 3;

    private static readonly object _nothing = new(); // a message that has no argument
    private static readonly object _null = new(); // a first argument that is null

    public DeferredMessage(object? first, object? second, object? third)
    {
        First = first;
        Second = second;
        Third = third;
    }

    private DeferredMessage(object?[] arguments)
    {
        First = arguments.Length > 0 ? arguments[0] ?? _null : _nothing;
        Second = arguments.Length > 1 ? arguments[1] : null;
        Third = arguments.Length > 2 ? arguments[2] : null;
    }

    /// <summary>The first argument, or what stands for it; <see langword="null" /> when there is no deferred message.</summary>
    public object? First { get; }

    public object? Second { get; }

    public object? Third { get; }

    /// <summary>Whether there is none: the event has its message itself.</summary>
    public bool IsNone => First is null;

    private bool IsImmutable => (ImmutableArgument.Is(First) || ReferenceEquals(First, _null) || ReferenceEquals(First, _nothing))
        && ImmutableArgument.Is(Second) && ImmutableArgument.Is(Third);

    /// <summary>
    /// Takes the message of an event in place of fixing it, and lets the event remember thread and exception by reading them. Fixing these two without the message
    /// would leave appenders that get the same event later without one.
    /// </summary>
    /// <param name="loggingEvent">The event, on the thread that logs it.</param>
    /// <returns>Its message; none when the event has to be fixed.</returns>
    public static DeferredMessage Of(LoggingEvent loggingEvent)
    {
        DeferredMessage message = (loggingEvent.Fix & FixFlags.Message) == 0 ? Read(loggingEvent) : default;
        bool isKept = !message.IsNone && loggingEvent.ThreadName is not null
            && (loggingEvent.ExceptionObject is null || loggingEvent.GetExceptionString() is not null);
        return isKept ? message : default;
    }

    /// <summary>Writes the text that log4net makes of the message.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="loggingEvent">The event that it is the message of.</param>
    public void WriteTo(RenderedText text, LoggingEvent loggingEvent)
    {
        if (loggingEvent.MessageObject is SystemStringFormat { Format: { } format })
        {
            PlainFormat.Write(text, format, ReferenceEquals(First, _null) ? null : First, Second, Third);
        }
        else
        {
            text.Write((string)loggingEvent.MessageObject!);
        }
    }

    private static DeferredMessage Read(LoggingEvent loggingEvent)
    {
        switch (loggingEvent.MessageObject)
        {
            case SystemStringFormat { Format: { } format, Args: { Length: <= MostArguments } arguments } call when PlainFormat.Fits(format, arguments.Length):
                DeferredMessage message = new(arguments);
                return message.IsImmutable && IsRenderedByDefault(loggingEvent) && FormatProviderOf.IsInvariantCulture(call) ? message : default;
            case string:
                return new DeferredMessage([]);
            default:
                return default;
        }
    }

    private static bool IsRenderedByDefault(LoggingEvent loggingEvent) =>
        loggingEvent.Repository is not { } repository
        || ReferenceEquals(repository.RendererMap.Get(typeof(SystemStringFormat)), RendererMap.DefaultRenderer);
}
