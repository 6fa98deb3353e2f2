using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.Micro;

/// <summary>The rows as tables: one per audience, a line per technique, a column per length.</summary>
internal static class EventSourceTable
{
    private const string Begin = "<!-- event-source: made by the command readme of the Benchmarker, not by hand -->";
    private const string End = "<!-- event-source: end -->";

    /// <summary>Of the posts of January 2020, in nanoseconds, at the same lengths.</summary>
    private static readonly (string Technique, int[] Times)[] _published =
    [
        (Subjects.Baseline, [23, 38, 210, 1_930]),
        ("thread-static buffer", [33, 40, 87, 846]),
        ("stackalloc", [14, 22, 137, 1_385]),
    ];

    public static string Time(double nanoseconds) => nanoseconds < 100 ? $"{nanoseconds:N1} ns" : $"{nanoseconds:N0} ns";

    /// <summary>For a terminal.</summary>
    public static void Write(TextWriter output, IReadOnlyList<EventSourceRow> rows)
    {
        foreach (IGrouping<Audience, EventSourceRow> group in Groups(rows))
        {
            TextColumns.Write(output, [[Title(group.Key), .. Lengths(group)], .. Lines(group)], numbers: true);
            output.WriteLine();
        }

        output.WriteLine(Explanation);
    }

    /// <summary>The package's README with the tables that belong to a report.</summary>
    public static string Replace(string readme, EventSourceReport report) => MarkedSection.Replace(readme, Begin, End, Of(report));

    /// <summary>For that README.</summary>
    public static string Of(EventSourceReport report)
    {
        StringBuilder text = new();
        text.Append(Source(report)).Append('\n');
        foreach (IGrouping<Audience, EventSourceRow> group in Groups(report.Rows))
        {
            Append(text, [[Title(group.Key), .. Lengths(group)], .. Lines(group)]);
        }

        text.Append('\n').Append(Explanation).Append('\n');
        Append(
            text,
            [
                ["published in 2020, on other hardware: nobody listens", .. Subjects.Lengths.Select(Characters)],
                .. _published.Select(one => Line(one.Technique, one.Times.Select(time => $"{time:N0} ns"))),
            ]);
        return text.ToString();
    }

    private static string Explanation =>
        "The ratio is to the fastest of the first five, of the same moments; the bytes are those of the writing thread. "
        + $"`{Subjects.OwnString}` is\nwhat the package does with the message of an event, which is one; `{Subjects.Own}` what it does "
        + "with a text that has to be copied. Both look\nfor a NUL, as none of the first five does. `EventSourceAppender.DoAppend` "
        + "writes an event of eleven fields.";

    private static string Source(EventSourceReport report)
    {
        return $"{report.Environment["CPU"]}, {report.Environment["Runtime"]}, {report.Environment["Date"].Split(' ')[0]}, medians of "
            + $"{report.Bursts:N0} bursts each; "
            + $"the appender's lines with log4net {report.Log4NetVersion.Split('+')[0]}, on which no other line\ndepends:";
    }

    private static IEnumerable<IGrouping<Audience, EventSourceRow>> Groups(IReadOnlyList<EventSourceRow> rows) =>
        rows.GroupBy(row => row.Audience).OrderBy(group => group.Key);

    private static string Title(Audience audience) => audience switch
    {
        Audience.Session => "an EventPipe session without stacks",
        Audience.SessionWithStacks => "an EventPipe session with stacks, as of dotnet-trace",
        Audience.Listener => "a listener in the process",
        _ => "nobody listens",
    };

    private static IEnumerable<string> Lengths(IEnumerable<EventSourceRow> rows) =>
        rows.Select(row => row.Length).Distinct().Order().Select(Characters);

    private static string Characters(int length) => $"{length:N0} characters";

    private static IEnumerable<string[]> Lines(IEnumerable<EventSourceRow> rows) =>
        rows.GroupBy(row => row.Technique).Select(group => Line(group.Key, group.OrderBy(row => row.Length).Select(Cell)));

    private static string[] Line(string name, IEnumerable<string> cells) => [name, .. cells];

    private static string Cell(EventSourceRow row) =>
        $"{Time(row.Nanoseconds)}, {ResultColumns.Ratio(row.RatioToFastest)}, {row.BytesPerEvent:N0} B";

    private static void Append(StringBuilder text, IReadOnlyList<string[]> lines)
    {
        text.Append('\n');
        text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", lines[0])} |\n");
        text.Append('|').Insert(text.Length, "---|", lines[0].Length).Append('\n');
        foreach (string[] line in lines.Skip(1))
        {
            text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", line)} |\n");
        }
    }
}

/// <summary>The JSON file: where and on what it was measured, and the rows. Only the appender's depend on log4net.</summary>
internal sealed record EventSourceReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("log4netVersion")] string Log4NetVersion,
    [property: JsonPropertyName("bursts")] int Bursts,
    [property: JsonPropertyName("rows")] IReadOnlyList<EventSourceRow> Rows)
{
    public static EventSourceReport Of(IReadOnlyList<EventSourceRow> rows, BenchmarkEnvironment environment, int bursts) =>
        new(environment.ByName, BenchmarkEnvironment.Log4NetVersion, bursts, rows);
}

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
