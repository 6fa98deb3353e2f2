using System.Xml.Linq;
using Benchmarker.Reporting;
using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The page of a run: complete in itself, and every number of the run in it.</summary>
internal sealed class HtmlReportTests
{
    private static readonly ScenarioResult[] _results =
    [
        .. from threads in new[] { 1, 4 }
           from run in new[] { 1, 2 }
           from scenario in new[] { ("direct", 100_000.0), ("async", 812_345.0), ("nlog", 500_000.0) }
           select Measured.Result(scenario.Item1, (scenario.Item2 / threads) + run, threads, run),
    ];

    private readonly string _text = HtmlReport.Of(Rows(_results));

    private XElement Page => XDocument.Parse(_text).Root!;

    [Test]
    public void Of_Results_IsWellFormedWithAnHtmlPreamble()
    {
        Assert.That(_text, Does.StartWith("<!DOCTYPE html>\n"));
        Assert.That(Page.Name.LocalName, Is.EqualTo("html"));
    }

    [Test]
    public void Of_Results_RefersToNothingOutside() =>
        Assert.That(
            _text,
            Does.Not.Contain("http").And.Not.Contain("<script").And.Not.Contain("src=").And.Not.Contain("url(").And.Not.Contain("@import"));

    [Test]
    public void Of_Results_HoldsEnvironmentAndEveryNumber()
    {
        string[] cells = [.. Page.Descendants("td").Select(cell => cell.Value)];

        Assert.Multiple(() =>
        {
            Assert.That(BenchmarkEnvironment.Current().Facts.Select(fact => fact.Value).Skip(1), Is.SubsetOf(cells));
            Assert.That(cells, Does.Contain("812,347  812,346").Or.Contain("812,346  812,347"), "each run of async with one thread");
            Assert.That(Page.Descendants("table").Last().Elements("tr").Count(), Is.EqualTo(1 + 6));
        });
    }

    [Test]
    public void Of_TwoThreadCounts_ChartOfThreadsAndTwoChartsForEach() => Assert.That(
        Page.Descendants("svg").Select(chart => chart.Element("title")!.Value.Split(':')[0]),
        Is.EqualTo(new[]
        {
            "Sustained events per second by number of threads",
            "Sustained events per second, 1 thread",
            "Time of a log call, 1 thread",
            "Sustained events per second, 4 threads",
            "Time of a log call, 4 threads",
        }));

    [Test]
    public void Of_ThroughputChart_BarsAreAsLongAsTheNumbers()
    {
        XElement chart = Page.Descendants("svg").First(svg => svg.Element("title")!.Value.EndsWith("1 thread", StringComparison.Ordinal));

        double[] widths = [.. chart.Elements("rect").Select(bar => double.Parse(bar.Attribute("width")!.Value))];

        Assert.That(widths, Has.Length.EqualTo(3));
        Assert.That(widths[1] / widths[0], Is.EqualTo(8.12).Within(0.02));
        Assert.That(widths[2] / widths[0], Is.EqualTo(5).Within(0.02));
    }

    [Test]
    public void Of_NoResults_SaysSo() => Assert.That(HtmlReport.Of([]), Does.Contain("No scenario has a result."));

    private static IReadOnlyList<JsonRow> Rows(ScenarioResult[] results) =>
        JsonRow.Of(
            ScenarioSummary.Of(results), new BenchmarkOptions(Seconds: 3, [1, 4], Runs: 2, Scenarios: []), BenchmarkEnvironment.Current());
}
