namespace log4net.Filter;

public enum FilterDecision
{
    Deny = -1,
    Neutral = 0,
    Accept = 1,
}
