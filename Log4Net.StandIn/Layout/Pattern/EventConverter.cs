using log4net.Core;

namespace log4net.Layout.Pattern;

/// <summary>Writes one part of the event; the table of names says which.</summary>
internal sealed class EventConverter : PatternLayoutConverter
{
    private readonly Action<TextWriter, LoggingEvent> _write;

    internal EventConverter(Action<TextWriter, LoggingEvent> write) => _write = write;

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => _write(writer, loggingEvent);
}
