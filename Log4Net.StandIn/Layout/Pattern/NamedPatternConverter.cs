using log4net.Core;
using log4net.Util.Patterns;

namespace log4net.Layout.Pattern;

public abstract class NamedPatternConverter : PatternLayoutConverter, IOptionHandler
{
    private const int All = int.MaxValue;

    private int _segments = All;

    public void ActivateOptions() => _segments = PositiveOption.Read(Option, All, typeof(NamedPatternConverter));

    protected abstract string? GetFullyQualifiedName(LoggingEvent loggingEvent);

    protected sealed override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        string? name = GetFullyQualifiedName(loggingEvent);
        writer.Write(name is null || _segments == All ? name : LastSegments(name, _segments));
    }

    // A dot at the very end belongs to the last segment.
    private static string LastSegments(string name, int count)
    {
        int dot = name.Length - 1;
        for (; count > 0 && dot > 0; count--)
        {
            dot = name.LastIndexOf('.', dot - 1);
        }
        return count > 0 || dot < 0 ? name : name.Substring(dot + 1);
    }
}
