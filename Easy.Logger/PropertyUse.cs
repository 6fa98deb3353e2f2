using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;
using LoggerNode = log4net.Repository.Hierarchy.Logger;

namespace Easy.Logger;

/// <summary>
/// Which properties of an event the appenders of a logger read, those of its parents included. Whoever makes events needs no others. Safe
/// for any thread.
/// </summary>
/// <remarks>
/// Known are log4net's own appenders that write one line for each event, with its own layouts, and an
/// <see cref="AsyncBufferingForwardingAppender" /> before them. Whatever is not known for certain counts as reading every property.
/// </remarks>
public sealed class PropertyUse
{
    /// <summary>Every property may be read.</summary>
    public static readonly PropertyUse Any = new(names: null, [], []);

    private readonly string[]? _names;
    private readonly LinkInChain[] _chain;
    private readonly Stamp[] _stamps;
    private volatile ReadOnlyPropertiesDictionary? _withoutNames; // those of the process, when none of them is read

    private PropertyUse(string[]? names, LinkInChain[] chain, Stamp[] stamps)
    {
        _names = names;
        _chain = chain;
        _stamps = stamps;
    }

    /// <summary>The names of the properties; <see langword="null" /> when any may be read.</summary>
    public IReadOnlyList<string>? Names => _names;

    /// <summary>Whether no property is read.</summary>
    public bool IsNone => _names is { Length: 0 };

    /// <summary>Whether any property may be read.</summary>
    public bool IsAny => _names is null;

    /// <summary>
    /// Whether the appenders are still the same and print the same. Cheap enough for each log call; takes no lock. What an application
    /// changes while a log call is under way counts for the next call.
    /// </summary>
    public bool IsCurrent
    {
        get
        {
            foreach (LinkInChain link in _chain)
            {
                if (!link.IsCurrent)
                {
                    return false;
                }
            }

            foreach (Stamp stamp in _stamps)
            {
                if (!stamp.IsCurrent)
                {
                    return false;
                }
            }

            return true;
        }
    }

    /// <summary>Looks at the appenders of a logger. Takes no lock of theirs and throws nothing.</summary>
    /// <param name="logger">The logger.</param>
    /// <returns>What is read; <see cref="Any" /> for loggers that are not log4net's own.</returns>
    public static PropertyUse Of(ILogger? logger)
    {
        try
        {
            return Log4NetMembers.AreAvailable ? Look(logger) : Any;
        }
        catch (Exception)
        {
            return Any; // an appender that cannot be looked at
        }
    }

