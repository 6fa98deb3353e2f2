using System.Text.Json;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The file that scripts and the README's table are made from.</summary>
internal sealed class JsonReportTests
{
    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void Write_Rows_AreReadBack()
    {
        FileInfo file = Write();

        JsonRow row = JsonReport.Read(file).Single(row => row.Scenario == "async");
        Assert.Multiple(() =>
        {
            Assert.That((row.Threads, row.Seconds, row.Runs, row.SustainedPerSecond), Is.EqualTo((1, 3.0, 2, 700.0)));
            Assert.That((row.RatioToDirect, row.RatioToDirectLeast, row.RatioToDirectMost), Is.EqualTo((7.0, 6.0, 8.0)));
            Assert.That(row.SustainedPerSecondOfEachRun, Is.EqualTo(new[] { 800.0, 600.0 }));
            Assert.That(row.Environment, Does.ContainKey("CPU").And.ContainKey("Runtime").And.ContainKey("log4net"));
        });
    }

    [Test]
    public void Write_IsAnArrayOfOneObjectPerScenarioWithTheNamesThatScriptsRelyOn()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(Write().FullName));

        Assert.That(document.RootElement.GetArrayLength(), Is.EqualTo(2));
        Assert.That(
            document.RootElement[0].EnumerateObject().Select(property => property.Name),
            Is.SupersetOf(new[]
            {
                "scenario", "threads", "seconds", "accepted", "acceptedPerSecond", "sustainedPerSecond", "ratioToDirect", "nsPerCall",
                "p50Ns", "p99Ns",
                "p999Ns", "maxNs", "bytesPerEvent", "gen0", "gen1", "gen2", "lines", "lost", "log4netVersion",
            }));
    }

    private FileInfo Write()
    {
        FileInfo file = new(_folder.File("results.json"));
        ScenarioResult[] results =
        [
            Measured.Result("direct", 100, run: 1),
            Measured.Result("async", 800, run: 1),
            Measured.Result("direct", 100, run: 2),
            Measured.Result("async", 600, run: 2),
            Measured.Failed("nlog"),
        ];
        BenchmarkOptions options = new(Seconds: 3, [1], Runs: 2, Scenarios: []);
        JsonReport.Write(file, JsonRow.Of(ScenarioSummary.Of(results), options, BenchmarkEnvironment.Current()));
        return file;
    }
}
