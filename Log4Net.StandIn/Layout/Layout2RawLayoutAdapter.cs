using System.Globalization;
using log4net.Core;

namespace log4net.Layout;

public class Layout2RawLayoutAdapter : IRawLayout
{
    private readonly ILayout _layout;

    public Layout2RawLayoutAdapter(ILayout layout) => _layout = layout;

    public virtual object Format(LoggingEvent loggingEvent)
    {
        using StringWriter text = new(CultureInfo.InvariantCulture);
        _layout.Format(text, loggingEvent);
        return text.ToString();
    }
}
