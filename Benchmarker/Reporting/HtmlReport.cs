using System.Xml.Linq;
using Benchmarker.Throughput;

namespace Benchmarker.Reporting;

/// <summary>The results as one page that needs nothing else: no network, no script, charts and raw numbers in the file itself.</summary>
internal static class HtmlReport
{
    private const string Style =
        """
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
        h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; } h3 { font-size: 1em; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; }
        th, td { padding: .15em .6em; border-bottom: 1px solid #ccc; text-align: left; white-space: nowrap; }
        .numbers th:not(:first-child), .numbers td:not(:first-child) { text-align: right; }
        svg { width: 100%; height: auto; font-size: 13px; } svg text { fill: currentColor; }
        .axis { stroke: currentColor; opacity: .2; } .range { stroke: currentColor; opacity: .7; }
        @media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } th, td { border-color: #444; } }
        """;

    private static readonly (string Header, Func<JsonRow, string> Text)[] _columns =
    [
        ("scenario", row => row.Scenario),
        ("threads", row => $"{row.Threads}"),
        ("runs", row => $"{row.Runs}"),
        ("accepted", row => $"{row.Accepted:N0}"),
        ("accepted/s", row => $"{row.AcceptedPerSecond:N0}"),
        ("sustained/s", row => $"{row.SustainedPerSecond:N0}"),
        ("ratio", row => Ratio(row.RatioToDirect)),
        ("least", row => Ratio(row.RatioToDirectLeast)),
        ("most", row => Ratio(row.RatioToDirectMost)),
        ("ns/call", row => $"{row.NsPerCall:N0}"),
        ("p50 ns", row => $"{row.P50Ns:N0}"),
        ("p99 ns", row => $"{row.P99Ns:N0}"),
        ("p99.9 ns", row => $"{row.P999Ns:N0}"),
        ("max ns", row => $"{row.MaxNs:N0}"),
        ("bytes/event", row => $"{row.BytesPerEvent:N0}"),
        ("gen0", row => $"{row.Gen0:N0}"),
        ("gen1", row => $"{row.Gen1:N0}"),
        ("gen2", row => $"{row.Gen2:N0}"),
        ("lines", row => $"{row.Lines:N0}"),
        ("lost", row => $"{row.Lost:N0}"),
        ("sustained/s of each run", row => string.Join("  ", row.SustainedPerSecondOfEachRun.Select(rate => $"{rate:N0}"))),
    ];

    /// <summary>Nothing when nobody asked for a file.</summary>
    public static void Write(FileInfo? file, IReadOnlyList<JsonRow> rows)
    {
        if (file is not null)
        {
            File.WriteAllText(file.FullName, Of(rows));
        }
    }

    public static string Of(IReadOnlyList<JsonRow> rows) => "<!DOCTYPE html>\n" + Page(rows) + "\n";

    private static XElement Page(IReadOnlyList<JsonRow> rows) => new(
        "html",
        new XAttribute("lang", "en"),
        new XElement(
            "head",
            new XElement("meta", new XAttribute("charset", "utf-8")),
            new XElement("title", "Log events per second"),
            new XElement("style", Style)),
        new XElement(
            "body",
            new XElement("h1", "Log events per second"),
            rows.Count == 0 ? new XElement("p", "No scenario has a result.") : Body(rows)));

    private static IEnumerable<XElement> Body(IReadOnlyList<JsonRow> rows)
    {
        IReadOnlyList<JsonRow>[] groups =
            [.. rows.GroupBy(row => row.Threads).OrderBy(group => group.Key).Select(group => group.ToArray())];
        yield return Table(
            "facts",
            [
                .. rows[0].Environment.Select(fact => new[] { fact.Key, fact.Value }),
                ["Work", $"{rows[0].Seconds:0.###} s per scenario after a warm-up, a process each, \"Counter is: N\""],
            ]);
        yield return Table("facts", [["Scenario", "What events pass through"], .. Described(rows)]);
        if (groups.Length > 1)
        {
            yield return new XElement("h2", "Sustained events per second by number of threads");
            yield return ThreadsChart.Of(rows);
        }

        foreach (IReadOnlyList<JsonRow> group in groups)
        {
            yield return new XElement("h2", Sentences.Threads(group[0].Threads));
            yield return new XElement("h3", "Sustained events per second");
            yield return ThroughputChart.Of(group);
            yield return new XElement("h3", "Time of a log call: p50, p99, p99.9 and max, from the smallest dot to the largest");
            yield return CallTimeChart.Of(group);
        }

        yield return new XElement("h2", "Numbers");
        yield return new XElement("div", new XAttribute("class", "wide"), Table(
            "numbers", [[.. _columns.Select(column => column.Header)],
                .. rows.Select(row => _columns.Select(column => column.Text(row)).ToArray())]));
        yield return new XElement("p", $"{char.ToUpperInvariant(Sentences.Explanation[0])}{Sentences.Explanation[1..]}");
        yield return new XElement("p", Sentences.ExplanationOfRuns);
    }

    private static IEnumerable<string[]> Described(IEnumerable<JsonRow> rows) =>
        from name in rows.Select(row => row.Scenario).Distinct()
        let scenario = ScenarioCatalog.Find(name)
        select new[] { name, scenario is null ? "not known to this version" : $"{scenario.Description}; {Sentences.GcMode(scenario)}" };

    private static XElement Table(string className, IReadOnlyList<string[]> rows) => new(
        "table",
        new XAttribute("class", className),
        rows.Select((row, index) => new XElement(
            "tr", row.Select(cell => new XElement(index == 0 && className == "numbers" ? "th" : "td", cell)))));

    private static string Ratio(double? ratio) => ratio is { } value ? ResultColumns.Ratio(value) : "-";
}
