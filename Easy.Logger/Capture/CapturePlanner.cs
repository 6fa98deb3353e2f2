using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Capture;

/// <summary>
/// Derives from the attached appenders, and all behind them, what a log call has to capture. What is not known for certain counts as
/// reading everything.
/// </summary>
internal sealed class CapturePlanner
{
    private readonly List<CapturedText> _texts = [];
    private readonly Dictionary<IAppender, PlannedAppender> _planned = new(SameAppender.Comparer);
    private readonly HashSet<Type> _locationReaders = [];
    private readonly bool _mayWait;
    private readonly Dictionary<IAppender, LevelGate> _gates = new(SameAppender.Comparer);
    private readonly Level? _level; // of the events, when not any
    private readonly Dictionary<IAppender, PlannedAppender>? _ofAllLevels; // what is known of them then
    private FixFlags _read;
    private FixFlags _fix;
    private bool _allProperties;
    private bool _needsCulture;
    private bool _hasBuffer;
    private bool _needsStackFrames;
    private bool _isEnriched;
    private bool _isUnknown; // code of an application gets the event itself
    private bool _wantsObjects; // code that is not log4net's, or is not there yet, reads the values of properties

    private CapturePlanner(bool mayWait) => _mayWait = mayWait;

    private CapturePlanner(CapturePlanner ofAllLevels, Level? level)
        : this(ofAllLevels._mayWait)
    {
        _isEnriched = ofAllLevels._isEnriched; // who is known stays the same
        _ofAllLevels = level is null ? null : ofAllLevels._planned;
        _level = level;
    }

    /// <summary>Derives a plan.</summary>
    /// <param name="appenders">The attached appenders.</param>
    /// <param name="isLossy">Whether events are kept until an evaluator wants them.</param>
    /// <param name="mayWait">
    /// Whether it may wait for the lock of an appender to see what is behind it. If not, what cannot be seen then counts as unknown.
    /// </param>
    public static CapturePlan Derive(IReadOnlyList<IAppender> appenders, bool isLossy, bool mayWait)
    {
        CapturePlanner planner = new(mayWait);
        object?[] source = mayWait ? [.. CaptureSource.Of(appenders)] : [];
        PlannedAppender[] planned = [.. appenders.Select(planner.Plan)];
        if (isLossy)
        {
            planner.KeepsForLater();
            planned = [.. appenders.Select(appender => new PlannedAppender { Appender = appender })];
        }

        CapturePlan plan = planner.Finish(
            planner._texts, planned, planner.TreeOf(appenders), source, isLossy ? [] : planner.Bands(planned));
        return isLossy ? plan : planner.WithFilters(plan, planned, level: null);
    }

    /// <summary>What is captured by level, where thresholds and filters leave some appenders out.</summary>
    private KeyValuePair<int, CapturePlan>[] Bands(PlannedAppender[] planned)
    {
        if (planned.All(appender => ReferenceEquals(appender.Gate, LevelGate.Open)))
        {
            return [];
        }

        return
        [
            .. LevelGate.BandsOf(planned.SelectMany(appender => appender.Gate.Boundaries)).Select(level =>
            {
                PlannedAppender[] takers = [.. planned.Where(appender => appender.Gate.Takes(level))];
                return new KeyValuePair<int, CapturePlan>(level.Value, WithFilters(For(takers, level), takers, level));
            }),
        ];
    }

    /// <summary>
    /// Where appenders have filters that look at more than the level, and without those appenders much less is captured, the filters are
    /// asked in the log call, as log4net does.
    /// </summary>
    private CapturePlan WithFilters(CapturePlan plan, PlannedAppender[] takers, Level? level)
    {
        const FixFlags dear = FixFlags.LocationInfo | FixFlags.Identity | FixFlags.UserName;
        PlannedAppender[] others = Array.FindAll(takers, taker => taker.Filters is null);
        if (others.Length < takers.Length && ((plan.Fields & dear) != 0 || plan.AllProperties))
        {
            CapturePlan less = For(others, level, isForOthers: true);
            if ((plan.Fields & dear & ~less.Fields) != 0 || plan.AllProperties != less.AllProperties)
            {
                plan.AskFirst([.. takers.Select(taker => taker.Filters).OfType<IFilter>()], less);
            }
        }

        return plan;
    }

