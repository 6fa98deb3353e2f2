using System.Xml.Linq;

namespace Benchmarker.Reporting.Html;

/// <summary>
/// Sustained events per second of each scenario with one number of threads: a bar for the median, a line from the least to the most.
/// </summary>
internal static class ThroughputChart
{
    private const double Left = 130;
    private const double Right = 200;
    private const double Width = 900;
    private const double RowHeight = 26;
    private const double BarHeight = 16;

    public static XElement Of(IReadOnlyList<JsonRow> rows)
    {
        double most = rows.Max(Most);
        double scale = (Width - Left - Right) / most;
        return Svg.Chart(
            $"Sustained events per second, {Sentences.Threads(rows[0].Threads)}",
            Width,
            rows.Count * RowHeight,
            rows.SelectMany((row, index) => Row(row, index * RowHeight, scale)));
    }

    private static IEnumerable<XElement> Row(JsonRow row, double top, double scale)
    {
        double middle = top + (RowHeight / 2);
        double baseLine = middle + 4;
        string ratio = row.RatioToDirect is { } value ? $" ({ResultColumns.Ratio(value)})" : string.Empty;
        yield return Svg.Text(Left - 8, baseLine, row.Scenario, "end");
        yield return Svg.Bar(Left, middle - (BarHeight / 2), row.SustainedPerSecond * scale, BarHeight, Svg.ColourOf(row.Scenario));
        yield return Svg.Line(Left + (row.SustainedPerSecondOfEachRun.Min() * scale), middle, Left + (Most(row) * scale), middle, "range");
        yield return Svg.Text(Left + (Most(row) * scale) + 8, baseLine, $"{row.SustainedPerSecond:N0}/s{ratio}");
    }

    private static double Most(JsonRow row) => row.SustainedPerSecondOfEachRun.Max();
}
