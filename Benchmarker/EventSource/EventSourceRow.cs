using System.Text.Json.Serialization;
using Benchmarker.Measuring;

namespace Benchmarker.EventSource;

/// <summary>One subject with one length and one audience in the JSON file. The names are relied on by scripts.</summary>
internal sealed record EventSourceRow(
    [property: JsonPropertyName("technique")] string Technique,
    [property: JsonPropertyName("isOfArticle")] bool IsOfArticle,
    [property: JsonPropertyName("audience"), JsonConverter(typeof(JsonStringEnumConverter<Audience>))] Audience Audience,
    [property: JsonPropertyName("length")] int Length,
    [property: JsonPropertyName("ns")] double Nanoseconds,
    [property: JsonPropertyName("nsLowerQuartile")] double LowerQuartile,
    [property: JsonPropertyName("nsUpperQuartile")] double UpperQuartile,
    [property: JsonPropertyName("bytesPerEvent")] double BytesPerEvent,
    [property: JsonPropertyName("ratioToNewString")] double RatioToNewString,
    [property: JsonPropertyName("ratioToFastestOfArticle")] double RatioToFastest,
    [property: JsonPropertyName("fastestOfArticle")] string Fastest)
{
    /// <summary>The rows of subjects that were measured together.</summary>
    public static IReadOnlyList<EventSourceRow> Of(IReadOnlyList<Bursts> bursts, Audience audience, int length)
    {
        Bursts baseline = bursts.Single(one => one.Subject.Name == Subjects.Baseline);
        Bursts[] article = [.. bursts.Where(IsOfTheArticle)];
        return [.. bursts.Select(one => Of(one, baseline, article, audience, length))];
    }

    private static EventSourceRow Of(Bursts bursts, Bursts baseline, Bursts[] article, Audience audience, int length)
    {
        (double ratio, string fastest) = bursts.RatioToFastest(article);
        return new EventSourceRow(
            bursts.Subject.Name,
            IsOfTheArticle(bursts),
            audience,
            length,
            Rounded(bursts.Median),
            Rounded(bursts.Quantile(0.25)),
            Rounded(bursts.Quantile(0.75)),
            Rounded(bursts.BytesPerEvent),
            Rounded(bursts.RatioTo(baseline)),
            Rounded(ratio),
            fastest);
    }

    private static bool IsOfTheArticle(Bursts bursts) => bursts.Subject is Subject { IsOfArticle: true };

    private static double Rounded(double value) => Math.Round(value, 3);
}
