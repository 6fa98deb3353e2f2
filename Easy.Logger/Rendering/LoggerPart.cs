using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Rendering;

/// <summary>
/// <c>%logger{n}</c>. How log4net abbreviates a name (empty segments, dots at the end) is asked of log4net, once per name.
/// </summary>
internal sealed class LoggerPart : LinePart
{
    /// <summary>Programs have hundreds of loggers; one that makes names without end shall not fill the memory with them.</summary>
    internal const int MostKept = 1024;

    private readonly PatternLayout _stock;
    private readonly Dictionary<string, string> _abbreviations = new(StringComparer.Ordinal);
    private string? _lastName;
    private string? _lastAbbreviation;

    public LoggerPart(string pattern) => _stock = new PatternLayout(pattern);

    /// <summary>Names whose abbreviation is known.</summary>
    internal int Kept => _abbreviations.Count;

    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        // A logger gives all its events the same string.
        string? name = loggingEvent.LoggerName;
        if (!ReferenceEquals(name, _lastName))
        {
            _lastAbbreviation = name is null ? null : AbbreviationOf(name, loggingEvent);
            _lastName = name;
        }

        text.Write(_lastAbbreviation);
    }

    private string AbbreviationOf(string name, LoggingEvent loggingEvent)
    {
        if (!_abbreviations.TryGetValue(name, out string? abbreviation))
        {
            if (_abbreviations.Count == MostKept)
            {
                _abbreviations.Clear();
            }

            abbreviation = _stock.Format(loggingEvent);
            _abbreviations.Add(name, abbreviation);
        }

        return abbreviation;
    }
}
