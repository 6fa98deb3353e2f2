using System.Diagnostics;
using log4net.Core;

namespace Easy.Logger.EventSource.Provider;

/// <summary>The ids of the activity around a log call.</summary>
internal static class TraceIds
{
    // As the provider for Microsoft.Extensions.Logging names them.
    private const string TraceId = "TraceId";
    private const string SpanId = "SpanId";

    /// <summary>Reads them from the event, when its properties were fixed: then this may be another thread. Else they are those of this thread.</summary>
    public static (string? TraceId, string? SpanId) Of(LoggingEvent loggingEvent)
    {
        if ((loggingEvent.Fix & FixFlags.Properties) != 0)
        {
            return (loggingEvent.LookupProperty(TraceId) as string, loggingEvent.LookupProperty(SpanId) as string);
        }

        return Activity.Current switch
        {
            null => (null, null),
            { IdFormat: ActivityIdFormat.W3C } activity => (activity.TraceId.ToHexString(), activity.SpanId.ToHexString()),
            { } activity => (activity.RootId, activity.Id),
        };
    }
}
