using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net;
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
    private readonly IStamp[] _stamps;

    private PropertyUse(string[]? names, LinkInChain[] chain, IStamp[] stamps)
    {
        _names = names;
        _chain = chain;
        _stamps = stamps;
    }

    private interface IStamp
    {
        bool IsCurrent { get; }
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

            foreach (IStamp stamp in _stamps)
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
    /// <param name="name">Its name.</param>
    public bool Reads(string name) => _names is null || Array.IndexOf(_names, name) >= 0;

    /// <summary>
    /// Gives an event properties for the time of one log call, so that it looks up no others: adds those of log4net's contexts that are
    /// read. Only with <see cref="Names" />.
    /// </summary>
    /// <param name="loggingEvent">An event that was just made.</param>
    /// <param name="properties">The properties of the event; <see cref="TakeBack" /> ends its use.</param>
    public void Lend(LoggingEvent loggingEvent, PropertiesDictionary properties)
    {
        foreach (string name in _names!)
        {
            if (!properties.Contains(name)
                && (Log4NetMembers.LogicalThreadProperties?.TryGetValue(name, out object? value) == true
                    || Log4NetMembers.ThreadProperties?.TryGetValue(name, out value) == true
                    || (value = GlobalContext.Properties[name]) is not null))
            {
                properties[name] = value;
            }
        }

        Log4NetMembers.SetProperties(loggingEvent, properties);
    }

    /// <summary>Ends what <see cref="Lend" /> began: the event keeps no reference to the properties.</summary>
    /// <param name="loggingEvent">The event, after the log call.</param>
    public static void TakeBack(LoggingEvent loggingEvent) => Log4NetMembers.SetProperties(loggingEvent, properties: null);

    private static PropertyUse Look(ILogger? logger)
    {
        List<LinkInChain> chain = [];
        List<IStamp> stamps = [];
        HashSet<string> names = new(StringComparer.Ordinal);
        for (LoggerNode? link = logger as LoggerNode; link is not null; link = link.Additivity ? link.Parent : null)
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

    private static IStamp? StampOf(IAppender appender, HashSet<string> names)
    {
        if (appender.GetType() == typeof(AsyncBufferingForwardingAppender))
        {
            AsyncBufferingForwardingAppender async = (AsyncBufferingForwardingAppender)appender;
            AsyncStamp stamp = new(async);
            return stamp.IsCurrent && TryRead(stamp.Plan, names) ? stamp : null;
        }

        if (!StockTypes.IsLayoutAppender(appender) || appender is not AppenderSkeleton { FilterHead: var head } skeleton
            || !StockTypes.ArePlain(head))
        {
            return null;
        }

        LayoutStamp seen = new(skeleton);
        return TryRead(CapturePlanner.Derive([appender], isLossy: false, looksIntoContainers: false), names) ? seen : null;
    }

    /// <summary>Adds the names; none when properties are read by code that is not known, or all of them are.</summary>
    private static bool TryRead(CapturePlan plan, HashSet<string> names)
    {
        names.UnionWith(plan.Texts.Select(text => text.Property).OfType<string>());
        return plan is { AllProperties: false, HasBuffer: false, WantsTraceContext: false, DefersMessages: true, Fix: FixFlags.None }
            && Array.TrueForAll(plan.Bands, band => TryRead(band.Value, names));
    }

    /// <summary>A logger and its appenders as they were.</summary>
    private readonly struct LinkInChain
    {
        private readonly LoggerNode _logger;
        private readonly LoggerNode? _next;
        private readonly AppenderCollection? _collection;

        public LinkInChain(LoggerNode logger)
        {
            _logger = logger;
            _next = NextOf(logger);
            _collection = Log4NetMembers.AppendersOf(logger);
            Appenders = _collection is null ? [] : [.. _collection.Cast<IAppender>()];
        }

        public IAppender[] Appenders { get; }

        public bool IsCurrent
        {
            get
            {
                AppenderCollection? collection = Log4NetMembers.AppendersOf(_logger);
                if (!ReferenceEquals(collection, _collection) || !ReferenceEquals(NextOf(_logger), _next))
                {
                    return false;
                }

                if (collection is null)
                {
                    return true;
                }

                IAppender[] appenders = Appenders;
                if (collection.Count != appenders.Length)
                {
                    return false;
                }

                for (int i = 0; i < appenders.Length; i++)
                {
                    if (!ReferenceEquals(collection[i], appenders[i]))
                    {
                        return false;
                    }
                }

                return true;
            }
        }

        private static LoggerNode? NextOf(LoggerNode logger) => logger.Additivity ? logger.Parent : null;
    }

    /// <summary>One of log4net's own that writes lines.</summary>
    private sealed class LayoutStamp(AppenderSkeleton appender) : IStamp
    {
        private readonly ILayout? _layout = appender.Layout;
        private readonly PatternConverter? _head = HeadOf(appender.Layout);
        private readonly IFilter? _filter = appender.FilterHead;
        private readonly IFilter? _last = LastOf(appender.FilterHead);

        public bool IsCurrent => ReferenceEquals(appender.Layout, _layout) && ReferenceEquals(HeadOf(_layout), _head)
            && ReferenceEquals(appender.FilterHead, _filter) && _last?.Next is null;

        private static PatternConverter? HeadOf(ILayout? layout) =>
            layout is PatternLayout pattern ? Log4NetMembers.HeadOf(pattern) : null;

        private static IFilter? LastOf(IFilter? filter) => filter?.Next is { } next ? LastOf(next) : filter;
    }

    /// <summary>Its plan is replaced when what it was made of has changed.</summary>
    private sealed class AsyncStamp(AsyncBufferingForwardingAppender appender) : IStamp
    {
        public CapturePlan Plan { get; } = appender.Plan;

        public bool IsCurrent => ReferenceEquals(appender.Plan, Plan) && appender is
        {
            ChosenFix: null, Lossy: false, Journal: null, Evaluator: null, LossyEvaluator: null, FilterHead: null,
        };
    }
}
