using System.Xml.Linq;
using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The tables and charts show the results, and those of the documents the kept ones.</summary>
internal sealed class ReportTests
{
    private const string Command = "dotnet run -c Release --project Benchmarker -- readme";

    private static readonly IReadOnlyList<JsonRow> _kept = JsonReport.Read(Kept("throughput.json"));

    private static readonly EventSourceReport _keptEvents = JsonReport.Read<EventSourceReport>(Kept("event-source.json"));

    [Test]
    public void Documents_MadeAgain_AreTheSame()
    {
        string table = File.ReadAllText(InRepository("docs/benchmarks.md"));
        string events = File.ReadAllText(InRepository("Easy.Logger.EventSource/README.md"));

        Assert.Multiple(() =>
        {
            Assert.That(ReadmeTable.Replace(table, _kept), Is.EqualTo(table), Command);
            Assert.That(ReadmeChart.Of(_kept), Is.EqualTo(File.ReadAllText(InRepository("docs/throughput.svg"))), Command);
            Assert.That(EventSourceTable.Replace(events, _keptEvents), Is.EqualTo(events), Command);
        });
    }

    [Test]
    public void KeptResults_AreOfTheReferencedLog4NetLostNothingAndHold()
    {
        string log4net = XDocument.Load(InRepository("Directory.Packages.props")).Descendants("Log4NetVersion").Single().Value;

        Assert.Multiple(() =>
        {
            Assert.That(_kept.Select(row => row.Log4NetVersion), Is.Not.Empty.And.All.StartsWith(log4net));
            Assert.That(_kept.Select(row => row.Lost), Is.All.Zero);
            Assert.That(
                _keptEvents.Rows, Has.Count.EqualTo(Subjects.All().Count * Subjects.Lengths.Length * Enum.GetValues<Audience>().Length));
            Assert.That(EventSourcePromises.Of(_keptEvents.Rows).Where(promise => !promise.Holds), Is.Empty);
        });
    }

    [Test]
    public void Table_SeveralSetupsOfALibrary_ShowsTheFasterWithTheRangeOfItsRatio()
    {
        string[] lines = ReadmeTable.Of(Rows()).Split('\n');

        Assert.That(lines, Has.One.EqualTo("| **the same behind Easy.Logger** | 700,000 (7.0; 6.0 to 8.0) | 700,000 (7.0; 6.0 to 8.0) |"));
        Assert.That(lines, Has.One.StartsWith("| NLog").And.One.EndsWith("| 300,000 (3.0; 2.0 to 4.0) | 300,000 (3.0; 2.0 to 4.0) |"));
    }

    [Test]
    public void Page_Results_HasEveryNumberAndBarsOfTheirLength()
    {
        string text = HtmlReport.Of(Rows());
        XElement page = XDocument.Parse(text).Root!;
        XElement chart = page.Descendants("svg").First(svg => svg.Element("title")!.Value == "Sustained events per second, 1 thread");
        double[] widths = [.. chart.Elements("rect").Select(bar => double.Parse(bar.Attribute("width")!.Value))];

        Assert.Multiple(() =>
        {
            Assert.That(text, Does.Not.Contain("http").And.Not.Contain("<script").And.Not.Contain("url("), "needs nothing else");
            Assert.That(page.Descendants("td").Select(cell => cell.Value), Does.Contain("800,000  600,000"), "each run");
            Assert.That(page.Descendants("table").Last().Elements("tr").Count(), Is.EqualTo(1 + 8));
            Assert.That(widths.Select(width => width / widths[0]), Is.EqualTo([1, 7, 3, 1]).Within(0.02));
        });
    }

    private static FileInfo Kept(string name) => new(InRepository($"Benchmarker/results/{name}"));

    private static string InRepository(string path) => Path.Combine([Repository.Root, .. path.Split('/')]);

    private static IReadOnlyList<JsonRow> Rows()
    {
        ScenarioResult[] results =
        [
            .. from run in new[] { 1, 2 }
               from threads in new[] { 1, 4 }
               from result in new[]
               {
                   Measured.Result("direct", 100_000, threads, run), Measured.Result("async", 1_000_000 - (200_000 * run), threads, run),
                   Measured.Result("nlog", 600_000 - (200_000 * run), threads, run), Measured.Result("nlog-async", 100_000, threads, run),
               }

               select result,
        ];
        BenchmarkOptions options = new(Seconds: 3, [1, 4], Runs: 2, Scenarios: []);
        return JsonRow.Of(ScenarioSummary.Of(results), options, BenchmarkEnvironment.Current());
    }
}
