using Benchmarker.Measuring;

namespace Benchmarker.DogStatsd;

/// <summary>One way in one category.</summary>
/// <param name="Category">The category.</param>
/// <param name="Way">The way, one of the names in <see cref="TagWay" />.</param>
/// <param name="Nanoseconds">The median time of a call.</param>
/// <param name="BytesPerCall">What a call allocates.</param>
/// <param name="TimesAsFast">How many times as fast as <see cref="TagWay.PlainJoin" />, of the same moments.</param>
internal sealed record TagRow(TagCategory Category, string Way, double Nanoseconds, double BytesPerCall, double TimesAsFast)
{
    /// <summary>Measures a category.</summary>
    /// <param name="category">Which one.</param>
    /// <param name="seconds">About how long.</param>
    public static IReadOnlyList<TagRow> Measure(TagCategory category, double seconds)
    {
        IReadOnlyList<TagWay> ways = TagWay.All(new TagCalls(category.Kind, category.HasGlobal));
        double secondsOfCycle = ways.Count * BurstRun.BurstsInCycle * BurstRun.BurstNanoseconds / 1e9;
        BurstRun run = new(ways, _ => { });
        run.Measure(cycles: 1 + (int)(seconds / 4 / secondsOfCycle)); // until everything has its final machine code
        return Of(run.Measure(cycles: 1 + (int)(seconds / secondsOfCycle)), category);
    }

    /// <summary>The rows of ways that were measured together.</summary>
    public static IReadOnlyList<TagRow> Of(IReadOnlyList<Bursts> bursts, TagCategory category)
    {
        Bursts plain = bursts.Single(one => one.Subject.Name == TagWay.PlainJoin);
        return [.. bursts.Select(one => new TagRow(category, one.Subject.Name, one.Median, one.BytesPerEvent, plain.RatioTo(one)))];
    }
}
