using System.Globalization;
using log4net.Core;

namespace log4net.Layout;

public abstract class LayoutSkeleton : IOptionHandler, ILayout
{
    public virtual string ContentType => "text/plain";

    public virtual string? Header { get; set; }
    public virtual string? Footer { get; set; }
    public virtual bool IgnoresException { get; set; } = true;

    public abstract void ActivateOptions();
    public abstract void Format(TextWriter writer, LoggingEvent loggingEvent);

    public string Format(LoggingEvent loggingEvent)
    {
        using StringWriter text = new(CultureInfo.InvariantCulture);
        Format(text, loggingEvent);
        return text.ToString();
    }
}
