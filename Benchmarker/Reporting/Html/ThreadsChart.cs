using System.Xml.Linq;

namespace Benchmarker.Reporting.Html;

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