    /// <summary>
    /// Two appenders are, or hand on to, the same one, or log4net's own with one console, trace or file, as for lines of different levels
    /// in different layouts.
    /// </summary>
    private bool SharesDestination(IEnumerable<IAppender> appenders)
    {
        HashSet<IAppender>[] trees = [.. appenders.Select(appender => TreeOf([appender]))];
        string[] places =
        [
            .. trees.SelectMany(tree => tree.Select(StockTypes.PlaceOf).OfType<string>().Distinct(StringComparer.Ordinal)),
        ];
        return places.Distinct(StringComparer.Ordinal).Count() < places.Length
            || trees.Sum(tree => tree.Count) > trees.SelectMany(tree => tree).Distinct(SameAppender.Comparer).Count();
    }

    private CapturePlan For(PlannedAppender[] takers, Level? level, bool isForOthers = false)
    {
        CapturePlanner planner = new(this, level);
        Array.ForEach(takers, taker => planner.Plan(taker.Appender!));
        IReadOnlyList<CapturedText> texts = planner._texts.Count > 0 ? _texts : []; // their places stay the same
        return planner.Finish(texts, takers, [], [], [], isForOthers);
    }

    private CapturePlan Finish(
        IReadOnlyList<CapturedText> texts, PlannedAppender[] planned, HashSet<IAppender> reachable, object?[] source,
        KeyValuePair<int, CapturePlan>[] bands, bool isForOthers = false)
    {
        IEnumerable<IAppender> appenders = planned.Select(each => each.Appender!);
        bool wantsTraceContext = TreeOf(appenders).Any(appender => appender is ITraceContextAppender { WritesTraceContext: true });
        Reads(wantsTraceContext ? FixFlags.Properties : FixFlags.None);
        bool wantsEvents = _fix != FixFlags.None || _isUnknown;
        const FixFlags values = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;
        bool keepsValues = !wantsEvents && !_needsCulture && !wantsTraceContext && !_hasBuffer && !isForOthers && !_allProperties
            && texts.Count == 0 && (_read & ~values) == FixFlags.None && (planned.Length > 0 || _ofAllLevels is not null)
            && planned.Concat(_ofAllLevels?.Values ?? Enumerable.Empty<PlannedAppender>()).All(appender => appender.IsKnown);
        return new CapturePlan
        {
            Appenders = planned,
            Bands = bands,
            Reachable = reachable,
            Source = source,
            Read = _read,
            Fix = _fix,
            HasBuffer = _hasBuffer,
            Texts = [.. texts],
            AllProperties = _allProperties,
            DefersMessages = !wantsEvents,
            KeepsValues = keepsValues,
            KeepsTexts = !_isUnknown && !_isEnriched && !_wantsObjects && !wantsTraceContext,
            NeedsCulture = _needsCulture || wantsEvents,
            WantsTraceContext = wantsTraceContext,
            NeedsStackFrames = _needsStackFrames,
            SharesDestination = SharesDestination(appenders),
            LocationReaders = _locationReaders,
            IsForOthers = isForOthers,
        };
    }

    private PlannedAppender Plan(IAppender appender)
    {
        if (_planned.TryGetValue(appender, out PlannedAppender? known))
        {
            return known;
        }

        _planned[appender] = new PlannedAppender { Appender = appender, IsKnown = true }; // appenders may refer to each other in a ring
        return _planned[appender] = Look(appender);
    }

