using System.Globalization;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Capture;

/// <summary>
/// What a log call captures of its event so that the attached appenders write later, on another thread, what they would have written in the
/// call. Immutable; made by <see cref="CapturePlanner" />, published to the callers, and kept with the events that were captured by it.
/// </summary>
/// <remarks>
/// <para>
/// The event is shared: appenders beside this one and other async appenders get the same object. So an event is not fixed as long as only
/// known appenders are attached: what they write is read, which makes the event keep it, or captured beside it. Appenders that are not
/// known get the event itself, fixed.
/// </para>
/// </remarks>
internal sealed class CapturePlan
{
    private IFilter[] _filters = [];
    private CapturePlan? _others;

    /// <summary>Everything but the caller location, which costs a walk of the stack.</summary>
    public const FixFlags AllButLocation = FixFlags.All & ~FixFlags.LocationInfo;

    /// <summary>What the message, thread and exception of a deferred event amount to in log4net's terms.</summary>
    public const FixFlags DeferrableFix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    /// <summary>Whatever reads the event, nothing is missing.</summary>
    public static readonly CapturePlan Everything = new() { Read = FixFlags.All, Fix = FixFlags.All, NeedsCulture = true };

    /// <summary>While no appender is attached, for one that may be attached before the event is forwarded.</summary>
    public static readonly CapturePlan ForNobody = new() { Read = AllButLocation, Fix = AllButLocation, NeedsCulture = true };

    /// <summary>The appenders that the plan was made for: what was captured by it is for them. None: for any.</summary>
    public IReadOnlyList<PlannedAppender> Appenders { get; init; } = [];

    /// <summary>Every appender that a forwarded event can reach, through appenders that forward.</summary>
    public HashSet<IAppender> Reachable { get; init; } = [];

    /// <summary>
    /// What is captured of events by their levels, up to and including a value each, in order; empty when it is the same for all.
    /// </summary>
    public KeyValuePair<int, CapturePlan>[] Bands { get; init; } = [];

    /// <summary>What the plan was made of, to see whether it still holds.</summary>
    public object?[] Source { get; init; } = [];

    /// <summary>Parts of the event that are read, so that the event keeps them.</summary>
    public FixFlags Read { get; init; }

    /// <summary>Parts that are fixed in the event, for appenders that are not known.</summary>
    public FixFlags Fix { get; init; }

    /// <summary>
    /// Whether one of the appenders fixes each event it gets, as buffers do: at once, which adds user and identity to the properties, and
    /// closes the event for the appenders that follow.
    /// </summary>
    public bool HasBuffer { get; init; }

    public CapturedText[] Texts { get; init; } = [];

    /// <summary>Whether the texts of all properties are captured.</summary>
    public bool AllProperties { get; init; }

    /// <summary>
    /// Whether nothing is read of an event but its level, logger, thread, time and message, and no appender gets the event itself: then
    /// only these have to be kept.
    /// </summary>
    public bool KeepsValues { get; init; }

    public bool ReadsThread => (Read & FixFlags.ThreadName) != 0;

    /// <summary>Whether no appender reads the message from the event itself.</summary>
    public bool DefersMessages { get; init; }

    /// <summary>Whether texts are kept in place of objects: what reads the event itself is log4net's own, and prints them.</summary>
    public bool KeepsTexts { get; init; }

    public bool NeedsCulture { get; init; }

    public bool WantsTraceContext { get; init; }

    /// <summary>Whether appenders write to one place, where the order of their lines shows.</summary>
    public bool SharesDestination { get; init; }

    /// <summary>All that is captured, in log4net's terms.</summary>
    public FixFlags Fields => Read | Fix | (CapturesProperties ? FixFlags.Properties : FixFlags.None);

    /// <summary>Whether it is for events that other appenders than these have turned away.</summary>
    public bool IsForOthers { get; init; }

    /// <summary>The first filters of those appenders: they are asked again when such an event is recovered from a journal.</summary>
    public IReadOnlyList<IFilter> TurnedAwayBy { get; private set; } = [];

    /// <summary>Whether the stack frames of the location are read.</summary>
    public bool NeedsStackFrames { get; init; }

    /// <summary>Types of the application whose code may read the caller location, which is captured for them.</summary>
    public IReadOnlyCollection<Type> LocationReaders { get; init; } = [];

    private bool NeedsContext => CapturesProperties || NeedsCulture || ReadsLocation || IsForOthers;

    private bool ReadsLocation => (Read & FixFlags.LocationInfo) != 0 && Log4NetMembers.AreAvailable;

    /// <summary>Whether properties are captured beside the event.</summary>
    public bool CapturesProperties => AllProperties || Texts.Length > 0;

