using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Capture;

/// <summary>What is known of log4net's own appenders, filters and evaluators: what they read, and where they write.</summary>
internal static class StockTypes
{
    // log4net's own appenders that write what their layouts give for one event, while they append it.
    private static readonly HashSet<string> _layoutAppenders = new(StringComparer.Ordinal)
    {
        "TextWriterAppender", "FileAppender", "RollingFileAppender", "ConsoleAppender", "ManagedColoredConsoleAppender",
        "ColoredConsoleAppender", "AnsiColorTerminalAppender", "DebugAppender", "TraceAppender", "OutputDebugStringAppender",
        "UdpAppender", "RemoteSyslogAppender", "LocalSyslogAppender",
        "TelnetAppender",
    };

    private static readonly HashSet<Type> _levelFilters = [typeof(DenyAllFilter), typeof(LevelMatchFilter), typeof(LevelRangeFilter)];
    private static readonly HashSet<Type> _plainEvaluators = [typeof(LevelEvaluator), typeof(TimeEvaluator)];

    /// <summary>The console, trace or file to which one of log4net's own writes.</summary>
    public static string? PlaceOf(IAppender appender) => appender switch
    {
        FileAppender file => file.File,
        ConsoleAppender or ManagedColoredConsoleAppender => "console",
        _ when appender.GetType() is { Name: "ColoredConsoleAppender" or "AnsiColorTerminalAppender" } => "console",
        TraceAppender or DebugAppender => "trace",
        _ => null,
    };

    /// <summary>Whether a filter reads nothing but the level.</summary>
    public static bool IsOfLevels(Type filter) => _levelFilters.Contains(filter);

    /// <summary>Whether an evaluator reads nothing that has to be captured.</summary>
    public static bool IsPlainEvaluator(Type evaluator) => _plainEvaluators.Contains(evaluator);

    /// <summary>Whether filters read nothing but level and logger.</summary>
    public static bool ArePlain(IFilter? head) => All(head, static type => IsOfLevels(type) || type == typeof(LoggerMatchFilter));

    /// <summary>Whether filters are log4net's own, which only read.</summary>
    public static bool AreStock(IFilter? head) => All(head, static type => type.Assembly == typeof(FilterSkeleton).Assembly);

    /// <summary>Whether filters read nothing but the level.</summary>
    public static bool AreOfLevels(IFilter? head) => All(head, IsOfLevels);

    /// <summary>Those of log4net, which only read, when they look at more than the level.</summary>
    public static IFilter? OtherFilters(IAppender appender) =>
        appender is AppenderSkeleton { FilterHead: { } head } skeleton && appender is not IBatchAppender && StockDoAppend.Filters(skeleton)
            && AreStock(head) && !AreOfLevels(head)
            ? head : null;

    /// <summary>Whether an appender writes what its layout gives for one event, while it appends it.</summary>
    public static bool IsLayoutAppender(IAppender appender) =>
        appender.GetType() is { } type && type.Assembly == typeof(AppenderSkeleton).Assembly && _layoutAppenders.Contains(type.Name)
            && Log4NetMembers.AreAvailable;

    /// <summary>What an appender prints beside its layout.</summary>
    public static IEnumerable<ILayout> OtherLayouts(IAppender appender) => appender switch
    {
        TraceAppender trace => [trace.Category],
        DebugAppender { Category: { } category } => [category],
        RemoteSyslogAppender { Identity: { } identity } => [identity],
        _ => [],
    };

    private static bool All(IFilter? head, Func<Type, bool> holds)
    {
        for (IFilter? filter = head; filter is not null; filter = filter.Next)
        {
            if (!holds(filter.GetType()))
            {
                return false;
            }
        }

        return true;
    }
}
