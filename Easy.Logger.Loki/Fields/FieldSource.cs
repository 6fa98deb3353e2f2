using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Fields;

/// <summary>Where the values of a <see cref="LokiField" /> come from, made ready for many events: one of the sources. Immutable.</summary>
internal sealed class FieldSource
{
    /// <summary>The clean name as UTF-8; empty for a wildcard, whose properties bring their own.</summary>
    public byte[] Name { get; init; } = [];

    /// <summary>A text that is the same for every event.</summary>
    public string? Value { get; init; }

    public ILayout? Layout { get; init; }

    public string? Property { get; init; }

    /// <summary>For a wildcard: what the names of the wanted properties begin with.</summary>
    public string? Prefix { get; init; }

    /// <summary>Something else of the event.</summary>
    public Func<LoggingEvent, string?>? Read { get; init; }

    /// <summary>Writes the value of one event, which is nothing when it has none. Not for a wildcard.</summary>
    public void Write(BatchItem item, LineWriter writer)
    {
        if (Layout is not null)
        {
            item.Format(Layout, writer);
        }
        else if ((Value ?? (Read is null ? item.Event.LookupProperty(Property!) : Read(item.Event))) is { } value)
        {
            PropertyText.Write(writer, value);
        }
    }
}
