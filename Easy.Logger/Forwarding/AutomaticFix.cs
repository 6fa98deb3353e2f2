using Easy.Logger.Rendering;
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
        [PatternPiece.Literal] = Least,
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
            IBatchAppender batch => batch.Layouts.Aggregate(batch.Fix, (flags, layout) => flags | ForLayout(layout)),
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

    private static FixFlags ForPattern(PatternLayout layout) =>
        PatternPieces.Of(layout)?.Aggregate(Least, (flags, piece) => flags | NeedOf(piece)) ?? Unknown;

    private static FixFlags NeedOf(PatternPiece piece) => piece.IsStock && _needs.TryGetValue(piece.Name, out FixFlags need) ? need : Unknown;

    private static bool IsStock(Type type) => type.Assembly == typeof(AppenderSkeleton).Assembly;

    private static bool IsStock(object part) => IsStock(part.GetType());
}
