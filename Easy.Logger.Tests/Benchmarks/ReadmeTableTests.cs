using System.Xml.Linq;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The benchmark table and the README's chart are made from the results that are kept, not typed.</summary>
internal sealed class ReadmeTableTests
{
    private static readonly string _document = Path.Combine(Repository.Root, "docs", "benchmarks.md");

    private static readonly string _log4net =
        XDocument.Load(Path.Combine(Repository.Root, "Directory.Packages.props")).Descendants("Log4NetVersion").Single().Value;

    private static readonly FileInfo _results = new(Path.Combine(Repository.Root, "Benchmarker", "results", "throughput.json"));

    [Test]
    public void Document_Table_IsThatOfTheKeptResults()
    {
        string document = File.ReadAllText(_document);

        Assert.That(
            ReadmeTable.Replace(document, JsonReport.Read(_results)),
            Is.EqualTo(document),
            "dotnet run -c Release --project Benchmarker -- readme");
    }

    [Test]
    public void Readme_Chart_IsThatOfTheKeptResults() =>
        Assert.That(
            File.ReadAllText(Path.Combine(Repository.Root, "docs", "throughput.svg")),
            Is.EqualTo(ReadmeChart.Of(JsonReport.Read(_results))),
            "dotnet run -c Release --project Benchmarker -- readme");

    [Test]
    public void KeptResults_AreOfTheReferencedLog4NetAndLostNothing()
    {
        IReadOnlyList<JsonRow> rows = JsonReport.Read(_results);

        Assert.Multiple(() =>
        {
            Assert.That(rows, Is.Not.Empty);
            Assert.That(rows.Where(row => !row.Log4NetVersion.StartsWith(_log4net, StringComparison.Ordinal) || row.Lost != 0), Is.Empty);
            Assert.That(rows[0].Environment, Does.ContainKey("CPU").And.ContainKey("Runtime").And.ContainKey("Date"));
        });
    }

    [Test]
    public void Of_SeveralRuns_OneLinePerLibraryWithTheRangeOfTheRatio()
    {
        string[] lines = ReadmeTable.Of(Rows(runs: 2)).Replace("each,\n", "each, ", StringComparison.Ordinal).Split('\n');

        Assert.Multiple(() =>
        {
            Assert.That(lines[0], Does.StartWith("log4net ").And.Contain("3 s each, medians of 2 runs"));
            Assert.That(lines[2], Is.EqualTo("| events/s (ratio) | 1 thread | 4 threads |"));
            Assert.That(lines[4], Is.EqualTo("| log4net: RollingFileAppender | 100,000 (1.0) | 100,000 (1.0) |"));
            Assert.That(lines[5], Does.EndWith("| 700,000 (7.0; 6.0 to 8.0) | 700,000 (7.0; 6.0 to 8.0) |"));
            Assert.That(
                lines[6],
                Does.StartWith("| NLog").And.EndWith("| 300,000 (3.0; 2.0 to 4.0) | 300,000 (3.0; 2.0 to 4.0) |"),
                "the faster one");
            Assert.That(lines[8], Does.StartWith("| ZLogger").And.EndWith("| - | - |"));
        });
    }

    [Test]
    public void Of_OneRun_HasNoRange() =>
        Assert.That(ReadmeTable.Of(Rows(runs: 1)), Does.Contain("| 800,000 (8.0) |").And.Not.Contain("medians"));

    [Test]
    public void Replace_TextAroundTheMarkers_StaysAsItIs()
    {
        string document = File.ReadAllText(_document);
        IReadOnlyList<JsonRow> rows = Rows(runs: 1);

        string replaced = ReadmeTable.Replace(document, rows);

        int begin = document.IndexOf("<!-- benchmark: made", StringComparison.Ordinal);
        string end = document[document.IndexOf("<!-- benchmark: end", StringComparison.Ordinal)..];
        Assert.That(replaced, Does.StartWith(document[..begin]).And.EndsWith(end).And.Contain(ReadmeTable.Of(rows)));
        Assert.That(ReadmeTable.Replace(replaced, rows), Is.EqualTo(replaced), "a second time");
    }

    [Test]
    public void Replace_NoMarkers_Throws() =>
        Assert.That(() => ReadmeTable.Replace("# A file", Rows(runs: 1)), Throws.InstanceOf<InvalidDataException>());

    private static IReadOnlyList<JsonRow> Rows(int runs)
    {
        ScenarioResult[] results =
        [
            .. from run in Enumerable.Range(1, runs)
               from threads in new[] { 1, 4 }
               from result in new[]
               {
                   Measured.Result("direct", 100_000, threads, run), Measured.Result("async", 1_000_000 - (200_000 * run), threads, run),
                   Measured.Result("nlog", 600_000 - (200_000 * run), threads, run), Measured.Result("nlog-async", 100_000, threads, run),
               }

               select result,
        ];
        BenchmarkOptions options = new(Seconds: 3, [1, 4], runs, Scenarios: []);
        return JsonRow.Of(ScenarioSummary.Of(results), options, BenchmarkEnvironment.Current());
    }
}