    /// <summary>Whether the plan was made of just this.</summary>
    public bool IsMadeOf(List<object?> source)
    {
        if (source.Count != Source.Length)
        {
            return false;
        }

        for (int i = 0; i < Source.Length; i++)
        {
            if (!ReferenceEquals(source[i], Source[i])
                && !(source[i] is string name && name.Equals(Source[i] as string, StringComparison.Ordinal)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether events are captured and written in the same way by both.</summary>
    public bool IsSameAs(CapturePlan other) =>
        (Read, Fix, HasBuffer, AllProperties, KeepsValues, DefersMessages, NeedsCulture, WantsTraceContext)
            == (other.Read, other.Fix, other.HasBuffer, other.AllProperties, other.KeepsValues, other.DefersMessages, other.NeedsCulture,
                other.WantsTraceContext)
        && (SharesDestination, IsForOthers, NeedsStackFrames, KeepsTexts)
            == (other.SharesDestination, other.IsForOthers, other.NeedsStackFrames, other.KeepsTexts)
        && Texts.SequenceEqual(other.Texts) && _filters.SequenceEqual(other._filters)
        && Reachable.SetEquals(other.Reachable) && LocationReaders.SequenceEqual(other.LocationReaders)
        && Appenders.Count == other.Appenders.Count
        && Appenders.Zip(other.Appenders, (one, two) => one.IsSameAs(two)).All(isSame => isSame)
        && Bands.Length == other.Bands.Length
        && Bands.Zip(other.Bands, (one, two) => one.Key == two.Key && one.Value.IsSameAs(two.Value)).All(isSame => isSame)
        && (_others is null ? other._others is null : other._others is not null && _others.IsSameAs(other._others));

    /// <summary>Has filters asked in the log call.</summary>
    /// <param name="filters">The first filter of each appender that has any.</param>
    /// <param name="others">What is captured when all of those appenders turn an event away.</param>
    public void AskFirst(IFilter[] filters, CapturePlan others)
    {
        _filters = filters;
        _others = others;
        others.TurnedAwayBy = filters;
    }

    /// <summary>In the log call: what is captured of an event, by its level and by the filters that are asked then.</summary>
    public CapturePlan ForCall(LoggingEvent loggingEvent)
    {
        CapturePlan plan = For(loggingEvent.Level);
        return plan._others is { } others && plan.IsTurnedAway(loggingEvent) ? others : plan;
    }

    private bool IsTurnedAway(LoggingEvent loggingEvent)
    {
        foreach (IFilter filter in _filters)
        {
            if (!Denies(filter, loggingEvent))
            {
                return false;
            }
        }

        return true;
    }

    private static bool Denies(IFilter? filter, LoggingEvent loggingEvent)
    {
        try
        {
            for (; filter is not null; filter = filter.Next)
            {
                if (filter.Decide(loggingEvent) is FilterDecision decision and not FilterDecision.Neutral)
                {
                    return decision == FilterDecision.Deny;
                }
            }
        }
        catch (Exception)
        {
            // The appender meets it again when it asks.
        }

        return false;
    }

    /// <summary>What is captured of an event.</summary>
    /// <param name="level">Its level.</param>
    /// <param name="isTurnedAway">Whether those filters turned it away in the log call.</param>
    public CapturePlan For(Level? level, bool isTurnedAway)
    {
        CapturePlan plan = For(level);
        return isTurnedAway ? plan._others ?? plan : plan;
    }

    /// <summary>What is captured of an event by its level.</summary>
    public CapturePlan For(Level? level)
    {
        if (Bands.Length > 0 && level is { Value: var value })
        {
            foreach (KeyValuePair<int, CapturePlan> band in Bands)
            {
                if (value <= band.Key)
                {
                    return band.Value;
                }
            }
        }

        return this;
    }

    /// <summary>
    /// Captures an event on the thread that logs it. What fails here fails again, in the same way, in the appender that asks for it.
    /// </summary>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="chosen">What the user chose to fix, which is obeyed exactly; <see langword="null" /> when the plan decides.</param>
    /// <param name="lastCall">The last call of the thread.</param>
    /// <param name="isForwarded">Whether another async appender forwards the event: it has its properties already.</param>
    /// <returns>
    /// The event, or one that holds what it seems to (see <see cref="EventParts.Complete" />), with what travels beside it.
    /// </returns>
    public CapturedEvent Capture(
        LoggingEvent loggingEvent, FixFlags? chosen, LastCall lastCall, bool isForwarded = false)
    {
        // A subclass may replace the message: only its own code knows.
        bool isOwnClass = loggingEvent.GetType() == typeof(LoggingEvent);
        FixFlags fix = chosen ?? (isOwnClass ? Fix : Fix | AllButLocation);
        if (WantsTraceContext && (chosen is not null || HasBuffer))
        {
            TraceContext.Keep(loggingEvent);
        }

        if (chosen is null && !HasBuffer && Log4NetMembers.IsClosed(loggingEvent))
        {
            fix &= FixFlags.Properties; // to fix more would open it again
            bool keepsText = (DefersMessages || KeepsTexts) && isOwnClass && (Read & FixFlags.Message) != 0;
            loggingEvent = keepsText ? EventParts.WithText(loggingEvent) : loggingEvent;
        }

        bool isDeferrable = chosen is null ? fix == FixFlags.None : chosen == DeferrableFix && (Fields & ~DeferrableFix) == FixFlags.None;
        CapturedEvent captured =
            DefersMessages && isDeferrable && isOwnClass ? CapturedEvent.WithMessage(loggingEvent, lastCall) : loggingEvent;
        if (chosen is { } exact && !captured.HasMessage)
        {
            // What is not fixed is asked for on the worker, and would stay in the event; fixing closes it.
            bool isCloned = Log4NetMembers.AreAvailable && !EventParts.IsComplete(loggingEvent, isFixed: HasBuffer);
            loggingEvent = isCloned ? Log4NetMembers.Clone(loggingEvent) : loggingEvent;
            EventParts.Fix(loggingEvent, exact);
            EventParts.Complete(ref loggingEvent, exact & Fields);
        }

        bool isCopied = chosen is null && !HasBuffer && Log4NetMembers.AreAvailable
            && (fix != FixFlags.None || (!captured.HasMessage && EventParts.HasRenderer(loggingEvent)));
        if (isCopied)
        {
            // The event itself is for the appenders that follow in the same log call: fixing would close it for them.
            loggingEvent = Log4NetMembers.Clone(loggingEvent);
        }

        EventParts.Keep(loggingEvent, captured.HasMessage ? Read & ~FixFlags.Message : Read);
        // what is not fixed is rendered later
        bool needsContext = NeedsContext || (chosen is { } flags && (flags & DeferrableFix) != DeferrableFix);
        CallContext? context = needsContext ? ContextOf(loggingEvent, chosen, lastCall) : null;
        if (isCopied && isOwnClass && !WantsTraceContext)
        {
            KeepOpen(loggingEvent, fix, context, isForwarded);
        }
        else if (chosen is null && fix != FixFlags.None)
        {
            FixEvent(ref loggingEvent, fix, context);
        }

        return captured.With(loggingEvent, context);
    }

    private bool Prints(string property) => AllProperties || Array.Exists(Texts, text => text.Property == property);

    /// <summary>
    /// Has a copy of the event keep what it would otherwise look up when it is asked, on another thread. It stays as it was for whoever
    /// looks at it: not fixed, with its own properties apart from those of the contexts.
    /// </summary>
    private void KeepOpen(LoggingEvent copy, FixFlags parts, CallContext? context, bool isForwarded)
    {
        KeepLocation(copy, parts, context);
        if ((parts & FixFlags.Properties) != 0)
        {
            EventParts.KeepProperties(copy, isForwarded, KeepsTexts ? Prints : null);
        }
    }

    private void KeepLocation(LoggingEvent copy, FixFlags parts, CallContext? context)
    {
        if ((parts & FixFlags.LocationInfo) != 0 && copy.LocationInfo is null && (context?.Location ?? LocationOf(copy)) is { } location)
        {
            Log4NetMembers.SetLocation(copy, location);
        }
    }

    private void FixEvent(ref LoggingEvent loggingEvent, FixFlags fix, CallContext? context)
    {
        if (!HasBuffer && Log4NetMembers.AreAvailable)
        {
            KeepLocation(loggingEvent, fix, context);
        }

        bool sharesProperties = HasBuffer || (loggingEvent.Fix & FixFlags.Properties) != 0;
        // Properties alone: fixed with the others, they get user and identity.
        EventParts.Fix(loggingEvent, HasBuffer ? fix : fix & FixFlags.Properties);
        if (WantsTraceContext && !HasBuffer)
        {
            TraceContext.KeepFixed(loggingEvent);
        }

        EventParts.Fix(loggingEvent, fix);
        EventParts.Complete(ref loggingEvent, fix & Read);
        if (sharesProperties && Log4NetMembers.AreAvailable && (loggingEvent.Fix & FixFlags.Properties) != 0)
        {
            // The application may use the event again, and layouts write into the properties that other appenders read at the same time.
            loggingEvent = HasBuffer ? Log4NetMembers.Clone(loggingEvent) : loggingEvent;
            Log4NetMembers.SetProperties(loggingEvent, new PropertiesDictionary(loggingEvent.GetProperties()));
        }
    }

    private LocationInfo? LocationOf(LoggingEvent loggingEvent)
    {
        if (loggingEvent.LocationInfo is { } known)
        {
            return known;
        }

        if (loggingEvent.Fix != FixFlags.None || Log4NetMembers.IsClosed(loggingEvent))
        {
            return loggingEvent.LocationInformation; // fixed without it by an appender before: log4net writes none then
        }

        return CallerLocation.Find(Log4NetMembers.CallerBoundaryOf(loggingEvent), NeedsStackFrames);
    }

    private CallContext? ContextOf(LoggingEvent loggingEvent, FixFlags? chosen, LastCall lastCall)
    {
        CultureInfo? culture = NeedsCulture || chosen is not null ? CultureInfo.CurrentCulture : null;
        CultureInfo? uiCulture = culture is null ? null : CultureInfo.CurrentUICulture;
        if (!CapturesProperties && !ReadsLocation)
        {
            return lastCall.Culture is { } last && last.IsTurnedAway == IsForOthers && ReferenceEquals(last.Culture, culture)
                && ReferenceEquals(last.UICulture, uiCulture)
                ? last
                : lastCall.Culture = new CallContext { Culture = culture, UICulture = uiCulture, IsTurnedAway = IsForOthers };
        }

        // What the user did not choose is not there; what is, is in the event by now.
        bool ofEmptyThread = CapturesProperties && chosen is not null && loggingEvent.GetLoggingEventData(FixFlags.None).Properties is null;
        object?[]? texts = Texts.Length == 0 ? null : new object?[Texts.Length];
        for (int i = 0; i < Texts.Length; i++)
        {
            texts![i] = Texts[i].Capture(loggingEvent, ofEmptyThread);
        }

        return new CallContext
        {
            Culture = culture,
            UICulture = uiCulture,
            Texts = texts,
            Properties = AllProperties && !ofEmptyThread ? EventParts.PropertiesOf(loggingEvent) : null, // else when they are asked for
            Location = !ReadsLocation ? null : chosen is not null ? loggingEvent.LocationInfo : LocationOf(loggingEvent),
            IsTurnedAway = IsForOthers,
        };
    }
}

/// <summary>What a plan knows of one attached appender.</summary>
internal sealed class PlannedAppender
{
    /// <summary>An appender of which nothing is known: it gets the event itself.</summary>
    public static readonly PlannedAppender Unknown = new();

    public IAppender? Appender { get; init; }

    /// <summary>
    /// The levels that it took at that time, and where it hands events on one of those behind it, too: of other events nothing is captured
    /// for it, and it does not get them.
    /// </summary>
    public LevelGate Gate { get; init; } = LevelGate.Open;

    /// <summary>
    /// Its own filters, where they looked at more than the level and read only: they are asked in the log call when that costs less than
    /// what is captured for it.
    /// </summary>
    public IFilter? Filters { get; init; }

    /// <summary>Its layout at that time.</summary>
    public ILayout? Layout { get; init; }

    /// <summary>What writes the text of the layout; <see langword="null" /> when only the layout can.</summary>
    public CompiledPattern? Pattern { get; init; }

    /// <summary>
    /// Whether it is known what it reads, and everything behind it. It then gets a copy of the event that holds what was captured;
    /// otherwise the event itself.
    /// </summary>
    public bool IsKnown { get; init; }

    /// <summary>What writes the text of the layouts of an <see cref="IBatchAppender" />, in their order.</summary>
    public IReadOnlyList<CompiledPattern?> Patterns { get; init; } = [];

    /// <summary>Those layouts.</summary>
    public IReadOnlyList<ILayout> Layouts { get; init; } = [];

    /// <summary>Whether both say the same of one appender.</summary>
    public bool IsSameAs(PlannedAppender other) =>
        (Appender, Filters, Layout, IsKnown) == (other.Appender, other.Filters, other.Layout, other.IsKnown)
        && Gate.IsSameAs(other.Gate) && Layouts.SequenceEqual(other.Layouts)
        && Patterns.Count == other.Patterns.Count
        && Patterns.Append(Pattern).Zip(other.Patterns.Append(other.Pattern), AreSame).All(isSame => isSame);

    private static bool AreSame(CompiledPattern? one, CompiledPattern? two) =>
        one is null ? two is null : two is not null && one.IsSameAs(two);
}
