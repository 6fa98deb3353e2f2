using System.Globalization;
using System.Text;
using Benchmarker.Scenarios;

namespace Benchmarker.Reporting;

/// <summary>The README's benchmark table, made of the rows of a result file and put between two comments that no reader sees.</summary>
internal static class ReadmeTable
{
    private const string Begin = "<!-- benchmark: made by the command readme of the Benchmarker, not by hand -->";
    private const string End = "<!-- benchmark: end -->";

    private const string Headers = "sustained events/s | ratio | ns per call | p50 | p99 | p99.9 | lost";

    /// <summary>The README with the table that belongs to the rows.</summary>
    public static string Replace(string readme, IReadOnlyList<JsonRow> rows) => MarkedSection.Replace(readme, Begin, End, Of(rows));

    /// <summary>The sentence that says where the numbers are from, and a table for each number of threads.</summary>
    public static string Of(IReadOnlyList<JsonRow> rows)
    {
        StringBuilder text = new();
        text.Append(Source(rows)).Append('\n');
        foreach (IGrouping<int, JsonRow> group in rows.GroupBy(row => row.Threads).OrderBy(group => group.Key))
        {
            text.Append('\n');
            text.Append(CultureInfo.InvariantCulture, $"| {Sentences.Threads(group.Key)} | {Headers} |\n");
            text.Append("|---|---|---|---|---|---|---|---|\n");
            foreach (JsonRow row in group)
            {
                text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", Cells(row))} |\n");
            }
        }

        return text.ToString();
    }

    private static string Source(IReadOnlyList<JsonRow> rows)
    {
        JsonRow first = rows[0];
        string runs = first.Runs == 1 ? string.Empty : $", medians of {first.Runs} runs with the least and the most ratio in parentheses";
        string day = first.Environment["Date"].Split(' ')[0];
        return $"log4net {first.Log4NetVersion.Split('+')[0]}, {first.Environment["CPU"]}, {first.Environment["Runtime"]}, {day}, "
            + $"{first.Seconds:0.###} s each{runs}; trust the ratios, not the numbers:";
    }

    private static string[] Cells(JsonRow row) =>
    [
        Name(row),
        $"{row.SustainedPerSecond:N0}",
        Ratio(row),
        $"{row.NsPerCall:N0}",
        ResultColumns.Duration(row.P50Ns),
        ResultColumns.Duration(row.P99Ns),
        ResultColumns.Duration(row.P999Ns),
        $"{row.Lost:N0}",
    ];

    private static string Name(JsonRow row) => ScenarioCatalog.Find(row.Scenario) switch
    {
        null => $"`{row.Scenario}`",
        { ServerGc: true } scenario => $"`{row.Scenario}`: {scenario.Description}, {Sentences.GcMode(scenario)}",
        { } scenario => $"`{row.Scenario}`: {scenario.Description}",
    };

    private static string Ratio(JsonRow row) => row switch
    {
        { RatioToDirect: null } => "-",
        { RatioToDirectLeast: { } least, RatioToDirectMost: { } most } when !least.Equals(most) => $"{row.RatioToDirect:N2} ({least:N2} to {most:N2})",
        _ => $"{row.RatioToDirect:N2}",
    };
}
