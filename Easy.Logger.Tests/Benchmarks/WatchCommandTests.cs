using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The command as a script runs it: lines, and an end when it is time or when it is told to.</summary>
internal sealed class WatchCommandTests
{
    private const int SignalInterrupt = 2;
    private const string Verdict = "Every collection balanced, and nothing is left in the queue.";

    [Test]
    public void Watch_ForASecondIntoAPipe_WritesBlocksOfLinesAndTheSum()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", "--seconds", "1.5", "--threads", "2", "--rate", "2000");

        run.AssertEndsWith(0);

        Assert.That(run.Output, Has.Some.Match("^[0-9]+ s Async: queue [0-9,]+ of 8,192 "), run.Transcript);
        Assert.That(run.Output, Has.Some.Match(@"^  RollingFile \(RollingFileAppender\): took [0-9,]+ "), run.Transcript);
        Assert.That(run.Output, Has.Some.Match("^Async: [1-9][0-9,]* events, "), run.Transcript);
        Assert.That(run.Output[^1], Is.EqualTo(Verdict), run.Transcript);
    }

    [Test]
    public void Watch_WithoutAnEndAndInterrupted_EndsInGoodOrder()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", "--seconds", "0", "--rate", "2000");
        Eventually.Holds(() => run.Output.Count > 0, "the first lines");
        if (run.Ignores(SignalInterrupt))
        {
            Assert.Ignore("Whoever started the tests made them take no notice of SIGINT.");
        }

        run.Signal("INT");

        run.AssertEndsWith(0);
        Assert.That(run.Output[^1], Is.EqualTo(Verdict), run.Transcript);
    }

    [TestCase("--seconds", "-1")]
    [TestCase("--rate", "0")]
    public void Watch_BadInput_SaysWhatIsExpected(string option, string value)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", option, value);

        run.AssertEndsWith(2);

        Assert.That(run.Output[0], Does.StartWith($"{option}: '{value}' is not a"), run.Transcript);
    }
}
