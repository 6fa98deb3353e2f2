using log4net.Core;
using log4net.Layout.Pattern;

namespace Recorder;

/// <summary>A converter of our own, that shows what it was given: the message in upper case, the option, a property.</summary>
internal sealed class UpperConverter : PatternLayoutConverter
{
    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
        => writer.Write($"{loggingEvent.RenderedMessage?.ToUpperInvariant()}({Option ?? "<null>"}){Properties?["k"]}");
}
