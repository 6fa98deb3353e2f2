using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;

namespace Easy.Logger.Capture;

/// <summary>
/// Which levels an appender took when its plan was made, by its threshold and by the filters that look at nothing else: nothing is captured
/// for it of the others. Immutable.
/// </summary>
internal sealed class LevelGate
{
    /// <summary>Takes all levels.</summary>
    public static readonly LevelGate Open = new(Level.All, []);

    private readonly Level? _threshold;
    private readonly Func<Level, FilterDecision>[] _filters;
    private readonly LevelGate[] _behind = [];

    private LevelGate(LevelGate own, LevelGate[] behind, bool asksLevelOnly)
        : this(own._threshold, own._filters)
    {
        _behind = asksLevelOnly ? behind : [];
        Boundaries = [.. own.Boundaries, .. behind.SelectMany(gate => gate.Boundaries)];
    }

    private LevelGate(Level? threshold, Func<Level, FilterDecision>[] filters)
    {
        _threshold = threshold;
        _filters = filters;
    }

    /// <summary>The values of levels at which the answer may change.</summary>
    public IReadOnlyCollection<int> Boundaries { get; private init; } = [];

    /// <summary>One level of each band in which the answer is the same; the last is of all above.</summary>
    public static IEnumerable<Level> BandsOf(IEnumerable<int> boundaries) =>
        boundaries.SelectMany(value => new[] { Math.Max(value, int.MinValue + 1) - 1, value })
            .Append(int.MaxValue).Distinct().OrderBy(value => value).Select(value => new Level(value, "any"));

    /// <summary>Of an appender that asks them itself, or may override how, it is open for all levels.</summary>
    public static LevelGate Of(IAppender appender)
    {
        if (appender is IBatchAppender || appender is not AppenderSkeleton skeleton || !StockDoAppend.Filters(skeleton))
        {
            return Open;
        }

        List<Func<Level, FilterDecision>> filters = [];
        List<int> boundaries = skeleton.Threshold is { } threshold && threshold != Level.All ? [threshold.Value] : [];
        for (IFilter? filter = skeleton.FilterHead; DecisionOf(filter, boundaries) is { } decision; filter = filter!.Next)
        {
            filters.Add(decision);
        }

        return boundaries.Count == 0 && filters.Count == 0 && skeleton.Threshold is not null
            ? Open
            : new LevelGate(skeleton.Threshold, [.. filters]) { Boundaries = boundaries };
    }

    /// <summary>
    /// Of an appender that hands on what it takes: one of those behind it has to take it, too. Its bands are those of all of them.
    /// </summary>
    /// <param name="gates">Those behind it.</param>
    /// <param name="asksLevelOnly">
    /// Whether its filters and evaluators look at nothing else; others may have to look at events that none of those behind takes.
    /// </param>
    public LevelGate InFrontOf(IEnumerable<LevelGate> gates, bool asksLevelOnly)
    {
        LevelGate[] behind = [.. gates];
        return Array.TrueForAll(behind, gate => ReferenceEquals(gate, Open)) ? this : new LevelGate(this, behind, asksLevelOnly);
    }

    /// <summary>Whether both take the same levels.</summary>
    public bool IsSameAs(LevelGate other) =>
        ReferenceEquals(this, other) || BandsOf(Boundaries.Concat(other.Boundaries)).All(level => Takes(level) == other.Takes(level));

    /// <summary>Whether the appender may have taken an event; one without a level is left to it.</summary>
    public bool Takes(Level? level)
    {
        if (level is null || ReferenceEquals(this, Open))
        {
            return true;
        }

        if (!(level >= _threshold) || (_behind.Length > 0 && !Array.Exists(_behind, gate => gate.Takes(level))))
        {
            return false;
        }

        foreach (Func<Level, FilterDecision> filter in _filters)
        {
            if (filter(level) is FilterDecision decision and not FilterDecision.Neutral)
            {
                return decision == FilterDecision.Accept;
            }
        }

        return true;
    }

    /// <returns>
    /// What a filter decides, with the values that it has now; <see langword="null" /> when that takes more than the level.
    /// </returns>
    private static Func<Level, FilterDecision>? DecisionOf(IFilter? filter, List<int> boundaries)
    {
        if (filter is DenyAllFilter && filter.GetType() == typeof(DenyAllFilter))
        {
            return _ => FilterDecision.Deny;
        }

        if (filter is LevelMatchFilter { LevelToMatch: { } match, AcceptOnMatch: var acceptsMatch }
            && filter.GetType() == typeof(LevelMatchFilter))
        {
            boundaries.Add(match.Value);
            return level => level != match ? FilterDecision.Neutral : acceptsMatch ? FilterDecision.Accept : FilterDecision.Deny;
        }

        if (filter is LevelRangeFilter { LevelMin: var min, LevelMax: var max, AcceptOnMatch: var acceptsRange }
            && filter.GetType() == typeof(LevelRangeFilter))
        {
            boundaries.AddRange(new[] { min, max }.OfType<Level>().Select(level => level.Value));
            return level => (min is not null && level < min) || (max is not null && level > max) ? FilterDecision.Deny
                : acceptsRange ? FilterDecision.Accept
                : FilterDecision.Neutral;
        }

        return null;
    }
}
