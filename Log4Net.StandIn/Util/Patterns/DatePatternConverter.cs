using log4net.Core;
using log4net.DateFormatter;

namespace log4net.Util.Patterns;

/// <summary>Writes a moment: that of the event in layouts, now in pattern strings.</summary>
internal sealed class DatePatternConverter : PatternConverter, IOptionHandler
{
    private readonly Func<object?, DateTime> _moment;
    private IDateFormatter _formatter = new Iso8601DateFormatter();

    internal DatePatternConverter(Func<object?, DateTime> moment) => _moment = moment;

    // An empty option is not the default format but a format string of its own: the general one of the invariant culture.
    public void ActivateOptions() => _formatter = Option?.ToUpperInvariant() switch
    {
        null or AbsoluteTimeDateFormatter.Iso8601TimeDateFormat => new Iso8601DateFormatter(),
        AbsoluteTimeDateFormatter.AbsoluteTimeDateFormat => new AbsoluteTimeDateFormatter(),
        AbsoluteTimeDateFormatter.DateAndTimeDateFormat => new DateTimeDateFormatter(),
        _ => new SimpleDateFormatter(Option),
    };

    public override void Convert(TextWriter writer, object? state)
    {
        try
        {
            _formatter.FormatDate(_moment(state), writer);
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            // A bad format string shows at the first event only; the rest of the line is still worth having.
            LogLog.Error(typeof(DatePatternConverter), $"No date written: format \"{Option}\" failed.", e);
        }
    }
}
