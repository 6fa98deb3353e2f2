using System.Xml.Linq;
using Benchmarker.Reporting.Html;

namespace Benchmarker.Reporting;

/// <summary>The README's picture: events per second of each library with one thread, readable on a light and on a dark page.</summary>
internal static class ReadmeChart
{
    private const double Left = 250;
    private const double Right = 150;
    private const double Width = 820;
    private const double RowHeight = 30;
    private const double BarHeight = 18;

    private const string Style =
        "text { font: 15px system-ui, sans-serif; fill: #1f2328 } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }";

    private static readonly XNamespace _svg = "http://www.w3.org/2000/svg";

    public static string Of(IReadOnlyList<JsonRow> rows)
    {
        int threads = rows.Min(row => row.Threads);
        (string Label, JsonRow Row)[] lines =
        [
            .. ReadmeTable.Best(rows, threads).Where(line => line.Row is not null).Select(line => (line.Label.Trim('*'), line.Row!)),
        ];
        double scale = (Width - Left - Right) / lines.Max(line => line.Row.SustainedPerSecond);
        XElement chart = Svg.Chart(
            $"Events per second, {Sentences.Threads(threads)}",
            Width,
            lines.Length * RowHeight,
            lines.SelectMany((line, index) => Row(line.Label, line.Row, (index + 0.5) * RowHeight, scale))
                .Prepend(new XElement("style", Style)));
        foreach (XElement element in chart.DescendantsAndSelf())
        {
            element.Name = _svg + element.Name.LocalName;
        }

        return $"{chart}\n";
    }

    private static IEnumerable<XElement> Row(string label, JsonRow row, double middle, double scale)
    {
        double end = Left + (row.SustainedPerSecond * scale);
        string ratio = row.RatioToDirect is { } value ? $" ({value:N1}x)" : string.Empty;
        yield return Svg.Text(Left - 8, middle + 5, label, "end");
        yield return Svg.Bar(Left, middle - (BarHeight / 2), end - Left, BarHeight, Svg.ColourOf(row.Scenario));
        yield return Svg.Text(end + 8, middle + 5, $"{row.SustainedPerSecond:N0}{ratio}");
    }
}