    /// <summary>Whether a property is read.</summary>
    /// <param name="name">Its name; not <see langword="null" />.</param>
    /// <returns>Whether it is so.</returns>
    public bool Reads(string name)
    {
        if (_names is null)
        {
            return true;
        }

        foreach (string each in _names)
        {
            if (each == name)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Gives an event properties for the time of one log call, so that it looks up no others: adds those of log4net's contexts that are
    /// read. Only with <see cref="Names" />.
    /// </summary>
    /// <param name="loggingEvent">An event that was just made.</param>
    /// <param name="properties">The properties of the event; <see cref="TakeBack" /> ends its use.</param>
    /// <exception cref="ArgumentNullException"><paramref name="properties" /> is <see langword="null" />.</exception>
    public void Lend(LoggingEvent loggingEvent, PropertiesDictionary properties)
    {
        _ = properties ?? throw new ArgumentNullException(nameof(properties));
        PropertiesDictionary? ofLogicalThread = Log4NetMembers.LogicalThreadProperties;
        PropertiesDictionary? ofThread = Log4NetMembers.ThreadProperties;
        ReadOnlyPropertiesDictionary ofProcess = Log4NetMembers.GlobalProperties;
        if (!ReferenceEquals(ofProcess, _withoutNames) && !HasNameOf(ofProcess))
        {
            _withoutNames = ofProcess; // it never changes: another one takes its place
        }

        if (ofLogicalThread is not null || ofThread is not null || !ReferenceEquals(ofProcess, _withoutNames))
        {
            foreach (string name in _names!)
            {
                if (!properties.Contains(name)
                    && (ofLogicalThread?.TryGetValue(name, out object? value) == true
                        || ofThread?.TryGetValue(name, out value) == true
                        || ofProcess.TryGetValue(name, out value)))
                {
                    properties[name] = value;
                }
            }
        }

        Log4NetMembers.SetProperties(loggingEvent, properties);
    }

    /// <summary>Ends what <see cref="Lend" /> began: the event keeps no reference to the properties.</summary>
    /// <param name="loggingEvent">The event, after the log call; not <see langword="null" />.</param>
    public static void TakeBack(LoggingEvent loggingEvent) => Log4NetMembers.SetProperties(loggingEvent, null);

    private bool HasNameOf(ReadOnlyPropertiesDictionary properties) => Array.Exists(_names!, properties.Contains);

    private static PropertyUse Look(ILogger? logger)
    {
        List<LinkInChain> chain = [];
        List<Stamp> stamps = [];
        HashSet<string> names = new(StringComparer.Ordinal);
        for (LoggerNode? link = logger as LoggerNode; link is not null; link = Log4NetMembers.NextOf(link))
        {
            if (link.GetType().Assembly != typeof(LoggerNode).Assembly)
            {
                return Any;
            }

            LinkInChain seen = new(link);
            chain.Add(seen);
            foreach (IAppender appender in seen.Appenders)
            {
                if (StampOf(appender, names) is not { } stamp)
                {
                    return new PropertyUse(names: null, [.. chain], [.. stamps]);
                }

                stamps.Add(stamp);
            }
        }

        return chain.Count == 0 ? Any : new PropertyUse([.. names], [.. chain], [.. stamps]);
    }

    private static Stamp? StampOf(IAppender appender, HashSet<string> names)
    {
        if (appender is not AppenderSkeleton { FilterHead: var head } skeleton)
        {
            return null;
        }

        Stamp stamp = new(skeleton);
        CapturePlan? plan = appender.GetType() == typeof(AsyncBufferingForwardingAppender)
            ? PlanOf((AsyncBufferingForwardingAppender)appender)
            : StockTypes.IsLayoutAppender(appender) ? CapturePlanner.Derive([appender], isLossy: false, mayWait: false) : null;
        return plan is not null && StockTypes.ArePlain(head) && TryRead(plan, names) ? stamp : null;
    }

    /// <summary>A lossy one keeps events for layouts to come, a journal for another process, and an evaluator may read anything.</summary>
    private static CapturePlan? PlanOf(AsyncBufferingForwardingAppender appender) => appender is
    {
        ChosenFix: null, Lossy: false, Journal: null, Evaluator: null, LossyEvaluator: null,
    }
        ? appender.Plan : null;

    /// <summary>Adds the names; none when properties are read by code that is not known, or all of them are.</summary>
    private static bool TryRead(CapturePlan plan, HashSet<string> names)
    {
        names.UnionWith(plan.Texts.Select(text => text.Property).OfType<string>());
        return plan is { AllProperties: false, HasBuffer: false, WantsTraceContext: false, DefersMessages: true, Fix: FixFlags.None }
            && Array.TrueForAll(plan.Bands, band => TryRead(band.Value, names));
    }

    /// <summary>A logger and its appenders as they were.</summary>
    private sealed class LinkInChain(LoggerNode logger)
    {
        private readonly LoggerNode? _next = Log4NetMembers.NextOf(logger);
        private readonly AppenderCollection? _appenders = Log4NetMembers.AppendersOf(logger);
        private readonly int _version = VersionOf(logger);

        public IEnumerable<IAppender> Appenders => _appenders?.Cast<IAppender>() ?? [];

        public bool IsCurrent => ReferenceEquals(Log4NetMembers.NextOf(logger), _next)
            && Log4NetMembers.AppendersOf(logger) is var appenders && ReferenceEquals(appenders, _appenders)
            && (appenders is null || Log4NetMembers.VersionOf(appenders) == _version);

        private static int VersionOf(LoggerNode logger) =>
            Log4NetMembers.AppendersOf(logger) is { } appenders ? Log4NetMembers.VersionOf(appenders) : 0;
    }

    /// <summary>
    /// What an appender is made of: the plan of an async one, which is replaced when something has changed, or the layout.
    /// </summary>
    private sealed class Stamp(AppenderSkeleton appender)
    {
        private readonly AsyncBufferingForwardingAppender? _async = appender as AsyncBufferingForwardingAppender;
        private readonly CapturePlan? _plan = (appender as AsyncBufferingForwardingAppender)?.Plan;
        private readonly ILayout? _layout = appender.Layout;
        private readonly PatternLayout? _pattern = appender.Layout as PatternLayout;
        private readonly PatternConverter? _head = appender.Layout is PatternLayout pattern ? Log4NetMembers.HeadOf(pattern) : null;
        private readonly IFilter? _filter = appender.FilterHead;
        private readonly IFilter? _last = LastOf(appender.FilterHead);

        public bool IsCurrent => ReferenceEquals(appender.FilterHead, _filter) && _last?.Next is null
            && (_async is null
                ? ReferenceEquals(appender.Layout, _layout) && (_pattern is null || ReferenceEquals(Log4NetMembers.HeadOf(_pattern), _head))
                : ReferenceEquals(_async.Plan, _plan) && _async.ChosenFix is null);

        private static IFilter? LastOf(IFilter? filter) => filter?.Next is { } next ? LastOf(next) : filter;
    }
}