    private PlannedAppender Look(IAppender appender)
    {
        bool hasPlainFilters = true;
        bool isKnown = appender is not AppenderSkeleton skeleton || Filters(skeleton.FilterHead, out hasPlainFilters);
        if (appender is IBatchAppender batch)
        {
            return PlanBatch(batch, hasPlainFilters);
        }

        CompiledPattern? pattern = null;
        ILayout? layout = (appender as AppenderSkeleton)?.Layout;
        layout = layout is IReplacementLayout { Replaced: var replaced } ? replaced : layout;
        if (StockTypes.IsLayoutAppender(appender))
        {
            isKnown &= Layout(layout, appender is ConsoleAppender, out pattern);
            if (appender is RemoteSyslogAppender { Identity: null })
            {
                _read |= FixFlags.Domain;
            }

            foreach (ILayout other in StockTypes.OtherLayouts(appender))
            {
                isKnown &= Layout(other, isConsole: true, out _);
            }
        }
        else
        {
            isKnown &= Container(appender);
        }

        if (_isEnriched || !StockTypes.AreStock((appender as AppenderSkeleton)?.FilterHead))
        {
            // A filter of its own, or an appender before it, may write into the event, which is read then; a filter may do anything to its
            // appender, too.
            pattern = null;
            isKnown = false;
            FixAllThatIsRead();
            Reads(CapturePlan.AllButLocation);
        }

        bool isBuffer =
            appender is MemoryAppender or BufferingAppenderSkeleton and not AsyncBufferingForwardingAppender { ChosenFix: null };
        if (!isKnown && !isBuffer)
        {
            FixAllThatIsRead(); // it gets the event itself
        }

        return new PlannedAppender
        {
            Appender = appender,
            Gate = GateOf(appender),
            Filters = StockTypes.OtherFilters(appender),
            Layout = layout,
            Pattern = pattern,
            IsKnown = isKnown
        };
    }

    private PlannedAppender PlanBatch(IBatchAppender appender, bool hasPlainFilters)
    {
        Reads(appender.Fix | (hasPlainFilters ? FixFlags.None : CapturePlan.AllButLocation));
        _read |= FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;
        _wantsObjects = true;
        ILayout[] layouts = [.. appender.Layouts]; // the appender may change its list while events wait
        List<CompiledPattern?> patterns = [];
        foreach (ILayout layout in layouts)
        {
            _ = Layout(layout, isConsole: true, out CompiledPattern? pattern);
            if (pattern is null)
            {
                Reads(CapturePlan.AllButLocation); // it writes from the event
            }

            patterns.Add(pattern);
        }

        return new PlannedAppender { Appender = appender, Patterns = patterns, Layouts = layouts };
    }

    /// <summary>An appender that hands events on or keeps them, or one of the application.</summary>
    private bool Container(IAppender appender)
    {
        Type type = appender.GetType();
        if (HandsOn(appender))
        {
            if (appender is AsyncBufferingForwardingAppender { Lossy: true })
            {
                KeepsForLater();
                return false;
            }

            return (appender is not AsyncBufferingForwardingAppender other || Evaluators(other)) & AllKnown(appender, Behind(appender)!);
        }

        FixFlags? fixedByAppender = appender switch
        {
            AsyncBufferingForwardingAppender other => other.ChosenFix,
            BufferingAppenderSkeleton skeleton => skeleton.Fix,
            MemoryAppender memory => memory.Fix,
            _ => null,
        };
        if (fixedByAppender is { } flags)
        {
            // It does so as soon as it gets an event, so this is all that it, and whatever is behind it, can read later.
            if (flags != FixFlags.All && appender is BufferingAppenderSkeleton buffer and not AsyncBufferingForwardingAppender)
            {
                ReadsBesideItsFix(buffer);
            }

            _fix |= flags;
            _hasBuffer = true;
            if (type.Assembly == typeof(AppenderSkeleton).Assembly || type == typeof(AsyncBufferingForwardingAppender))
            {
                return false;
            }
        }

        ReadsAnything(type);
        if (appender is IAppenderAttachable)
        {
            // Whatever it does with events, it may hand them on.
            if (Behind(appender) is { } behind)
            {
                _ = AllKnown(appender, behind);
            }
            else
            {
                Reads(FixFlags.LocationInfo);
                _needsStackFrames = true;
            }

            FixAllThatIsRead();
        }

        IEnumerable<ILayout?> layouts = [(appender as AppenderSkeleton)?.Layout, .. StockTypes.OtherLayouts(appender)];
        foreach (ILayout layout in layouts.OfType<ILayout>())
        {
            _ = Layout(layout, isConsole: true, out _);
        }

        return false;
    }

