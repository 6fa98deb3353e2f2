using System.Xml.Linq;

namespace Benchmarker.Reporting;

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

/// <summary>Sustained events per second over the number of threads: a line for each scenario.</summary>
internal static class ThreadsChart
{
    private const double Width = 900;
    private const double Height = 360;
    private const double Left = 90;
    private const double Right = 150;
    private const double Top = 10;
    private const double Bottom = 30;
    private const int Steps = 4;
    private const double LegendLine = 18;

    public static XElement Of(IReadOnlyList<JsonRow> rows)
    {
        int[] threads = [.. rows.Select(row => row.Threads).Distinct().Order()];
        double most = rows.Max(row => row.SustainedPerSecond);
        double X(int count) => Left + ((Width - Left - Right) * Array.IndexOf(threads, count) / Math.Max(1, threads.Length - 1));
        double Y(double rate) => Height - Bottom - ((Height - Top - Bottom) * rate / most);

        List<XElement> shapes = [];
        for (int step = 0; step <= Steps; step++)
        {
            double rate = most * step / Steps;
            shapes.Add(Svg.Line(Left, Y(rate), Width - Right, Y(rate)));
            shapes.Add(Svg.Text(Left - 8, Y(rate) + 4, $"{rate:N0}", "end"));
        }

        shapes.AddRange(threads.Select(count => Svg.Text(X(count), Height - 8, $"{count}", "middle")));
        foreach ((int index, IGrouping<string, JsonRow> scenario) in rows.GroupBy(row => row.Scenario).Index())
        {
            string colour = Svg.ColourOf(scenario.Key);
            double legend = Top + (index * LegendLine);
            shapes.Add(Svg.Path(scenario.OrderBy(row => row.Threads).Select(row => (X(row.Threads), Y(row.SustainedPerSecond))), colour));
            shapes.AddRange(scenario.Select(row => Svg.Dot(
                X(row.Threads), Y(row.SustainedPerSecond), 4, colour, $"{row.Scenario}, {Sentences.Threads(row.Threads)}: "
                    + $"{row.SustainedPerSecond:N0}/s")));
            shapes.Add(Svg.Bar(Width - Right + 16, legend, 12, 12, colour));
            shapes.Add(Svg.Text(Width - Right + 34, legend + 11, scenario.Key));
        }

        return Svg.Chart("Sustained events per second by number of threads", Width, Height, shapes);
    }
}

/// <summary>
/// How long log calls took with one number of threads: p50, p99, p99.9 and max of each scenario, on a scale of powers of ten.
/// </summary>
internal static class CallTimeChart
{
    private const double Width = 900;
    private const double Left = 130;
    private const double Right = 40;
    private const double RowHeight = 26;
    private const double AxisHeight = 24;
    private const double SmallestDot = 3;

    private static readonly (string Name, Func<JsonRow, double> Value)[] _points =
    [
        ("p50", row => row.P50Ns),
        ("p99", row => row.P99Ns),
        ("p99.9", row => row.P999Ns),
        ("max", row => row.MaxNs),
    ];

    public static XElement Of(IReadOnlyList<JsonRow> rows)
    {
        int first = PowerOfTen(rows.Min(row => row.P50Ns));
        int last = PowerOfTen(rows.Max(row => row.MaxNs)) + 1;
        double X(double nanoseconds) => Left + ((Width - Left - Right) * (Math.Log10(Math.Max(1, nanoseconds)) - first) / (last - first));

        double height = rows.Count * RowHeight;
        List<XElement> shapes = [];
        for (int power = first; power <= last; power++)
        {
            double x = X(Math.Pow(10, power));
            shapes.Add(Svg.Line(x, 0, x, height));
            shapes.Add(Svg.Text(x, height + 16, ResultColumns.Duration(Math.Pow(10, power)), "middle"));
        }

        foreach ((int index, JsonRow row) in rows.Index())
        {
            double middle = (index * RowHeight) + (RowHeight / 2);
            shapes.Add(Svg.Text(Left - 8, middle + 4, row.Scenario, "end"));
            shapes.Add(Svg.Line(X(row.P50Ns), middle, X(row.MaxNs), middle, "range"));
            shapes.AddRange(_points.Select((point, rank) => Svg.Dot(
                X(point.Value(row)),
                middle,
                SmallestDot + rank,
                Svg.ColourOf(row.Scenario),
                $"{row.Scenario}, {point.Name}: {ResultColumns.Duration(point.Value(row))}")));
        }

        return Svg.Chart(
            $"Time of a log call, {Sentences.Threads(rows[0].Threads)}: p50, p99, p99.9 and max", Width, height + AxisHeight, shapes);
    }

    private static int PowerOfTen(double nanoseconds) => (int)Math.Floor(Math.Log10(Math.Max(1, nanoseconds)));
}

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
