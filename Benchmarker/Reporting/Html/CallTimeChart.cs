using System.Xml.Linq;

namespace Benchmarker.Reporting.Html;

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
