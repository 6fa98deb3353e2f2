namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>Which properties are made of a log call: those that the appenders read. Immutable.</summary>
internal sealed class PropertyPlan(PropertyUse use)
{
    /// <summary>All of them.</summary>
    public static readonly PropertyPlan Everything = new(PropertyUse.Any);

    public PropertyUse Use { get; } = use;

    /// <summary>Whether they go into the event for good, because it is not known who reads which of them.</summary>
    public bool IsEverything { get; } = use.IsAny;

    /// <summary>Whether there are any.</summary>
    public bool HasProperties { get; } = !use.IsNone;

    public bool HasTemplate { get; } = use.Reads(PropertyNames.MessageTemplate);

    public bool HasScope { get; } = use.Reads(PropertyNames.Scope);

    public bool HasEventId { get; } = use.Reads(PropertyNames.EventId);

    public bool HasEventName { get; } = use.Reads(PropertyNames.EventName);

    public bool HasTraceId { get; } = use.Reads(PropertyNames.TraceId);

    public bool HasSpanId { get; } = use.Reads(PropertyNames.SpanId);

    public bool Has(string name) => IsEverything || Use.Reads(name);
}
