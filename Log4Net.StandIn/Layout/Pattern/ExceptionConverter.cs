using log4net.Core;

namespace log4net.Layout.Pattern;

internal sealed class ExceptionConverter : PatternLayoutConverter
{
    // The pattern writes the exception, so the appender must not.
    public ExceptionConverter() => IgnoresException = false;

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        // An event that kept only the text of its exception has no parts to choose from.
        if (loggingEvent.ExceptionObject is { } exception && !string.IsNullOrEmpty(Option))
        {
            WritePart(writer, loggingEvent, exception);
        }
        else if (loggingEvent.GetExceptionString() is { Length: > 0 } text)
        {
            writer.WriteLine(text);
        }
    }

    private void WritePart(TextWriter writer, LoggingEvent loggingEvent, Exception exception)
    {
        Func<Exception, object?>? part = Option!.ToUpperInvariant() switch
        {
            "MESSAGE" => e => e.Message,
            "SOURCE" => e => e.Source,
            "STACKTRACE" => e => e.StackTrace,
            "TARGETSITE" => e => e.TargetSite,
            "HELPLINK" => e => e.HelpLink,
            _ => null,
        };
        // A part that the exception lacks shows as the null text, an option that names no part as nothing.
        if (part is not null)
        {
            WriteObject(writer, loggingEvent.Repository, part(exception));
        }
    }
}
