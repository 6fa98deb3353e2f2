using Benchmarker.Watch;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The watch says when the numbers of the meter do not add up, and ends in good order.</summary>
internal sealed class WatchTests
{
    private const int SignalInterrupt = 2;
    private const string Verdict = "Every collection balanced, and nothing is left in the queue.";

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
        if (run.Ignores(SignalInterrupt))
        {
            Assert.Ignore("Whoever started the tests made them take no notice of SIGINT.");
        }

        run.Signal("INT");

        run.AssertEndsWith(0);
        Assert.That(run.Output[^1], Is.EqualTo(Verdict), run.Transcript);
    }
}
