using Easy.Logger.Loki.Fields;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Configuration;

/// <summary>What of an event is sent, so that nothing else is fixed at the log call. Immutable.</summary>
internal sealed class EventNeeds
{
    private EventNeeds(IReadOnlyList<ILayout> layouts, FixFlags fix)
    {
        Layouts = layouts;
        Fix = fix;
    }

    /// <summary>Before the options are known: all but what costs a stack walk or a look-up.</summary>
    public static EventNeeds Unknown { get; } = new([], FixFlags.Partial);

    public IReadOnlyList<ILayout> Layouts { get; }

    /// <summary>Beyond what the layouts print.</summary>
    public FixFlags Fix { get; }

    public static EventNeeds Of(LokiSettings settings)
    {
        FieldSource[] fields = [.. settings.EventLabels, .. settings.Metadata];
        bool readsProperties = settings.BodyFormat == LokiBodyFormat.Json
            || settings.TraceContext != LokiTraceContext.None
            || settings.TenantProperty is not null
            || Array.Exists(fields, field => field.Property is not null);
        IEnumerable<ILayout> layouts = fields.Select(field => field.Layout).Append(settings.Layout).OfType<ILayout>();
        return new EventNeeds([.. layouts.Distinct()], readsProperties ? FixFlags.Properties : FixFlags.None);
    }
}
