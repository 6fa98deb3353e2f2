using System.Text.Json;
using Benchmarker.Soak;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The command as a script runs it, once for each child, and which assemblies it measures.</summary>
internal sealed class CallerCommandTests
{
    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void Children_OneRound_WritesARowPerChildAndDepth()
    {
        string file = Path.Combine(_folder.Path, "children.json");
        using ProbeRun run = new(TestProgram.Benchmarker, "caller", "--children", "--rounds", "1", "--json", file);

        run.AssertEndsWith(0);

        ChildCostReport report = JsonSerializer.Deserialize<ChildCostReport>(File.ReadAllText(file))!;
        Assert.That(report.Rows, Has.Count.EqualTo(3 * MeasuredChild.All.Count), run.Transcript);
        Assert.That(report.Rows.Select(row => row.Ratio), Is.All.Positive);
        Assert.That(
            report.Rows.Where(row => row.DirectLocates).Select(row => row.Child).Distinct(),
            Is.EqualTo(["pattern with method and line", "JSON with location", "XmlLayout with location"]));
    }

    [Test]
    public void Json_FewRounds_HasARowForEachKindOfCall()
    {
        string file = Path.Combine(_folder.Path, "caller.json");
        using ProbeRun run = new(TestProgram.Benchmarker, "caller", "--rounds", "40", "--json", file);

        run.AwaitEnd();

        CallerCostReport report = JsonSerializer.Deserialize<CallerCostReport>(File.ReadAllText(file))!;
        Assert.That(report.Rows.Select(row => row.Call), Is.EqualTo(["into nothing", "queued", "dropped"]), run.Transcript);
        Assert.That(report.Rows.Select(row => row.Nanoseconds), Is.All.Positive);
    }

    [Test]
    public void Json_InAFolderThatIsNotThere_SaysSoBeforeAnythingIsMeasured(
        [Values("caller", "drain", "latency", "event-source", "provider")] string command)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, command, "--json", Path.Combine(_folder.Path, "none", "results.json"));

        run.AssertEndsWith(2);

        Assert.That(run.Output[0], Does.StartWith("--json: "), run.Transcript);
    }
}
