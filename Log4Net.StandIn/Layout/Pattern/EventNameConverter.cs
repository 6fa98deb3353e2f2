using log4net.Core;

namespace log4net.Layout.Pattern;

/// <summary>Writes a dotted name of the event, or its last segments.</summary>
internal sealed class EventNameConverter : NamedPatternConverter
{
    private readonly Func<LoggingEvent, string?> _name;

    internal EventNameConverter(Func<LoggingEvent, string?> name) => _name = name;

    protected override string? GetFullyQualifiedName(LoggingEvent loggingEvent) => _name(loggingEvent);
}
