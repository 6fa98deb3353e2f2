using System.Globalization;
using System.Text;

namespace log4net.DateFormatter;

public class DateTimeDateFormatter : AbsoluteTimeDateFormatter
{
    // The year has no leading zeros: 987 stays 987.
    protected override void FormatDateWithoutMillis(DateTime dateToFormat, StringBuilder buffer)
    {
        buffer.Append(dateToFormat.ToString("dd MMM ", CultureInfo.InvariantCulture)).Append(dateToFormat.Year).Append(' ');
        base.FormatDateWithoutMillis(dateToFormat, buffer);
    }
}
