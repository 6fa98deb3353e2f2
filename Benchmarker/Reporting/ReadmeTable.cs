using System.Globalization;
using System.Text;

namespace Benchmarker.Reporting;

/// <summary>
/// The benchmark table of the documents, made of the rows of a result file and put between two comments that no reader sees.
/// </summary>
internal static class ReadmeTable
{
    private const string Begin = "<!-- benchmark: made by the command readme of the Benchmarker, not by hand -->";
    private const string End = "<!-- benchmark: end -->";

    /// <summary>A library is shown in its fastest setup: with some, that is without their asynchronous wrapper.</summary>
    private static readonly (string Label, string[] Scenarios)[] _lines =
    [
        ("log4net: RollingFileAppender", ["direct"]),
        ("**the same behind Easy.Logger**", ["async"]),
        ("NLog: File, or AsyncWrapper before it", ["nlog", "nlog-async"]),
        ("Serilog: File, or Async before it", ["serilog", "serilog-async"]),
        ("ZLogger: RollingFile", ["zlogger"]),
    ];

    /// <summary>The document with the table that belongs to the rows.</summary>
    public static string Replace(string document, IReadOnlyList<JsonRow> rows) => MarkedSection.Replace(document, Begin, End, Of(rows));

    /// <summary>The fastest setup of each library with a number of threads.</summary>
    public static IEnumerable<(string Label, JsonRow? Row)> Best(IReadOnlyList<JsonRow> rows, int threads) => _lines.Select(line => (
        line.Label,
        rows.Where(row => row.Threads == threads && line.Scenarios.Contains(row.Scenario)).MaxBy(row => row.SustainedPerSecond)));

    /// <summary>
    /// The sentence that says where the numbers are from, and one table: a line for each library, a column for each number of threads.
    /// </summary>
    public static string Of(IReadOnlyList<JsonRow> rows)
    {
        int[] threads = [.. rows.Select(row => row.Threads).Distinct().Order()];
        StringBuilder text = new();
        text.Append(Source(rows)).Append("\n\n");
        text.Append(
            CultureInfo.InvariantCulture,
            $"| events/s (ratio) | {string.Join(" | ", threads.Select(count => Sentences.Threads(count)))} |\n");
        text.Append(CultureInfo.InvariantCulture, $"|---|{string.Concat(threads.Select(_ => "---|"))}\n");
        ILookup<string, JsonRow?> best = threads.SelectMany(count => Best(rows, count)).ToLookup(line => line.Label, line => line.Row);
        foreach ((string label, _) in _lines)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {label} | {string.Join(" | ", best[label].Select(Cell))} |\n");
        }

        return text.ToString();
    }

    private static string Source(IReadOnlyList<JsonRow> rows)
    {
        JsonRow first = rows[0];
        string peers = first.Environment.TryGetValue("Peers", out string? versions) ? $", {versions}" : string.Empty;
        string runs = first.Runs == 1 ? string.Empty : $",\nmedians of {first.Runs} runs with the lowest and the highest ratio";
        string day = first.Environment["Date"].Split(' ')[0];
        return $"log4net {first.Log4NetVersion.Split('+')[0]}{peers}; {first.Environment["CPU"]}, {first.Environment["Runtime"]}, {day}; "
            + $"{first.Seconds:0.###} s each{runs}; {rows.Sum(row => row.Lost):N0} lines lost. Trust the ratios, not the numbers.";
    }

    private static string Cell(JsonRow? row) => row switch
    {
        null => "-",
        { RatioToDirect: null } => $"{row.SustainedPerSecond:N0}",
        { RatioToDirectLeast: { } least, RatioToDirectMost: { } most } when !least.Equals(most) =>
            $"{row.SustainedPerSecond:N0} ({row.RatioToDirect:N1}; {least:N1} to {most:N1})",
        _ => $"{row.SustainedPerSecond:N0} ({row.RatioToDirect:N1})",
    };
}

/// <summary>A part of a document that is made by this program, between two comments that no reader sees.</summary>
internal static class MarkedSection
{
    /// <summary>The document with another content between its comments.</summary>
    /// <exception cref="InvalidDataException">They are not there.</exception>
    public static string Replace(string document, string beginMark, string endMark, string content)
    {
        int begin = document.IndexOf(beginMark, StringComparison.Ordinal);
        int end = document.IndexOf(endMark, StringComparison.Ordinal);
        return begin >= 0 && end > begin
            ? $"{document[..(begin + beginMark.Length)]}\n{content}\n{document[end..]}"
            : throw new InvalidDataException($"It should hold '{beginMark}' and, behind it, '{endMark}'.");
    }
}
