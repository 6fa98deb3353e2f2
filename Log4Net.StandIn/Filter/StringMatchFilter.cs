using System.Text.RegularExpressions;
using log4net.Core;
using log4net.Util;

namespace log4net.Filter;

public class StringMatchFilter : FilterSkeleton
{
    protected Regex? m_regexToMatch;

    public bool AcceptOnMatch { get; set; } = true;
    public string? StringToMatch { get; set; }
    public string? RegexToMatch { get; set; }

    public override void ActivateOptions()
    {
        if (RegexToMatch is not null)
        {
            m_regexToMatch = new Regex(RegexToMatch, RegexOptions.Compiled);
        }
    }

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        return DecideText(loggingEvent.RenderedMessage ?? "");
    }

    // An expression, once activated, is all that counts.
    private protected FilterDecision DecideText(string text)
    {
        bool isMatch = m_regexToMatch is { } regex
            ? regex.IsMatch(text)
            : StringToMatch is not null && text.IndexOf(StringToMatch, StringComparison.CurrentCulture) >= 0;
        return Matches.Decide(isMatch, AcceptOnMatch);
    }
}
