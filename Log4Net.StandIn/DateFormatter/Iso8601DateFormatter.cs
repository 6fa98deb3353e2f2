using System.Globalization;
using System.Text;

namespace log4net.DateFormatter;

public class Iso8601DateFormatter : AbsoluteTimeDateFormatter
{
    // The year has no leading zeros: 987 stays 987.
    protected override void FormatDateWithoutMillis(DateTime dateToFormat, StringBuilder buffer)
    {
        buffer.Append(dateToFormat.Year).Append(dateToFormat.ToString("'-'MM'-'dd ", CultureInfo.InvariantCulture));
        base.FormatDateWithoutMillis(dateToFormat, buffer);
    }
}
