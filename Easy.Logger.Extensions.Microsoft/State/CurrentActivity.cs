using System.Diagnostics;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>The activity around a log call.</summary>
internal static class CurrentActivity
{
    /// <summary>Its ids as Microsoft.Extensions.Logging writes them; <see langword="null" /> where there is no activity.</summary>
    public static (string? TraceId, string? SpanId) Ids => Activity.Current switch
    {
        null => (null, null),
        { IdFormat: ActivityIdFormat.W3C } activity => (activity.TraceId.ToHexString(), activity.SpanId.ToHexString()),
        { } activity => (activity.RootId, activity.Id),
    };
}
