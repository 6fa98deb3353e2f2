using System.Globalization;

namespace log4net.DateFormatter;

public class SimpleDateFormatter : IDateFormatter
{
    private readonly string _format;

    public SimpleDateFormatter(string format) => _format = format;

    public virtual void FormatDate(DateTime dateToFormat, TextWriter writer)
        => writer.Write(dateToFormat.ToString(_format, CultureInfo.InvariantCulture));
}