    /// <summary>Nothing may be read of events that do not pass: not by filters on the way, either.</summary>
    private LevelGate GateOf(IAppender appender)
    {
        if (!_gates.TryGetValue(appender, out LevelGate? gate))
        {
            _gates[appender] = LevelGate.Open; // as in Plan
            gate = LevelGate.Of(appender);
            if (HandsOn(appender))
            {
                bool asksLevelOnly = StockTypes.AreOfLevels(((AppenderSkeleton)appender).FilterHead)
                    && (appender is not AsyncBufferingForwardingAppender other || !(other.Lossy || EvaluatorsThatRead(other).Any()));
                gate = gate.InFrontOf(Behind(appender)!.Select(GateOf), asksLevelOnly);
            }

            _gates[appender] = gate;
        }

        return gate;
    }

    /// <summary>
    /// A lossy buffer of one place asks the application's evaluators before it fixes an event. Properties are found after that, too, as
    /// the only part that log4net still reads then.
    /// </summary>
    private void ReadsBesideItsFix(BufferingAppenderSkeleton buffer)
    {
        bool isAtOnce = buffer.BufferSize <= 1;
        Reads(isAtOnce ? FixFlags.Properties : FixFlags.None);
        foreach (ITriggeringEventEvaluator evaluator in EvaluatorsThatRead(buffer))
        {
            FixFlags parts = CallerInfoDetector.PartsReadBy(evaluator.GetType());
            Reads(parts & (isAtOnce && buffer.Lossy ? FixFlags.All : FixFlags.Properties));
        }
    }

    /// <summary>Whether it does nothing with an event but hand it on.</summary>
    private bool HandsOn(IAppender appender) =>
        (appender.GetType() == typeof(ForwardingAppender)
            || (appender.GetType() == typeof(AsyncBufferingForwardingAppender)
                && ((AsyncBufferingForwardingAppender)appender).ChosenFix is null))
        && (_mayWait || Behind(appender) is not null);

    /// <summary>What is attached to an appender that forwards; <see langword="null" /> when that cannot be seen.</summary>
    private ICollection<IAppender>? Behind(IAppender container) =>
        _mayWait ? AppenderTree.Behind((IAppenderAttachable)container) : AppenderTree.VisibleBehind(container);

    private HashSet<IAppender> TreeOf(IEnumerable<IAppender> appenders) =>
        _mayWait ? AppenderTree.Of(appenders) : AppenderTree.VisibleFrom(appenders);

    /// <summary>Those of another async appender are asked where it gets its events: on this worker's thread, or its own.</summary>
    private bool Evaluators(BufferingAppenderSkeleton appender)
    {
        bool areKnown = true;
        foreach (ITriggeringEventEvaluator evaluator in EvaluatorsThatRead(appender))
        {
            areKnown = false;
            ReadsAnything(evaluator.GetType());
        }

        return areKnown;
    }

    private static IEnumerable<ITriggeringEventEvaluator> EvaluatorsThatRead(BufferingAppenderSkeleton appender) =>
        new[] { appender.Evaluator, appender.LossyEvaluator }.OfType<ITriggeringEventEvaluator>()
            .Where(evaluator => !StockTypes.IsPlainEvaluator(evaluator.GetType()));

