using System.Diagnostics;
using Easy.Logger.Buffering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger;

/// <summary>
/// The trace and the span in which an event was logged: those of <see cref="Activity.Current" /> at the log call. Safe for any thread.
/// </summary>
public static class TraceContext
{
    /// <summary>The property of an event that keeps the id of the trace.</summary>
    public const string TraceIdProperty = "TraceId";

    /// <summary>The property of an event that keeps the id of the span.</summary>
    public const string SpanIdProperty = "SpanId";

    /// <summary>Whether a property is one of the two.</summary>
    /// <param name="property">The name of the property.</param>
    /// <returns>Whether it is so.</returns>
    public static bool IsPartOf(string? property) => property is TraceIdProperty or SpanIdProperty;

    /// <summary>
    /// Reads them from the event when its properties were fixed, or on the thread of an async appender: this is another thread then than
    /// that of the log call. Else they are those of this thread.
    /// </summary>
    /// <param name="loggingEvent">The event.</param>
    /// <returns>The ids, in the form in which they are passed on in headers; <see langword="null" /> when there is none.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvent" /> is <see langword="null" />.</exception>
    public static (string? TraceId, string? SpanId) Of(LoggingEvent loggingEvent)
    {
        if (loggingEvent is null)
        {
            throw new ArgumentNullException(nameof(loggingEvent));
        }

        return (loggingEvent.Fix & FixFlags.Properties) != 0 || CallingThread.Current.Worker is not null
            ? (loggingEvent.LookupProperty(TraceIdProperty) as string, loggingEvent.LookupProperty(SpanIdProperty) as string)
            : OfThread();
    }

    /// <summary>Keeps them in an event whose properties are not fixed yet, unless somebody has put his own there.</summary>
    internal static void Keep(LoggingEvent loggingEvent)
    {
        if ((loggingEvent.Fix & FixFlags.Properties) == 0 && OfThread() is ({ } traceId, var spanId)
            && !loggingEvent.Properties.Contains(TraceIdProperty))
        {
            loggingEvent.Properties[TraceIdProperty] = traceId;
            loggingEvent.Properties[SpanIdProperty] = spanId;
        }
    }

    /// <summary>Keeps them in an event whose properties were just fixed, and which is nobody else's.</summary>
    internal static void KeepFixed(LoggingEvent loggingEvent)
    {
        if ((loggingEvent.Fix & FixFlags.Properties) != 0 && OfThread() is ({ } traceId, var spanId)
            && !loggingEvent.Properties.Contains(TraceIdProperty))
        {
            loggingEvent.Properties[TraceIdProperty] = traceId;
            loggingEvent.Properties[SpanIdProperty] = spanId;
        }
    }

    private static (string? TraceId, string? SpanId) OfThread() => Activity.Current switch
    {
        null => (null, null),
        { IdFormat: ActivityIdFormat.W3C } activity => (activity.TraceId.ToHexString(), activity.SpanId.ToHexString()),
        { } activity => (activity.RootId, activity.Id),
    };
}

/// <summary>
/// An appender that writes the trace in which an event was logged. An async appender that it is attached to, also behind others, keeps the
/// ids in the event while the log call is under way: on its own thread there is no activity any more. Behind a container class of the
/// application, it does so from the first batch on. Any thread may ask.
/// </summary>
public interface ITraceContextAppender : IAppender
{
    /// <summary>
    /// Whether it writes it, with the options that it has. Asked when the appender is attached, and when the forwarder is activated.
    /// </summary>
    bool WritesTraceContext { get; }
}
