using Benchmarker.Reporting;
using Benchmarker.Soak;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>Commands as a script runs them: what they write, and that they notice what spoils a measurement.</summary>
internal sealed class CommandTests : FolderTests
{
    [Test]
    public void Caller_ChildrenOneRound_WritesARowPerAppenderAndDepth()
    {
        string file = Folder.File("children.json");
        using ProbeRun run = new(TestProgram.Benchmarker, "caller", "--children", "--rounds", "1", "--json", file);

        run.AssertEndsWith(0);

        ChildCostReport report = JsonReport.Read<ChildCostReport>(new FileInfo(file));
        Assert.That(report.Rows, Has.Count.EqualTo(3 * MeasuredChild.All.Count), run.Transcript);
        Assert.That(report.Rows.Select(row => row.Ratio), Is.All.Positive);
        Assert.That(
            report.Rows.Where(row => row.DirectLocates).Select(row => row.Child).Distinct(),
            Is.EqualTo(["pattern with method and line", "JSON with location", "XmlLayout with location"]));
    }

    [Test]
    public void HeldFile_QueueIsNotFullOrLinesAreMissing_Throws()
    {
        using HeldFile file = new(Folder.Path);
        file.Hold();
        file.Log(10);

        Assert.That(() => file.AssertWaiting(11), Throws.InvalidOperationException.With.Message.Contains("10"));
        Assert.That(() => file.AssertWaiting(10), Throws.Nothing);
        Assert.That(file.AssertWritten, Throws.InvalidOperationException.With.Message.Contains("10"));
    }

    [TestCase("latency", "--rates", "0", "--rates: '0' is not a list of whole numbers")]
    [TestCase("watch", "--seconds", "-1", "--seconds: '-1' is not a number from 0")]
    [TestCase("drain", "--json", "/nowhere/at/all.json", "--json: ")]
    public void Command_BadInput_SaysWhatIsExpected(string command, string option, string value, string message)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, command, option, value);

        run.AssertEndsWith(2);

        Assert.That(run.Output[0], Does.StartWith(message), run.Transcript);
    }
}
