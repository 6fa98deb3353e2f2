namespace Easy.Logger.EventSource.Health;

/// <summary>What the meter says of one attached appender at one moment.</summary>
internal sealed class ChildHealthFields(string component, string child, string childType)
{
    public long Processed { get; set; }

    public long Failed { get; set; }

    public string Component { get; } = component;

    public string Child { get; } = child;

    public string ChildType { get; } = childType;
}
