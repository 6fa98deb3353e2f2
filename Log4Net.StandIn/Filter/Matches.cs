namespace log4net.Filter;

/// <summary>What a match means for filters with an AcceptOnMatch switch.</summary>
internal static class Matches
{
    internal static FilterDecision Decide(bool isMatch, bool acceptOnMatch) => (isMatch, acceptOnMatch) switch
    {
        (false, _) => FilterDecision.Neutral,
        (true, true) => FilterDecision.Accept,
        (true, false) => FilterDecision.Deny,
    };
}
