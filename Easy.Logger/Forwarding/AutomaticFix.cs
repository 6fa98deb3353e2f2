using System.Collections;
using System.Reflection;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;

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

    // What log4net's own converters print, by the names they have in a pattern.
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

    private static readonly HashSet<Type> _leastFilters =
        [typeof(DenyAllFilter), typeof(LevelMatchFilter), typeof(LevelRangeFilter), typeof(LoggerMatchFilter), typeof(StringMatchFilter)];

    /// <summary>What the appenders together need.</summary>
    public static FixFlags For(IEnumerable<IAppender> appenders) =>
        AppenderTree.Of(appenders).Aggregate(Least, (flags, appender) => flags | For(appender));

    private static FixFlags For(IAppender appender)
    {
        FixFlags filters = appender is AppenderSkeleton skeleton ? ForFilters(skeleton.FilterHead) : FixFlags.None;
        return filters | appender switch
        {
            BufferingAppenderSkeleton { Fix: not FixFlags.All } and IAppenderAttachable => ((BufferingAppenderSkeleton)appender).Fix, // asked for
            IAppenderAttachable => FixFlags.None, // only hands on; what is below it is asked itself
            TextWriterAppender { Layout: { } layout } when IsStock(appender) => ForLayout(layout),
            ConsoleAppender { Layout: { } layout } when IsStock(appender) => ForLayout(layout),
            ManagedColoredConsoleAppender { Layout: { } layout } when IsStock(appender) => ForLayout(layout),
            AppenderSkeleton { Layout: { } layout } => Unknown | ForLayout(layout), // may have more to print than its layout
            _ => Unknown,
        };
    }

    private static FixFlags ForLayout(ILayout layout) => layout switch
    {
        BatchLayout batch => ForLayout(batch.Inner),
        SimpleLayout or ExceptionLayout when IsStock(layout) => Least,
        PatternLayout pattern when pattern.GetType() == typeof(PatternLayout) => ForPattern(pattern),
        _ => Unknown,
    };

    private static FixFlags ForFilters(IFilter? head)
    {
        FixFlags flags = FixFlags.None;
        for (IFilter? filter = head; filter is not null; filter = filter.Next)
        {
            flags |= filter is BatchFilter || _leastFilters.Contains(filter.GetType()) ? FixFlags.None : Unknown;
        }

        return flags;
    }

    private static FixFlags ForPattern(PatternLayout layout)
    {
        if (KnownNames(layout) is not { } names)
        {
            return Unknown;
        }

        string pattern = layout.ConversionPattern ?? string.Empty;
        FixFlags flags = Least;
        for (int at = 0; at < pattern.Length - 1; at++)
        {
            if (pattern[at] != '%')
            {
                continue;
            }

            if (pattern[at + 1] == '%')
            {
                at++; // a percent sign as text
                continue;
            }

            // log4net takes the longest known name that fits; a name that nobody knows prints nothing.
            string rest = pattern.Substring(at + 1).TrimStart(_paddingCharacters);
            string? name = names.Keys.Where(known => rest.StartsWith(known, StringComparison.Ordinal)).OrderByDescending(known => known.Length).FirstOrDefault();
            flags |= name is null ? FixFlags.None : names[name];
        }

        return flags;
    }

    /// <summary>
    /// Every name the layout's own parser knows, the application's converters included, with what it needs. The parser is only offered to subclasses; asked
    /// once per change of the children.
    /// </summary>
    private static Dictionary<string, FixFlags>? KnownNames(PatternLayout layout)
    {
        try
        {
            MethodInfo? create = typeof(PatternLayout).GetMethod("CreatePatternParser", BindingFlags.Instance | BindingFlags.NonPublic);
            return (create?.Invoke(layout, [layout.ConversionPattern]) as PatternParser)?.PatternConverters
                .Cast<DictionaryEntry>()
                .ToDictionary(entry => (string)entry.Key, entry => NeedOf((string)entry.Key, entry.Value as ConverterInfo), StringComparer.Ordinal);
        }
        catch (TargetInvocationException)
        {
            return null; // a pattern that the layout itself cannot parse
        }
    }

    private static FixFlags NeedOf(string name, ConverterInfo? converter) =>
        (converter?.Type is not { } type || IsStock(type)) && _needs.TryGetValue(name, out FixFlags need) ? need : Unknown;

    private static bool IsStock(Type type) => type.Assembly == typeof(AppenderSkeleton).Assembly;

    private static bool IsStock(object part) => IsStock(part.GetType());
}
