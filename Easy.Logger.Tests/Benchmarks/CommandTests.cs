using Benchmarker.Reporting;
using Benchmarker.Soak;
using Benchmarker.Watch;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>Commands as a script runs them: what they write, and that they notice what spoils a measurement.</summary>
internal sealed class CommandTests : FolderTests
{
    private const int SignalInterrupt = 2;
    private const string Verdict = "Every collection balanced, and nothing is left in the queue.";

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

    [Test]
    public void Of_NumbersThatDoNotAddUp_SaysSo()
    {
        MeterPoint[] points =
        [
            new(MeterNames.Enqueued, "Async", 11), new(MeterNames.Processed, "Async", 10), new(MeterNames.QueueSize, "Async", 0),
        ];
        MeterReading wrong = new(points, TimeSpan.Zero);

        Assert.That(
            ComponentMoment.Of("Async", wrong, wrong, TimeSpan.FromSeconds(2)).Imbalance,
            Is.EqualTo("Async does not balance: 11 enqueued, 10 processed, 0 in the queue"));
    }

    [Test]
    public void Watch_ForASecondIntoAPipe_WritesBlocksOfLinesAndTheSum()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", "--seconds", "1.5", "--threads", "2", "--rate", "2000");

        run.AssertEndsWith(0);

        Assert.That(run.Output, Has.Some.Match("^[0-9]+ s Async: queue [0-9,]+ of 8,192 "), run.Transcript);
        Assert.That(run.Output, Has.Some.Match("^Async: [1-9][0-9,]* events, "), run.Transcript);
        Assert.That(run.Output[^1], Is.EqualTo(Verdict), run.Transcript);
    }

    [Test]
    public void Watch_WithoutAnEndAndInterrupted_EndsInGoodOrder()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", "--seconds", "0", "--rate", "2000");
        Eventually.Holds(() => run.Output.Count > 0, "the first lines");
        run.SkipTestWhereIgnored(SignalInterrupt);

        run.Signal("INT");

        run.AssertEndsWith(0);
        Assert.That(run.Output[^1], Is.EqualTo(Verdict), run.Transcript);
    }
}
