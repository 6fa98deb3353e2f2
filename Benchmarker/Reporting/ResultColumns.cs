using Benchmarker.Throughput;

namespace Benchmarker.Reporting;

/// <summary>What the result tables show. All groups side by side are wider than most terminals.</summary>
internal static class ResultColumns
{
    private const string None = "-";

    public static ResultColumn Scenario { get; } = new("scenario", summary => summary.Scenario.Name);

    public static IReadOnlyList<ResultColumn> Throughput { get; } =
    [
        Measured("accepted", measurement => $"{measurement.Accepted:N0}"),
        Measured("accepted/s", measurement => $"{measurement.AcceptedPerSecond:N0}"),
        new("sustained/s", summary => Text(summary.Sustained, value => $"{value:N0}")),
        new("ratio", summary => Text(summary.RatioToBaseline, Ratio)),
        Measured("lines", measurement => $"{measurement.Lines:N0}"),
        Measured("lost", measurement => $"{measurement.Lost:N0}"),
    ];

    public static IReadOnlyList<ResultColumn> Latency { get; } =
    [
        Measured("ns/call", measurement => $"{measurement.NsPerCall:N0}"),
        Measured("p50", measurement => Duration(measurement.P50Ns)),
        Measured("p99", measurement => Duration(measurement.P99Ns)),
        Measured("p99.9", measurement => Duration(measurement.P999Ns)),
        Measured("max", measurement => Duration(measurement.MaxNs)),
    ];

    public static IReadOnlyList<ResultColumn> Memory { get; } =
    [
        Measured("bytes/event", measurement => $"{measurement.BytesPerEvent:N0}"),
        Measured("gen0", measurement => $"{measurement.Gen0:N0}"),
        Measured("gen1", measurement => $"{measurement.Gen1:N0}"),
        Measured("gen2", measurement => $"{measurement.Gen2:N0}"),
    ];

    public static string Ratio(double ratio) => $"{ratio:N2}x";

    public static string Duration(double nanoseconds) => nanoseconds switch
    {
        < 1e3 => $"{nanoseconds:N0} ns",
        < 1e6 => $"{nanoseconds / 1e3:N1} us",
        _ => $"{nanoseconds / 1e6:N1} ms",
    };

    /// <summary>The median, and in parentheses how far the values lie apart when they do.</summary>
    public static string Text(Spread? spread, Func<double, string> text) => spread switch
    {
        null => None,
        { } one when one.Least.Equals(one.Most) => text(one.Median),
        { } several => $"{text(several.Median)} ({text(several.Least)} to {text(several.Most)})",
    };

    private static ResultColumn Measured(string header, Func<Measurement, string> text) =>
        new(header, summary => summary.Measurement is null ? None : text(summary.Measurement));
}

/// <summary>One column of the result table.</summary>
internal sealed record ResultColumn(string Header, Func<ScenarioSummary, string> Text);

/// <summary>Rows of text in columns: the first to the left, the others as the caller says.</summary>
internal static class TextColumns
{
    public static void Write(TextWriter output, IReadOnlyList<string[]> rows, bool numbers = false)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(index => rows.Max(row => row[index].Length))];
        foreach (string[] row in rows)
        {
            IEnumerable<string> cells = row.Select((text, index) => numbers
                && index > 0 ? text.PadLeft(widths[index]) : text.PadRight(widths[index]));
            output.WriteLine(string.Join("  ", cells).TrimEnd());
        }
    }
}