    private bool AllKnown(IAppender container, IEnumerable<IAppender> behind)
    {
        bool areKnown = true;
        foreach (IAppender appender in behind)
        {
            bool isLeftOut = _ofAllLevels is not null && _ofAllLevels.TryGetValue(container, out PlannedAppender? all) && all.IsKnown
                && !GateOf(appender).Takes(_level);
            areKnown &= isLeftOut || Plan(appender).IsKnown;
        }

        if (!areKnown)
        {
            FixAllThatIsRead();
        }

        return areKnown;
    }

    private bool Layout(ILayout? layout, bool isConsole, out CompiledPattern? pattern)
    {
        PatternCompiler compiler = new(_texts, isConsole);
        pattern = compiler.Compile(layout);
        _read |= compiler.Reads;
        _allProperties |= compiler.ReadsAllProperties;
        _needsStackFrames |= compiler.ReadsStackFrames;
        _needsCulture |= compiler.ReadsCulture;
        if (compiler.IsKnown)
        {
            // Should the layout itself have to write it, it needs the event itself, which alone has the exception.
            Reads(compiler.AsksException ? compiler.Reads : FixFlags.None);
            return !compiler.AsksException;
        }

        bool isOwn = layout is not null && layout.GetType().Assembly != typeof(AppenderSkeleton).Assembly;
        Reads(isOwn && layout is not PatternLayout ? FixFlags.None : CapturePlan.AllButLocation | compiler.Reads);
        foreach (Type converter in compiler.UnknownConverters)
        {
            ReadsAnything(converter);
        }

        if (isOwn)
        {
            ReadsAnything(layout!.GetType());
        }

        return false;
    }

    private bool Filters(IFilter? head, out bool arePlain)
    {
        bool areKnown = true;
        arePlain = true;
        for (IFilter? filter = head; filter is not null; filter = filter.Next)
        {
            Type type = filter.GetType();
            if (StockTypes.IsOfLevels(type))
            {
                continue;
            }

            if (type == typeof(LoggerMatchFilter))
            {
                _needsCulture = true; // it compares by the rules of the current culture
            }
            else if (type == typeof(StringMatchFilter))
            {
                arePlain = false;
                _read |= FixFlags.Message;
            }
            else if (filter is PropertyFilter { Key: var key } && type.Assembly == typeof(PropertyFilter).Assembly)
            {
                arePlain = false;
                if (key is not null && !_texts.Contains(new CapturedText(key, IsInvariant: true)))
                {
                    _texts.Add(new CapturedText(key, IsInvariant: true));
                }
            }
            else
            {
                arePlain = areKnown = false;
                ReadsAnything(type);
            }
        }

        return areKnown;
    }

    private void ReadsAnything(Type type)
    {
        FixFlags parts = CallerInfoDetector.PartsReadBy(type);
        Reads(parts);
        _isUnknown = true;
        if ((parts & FixFlags.LocationInfo) != 0)
        {
            _locationReaders.Add(type);
        }

        _needsStackFrames |= CallerInfoDetector.MayReadStackFrames(type);
        _isEnriched |= CallerInfoDetector.MayWriteProperties(type);
    }

    /// <summary>The appenders behind another get the event itself, unless all of them are known.</summary>
    private void FixAllThatIsRead() =>
        _fix |= _read | (_allProperties || _texts.Exists(text => text.Property is not null) ? FixFlags.Properties : FixFlags.None);

    /// <summary>What is kept may be written much later, by layouts and filters that are not there yet.</summary>
    private void KeepsForLater()
    {
        Reads(FixFlags.All);
        _needsStackFrames = _wantsObjects = true;
    }

    /// <summary>Parts that are read from the event itself.</summary>
    private void Reads(FixFlags parts)
    {
        _read |= parts;
        _fix |= parts;
    }
}
