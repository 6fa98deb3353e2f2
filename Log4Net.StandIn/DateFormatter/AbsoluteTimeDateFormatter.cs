using System.Globalization;
using System.Text;

namespace log4net.DateFormatter;

public class AbsoluteTimeDateFormatter : IDateFormatter
{
    public const string AbsoluteTimeDateFormat = "ABSOLUTE";
    public const string DateAndTimeDateFormat = "DATE";
    public const string Iso8601TimeDateFormat = "ISO8601";

    private static readonly string[] _milliseconds = [.. Enumerable.Range(0, 1000).Select(i => i.ToString("','000", CultureInfo.InvariantCulture))];

    private readonly SecondCache _cache;

    public AbsoluteTimeDateFormatter() => _cache = SecondCache.For(GetType());

    public virtual void FormatDate(DateTime dateToFormat, TextWriter writer)
    {
        long second = dateToFormat.Ticks / TimeSpan.TicksPerSecond;
        if (!_cache.TryGet(second, out string text))
        {
            StringBuilder buffer = new();
            FormatDateWithoutMillis(dateToFormat, buffer);
            text = _cache.Keep(second, buffer.ToString());
        }
        writer.Write(text);
        writer.Write(_milliseconds[dateToFormat.Millisecond]);
    }

    protected virtual void FormatDateWithoutMillis(DateTime dateToFormat, StringBuilder buffer)
        => buffer.Append(dateToFormat.ToString("HH':'mm':'ss", CultureInfo.InvariantCulture));
}
