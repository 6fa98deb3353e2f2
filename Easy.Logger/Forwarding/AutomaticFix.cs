using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Derives what has to be fixed on the caller from what the children can print, so that nobody has to know FixFlags and nobody pays for a
/// stack walk that is never shown.
/// </summary>
internal static class AutomaticFix
{
    /// <summary>Always fixed: cheap, and what error handlers and most layouts need.</summary>
    private const FixFlags Least = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    /// <summary>For children whose needs cannot be seen: all but what costs a stack walk or an identity look-up.</summary>
    private const FixFlags Unknown = FixFlags.Partial;

    // Only names that ask for more than the least; the rest only tell a known name from an unknown one.
    private static readonly Dictionary<string, FixFlags> _needs = new(StringComparer.Ordinal)
    {
        ["a"] = FixFlags.Domain,
        ["appdomain"] = FixFlags.Domain,
        ["identity"] = FixFlags.Identity,
        ["u"] = FixFlags.Identity,
        ["username"] = FixFlags.UserName,
        ["w"] = FixFlags.UserName,
        ["C"] = FixFlags.LocationInfo,
        ["class"] = FixFlags.LocationInfo,
        ["type"] = FixFlags.LocationInfo,
        ["F"] = FixFlags.LocationInfo,
        ["file"] = FixFlags.LocationInfo,
        ["l"] = FixFlags.LocationInfo,
        ["location"] = FixFlags.LocationInfo,
        ["L"] = FixFlags.LocationInfo,
        ["line"] = FixFlags.LocationInfo,
        ["M"] = FixFlags.LocationInfo,
        ["method"] = FixFlags.LocationInfo,
        ["stacktrace"] = FixFlags.LocationInfo,
        ["stacktracedetail"] = FixFlags.LocationInfo,
        ["mdc"] = FixFlags.Properties,
        ["ndc"] = FixFlags.Properties,
        ["P"] = FixFlags.Properties,
        ["properties"] = FixFlags.Properties,
        ["property"] = FixFlags.Properties,
        ["X"] = FixFlags.Properties,
        ["x"] = FixFlags.Properties,
        ["c"] = Least,
        ["logger"] = Least,
        ["d"] = Least,
        ["date"] = Least,
        ["exception"] = Least,
        ["level"] = Least,
        ["p"] = Least,
        ["m"] = Least,
        ["message"] = Least,
        ["n"] = Least,
        ["newline"] = Least,
        ["r"] = Least,
        ["timestamp"] = Least,
        ["t"] = Least,
        ["thread"] = Least,
        ["utcdate"] = Least,
        ["utcDate"] = Least,
        ["UtcDate"] = Least,
    };

    private static readonly char[] _paddingCharacters = [.. "-.0123456789"];

    /// <summary>What the appenders together need.</summary>
    public static FixFlags For(IEnumerable<IAppender> appenders) =>
        appenders.Aggregate(Least, (flags, appender) => flags | For(appender));

    private static FixFlags For(IAppender appender)
    {
        FixFlags filters = appender is AppenderSkeleton skeleton ? ForFilters(skeleton.FilterHead) : FixFlags.None;
        return filters | appender switch
        {
            BufferingAppenderSkeleton and IAppenderAttachable buffer => ((BufferingAppenderSkeleton)buffer).Fix | For(buffer.Appenders),
            IAppenderAttachable container => For(container.Appenders),
            AppenderSkeleton { Layout: { } layout } text when IsStock(text) => ForLayout(layout),
            _ => Unknown,
        };
    }

    private static FixFlags ForLayout(ILayout layout) => layout switch
    {
        BatchLayout batch => ForLayout(batch.Inner),
        SimpleLayout or ExceptionLayout when IsStock(layout) => Least,
        PatternLayout pattern when pattern.GetType() == typeof(PatternLayout) => ForPattern(pattern.ConversionPattern),
        _ => Unknown,
    };

    private static FixFlags ForFilters(IFilter? head)
    {
        FixFlags flags = FixFlags.None;
        for (IFilter? filter = head; filter is not null; filter = filter.Next)
        {
            flags |= filter is BatchFilter or DenyAllFilter or LevelMatchFilter or LevelRangeFilter or LoggerMatchFilter
                || filter.GetType() == typeof(StringMatchFilter)
                ? FixFlags.None
                : Unknown;
        }

        return flags;
    }

    private static FixFlags ForPattern(string? pattern)
    {
        FixFlags flags = Least;
        foreach (string name in (pattern ?? string.Empty).Split('%').Skip(1).Select(part => part.TrimStart(_paddingCharacters)))
        {
            // log4net takes the longest known name that fits. A name nobody knows here may be a converter of the application's own.
            string? known = _needs.Keys.Where(key => name.StartsWith(key, StringComparison.Ordinal)).OrderByDescending(key => key.Length).FirstOrDefault();
            flags |= known is not null ? _needs[known] : name.Length > 0 && char.IsLetter(name[0]) ? Unknown : FixFlags.None;
        }

        return flags;
    }

    private static bool IsStock(object part) => part.GetType().Assembly == typeof(AppenderSkeleton).Assembly;
}
