using Benchmarker.Watch;
using Easy.Logger.Tests.Support;
using Spectre.Console;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What the watch shows is what two readings of the meter say.</summary>
internal sealed class WatchTests
{
    private const int SignalInterrupt = 2;
    private const string Verdict = "Every collection balanced, and nothing is left in the queue.";

    private static readonly MeterReading _before = Reading(enqueued: 100, forwarded: 80, full: 0, waiting: 20, blocked: 1, moody: 5);

    private static readonly MeterReading _now = Reading(enqueued: 300, forwarded: 180, full: 50, waiting: 70, blocked: 5, moody: 9);

    private static ComponentMoment Moment => ComponentMoment.Of("Async", _before, _now, TimeSpan.FromSeconds(2));

    [Test]
    public void Of_TwoReadings_RatesAreGrowthBySeconds()
    {
        ComponentMoment moment = Moment;

        Assert.Multiple(() =>
        {
            Assert.That((moment.EnqueuedPerSecond, moment.ForwardedPerSecond, moment.BlockedPerSecond), Is.EqualTo((100d, 50d, 2d)));
            Assert.That(moment.Errors, Is.EqualTo(new[] { new ErrorMoment("queue_full", 50, 25) }));
            Assert.That((moment.QueueSize, moment.QueueCapacity, moment.Fill), Is.EqualTo((70d, 100d, 0.7)));
            Assert.That((moment.BatchSize, moment.BatchesPerSecond, moment.BatchDuration.TotalSeconds), Is.EqualTo((200d, 1d, 0.5)));
            Assert.That(moment.Children, Is.EqualTo(new[] { new ChildMoment("Moody", "MoodyAppender", 180, 50, 9, 2) }));
            Assert.That(moment.Imbalance, Is.Null);
        });
    }

    [Test]
    public void Of_NothingBefore_BeganAtZeroAndNoTimeHasNoRates()
    {
        MeterReading empty = new([], TimeSpan.Zero);

        Assert.That(ComponentMoment.Of("Async", empty, _now, TimeSpan.FromSeconds(2)).EnqueuedPerSecond, Is.EqualTo(150));
        Assert.That(ComponentMoment.Of("Async", empty, _now, TimeSpan.Zero).EnqueuedPerSecond, Is.Zero);
    }

    [Test]
    public void Of_NumbersThatDoNotAddUp_SaysSo()
    {
        MeterReading wrong = Reading(enqueued: 11, forwarded: 10, full: 0, waiting: 0, blocked: 0, moody: 0);

        Assert.That(
            ComponentMoment.Of("Async", wrong, wrong, TimeSpan.FromSeconds(2)).Imbalance,
            Is.EqualTo("Async does not balance: 11 enqueued, 10 processed, 0 in the queue"));
    }

    [Test]
    public void Render_AMoment_ShowsItInBothViews()
    {
        string terminal = Rendered(Moment with { Journaled = 48_000, NotJournaled = 100 });
        using StringWriter plain = new();
        new PlainWatchView(plain).Show(new WatchMoment(TimeSpan.FromSeconds(65), [Moment with { Journaled = 48_000, NotJournaled = 100 }]));

        Assert.Multiple(() =>
        {
            Assert.That(terminal, Does.Contain($"{new string('█', 28)}{new string('░', 12)} 70 of 100, 0 in flight"));
            Assert.That(terminal, Does.Contain("100/s").And.Contain("50/s, 1 batches/s of 200, 500.0 ms each"));
            Assert.That(terminal, Does.Contain("queue_full 50 (25/s)").And.Contain("balance, 300 events so far"));
            Assert.That(terminal, Does.Match("Moody +MoodyAppender +50 +180 +2 +9").And.Match("journal +48,000 written, 100 not"));
            Assert.That(plain.ToString(), Does.StartWith("65 s Async: queue 70 of 100 (70 %), in flight 0, oldest 1.500 s, "));
            Assert.That(plain.ToString(), Does.Contain("Moody (MoodyAppender): took 180 (50/s), failed 9 (2/s)"));
            Assert.That(plain.ToString(), Does.Contain("journal: 48,000 written, 100 not"));
            Assert.That(Rendered(Moment with { Imbalance = "it does not" }), Does.Contain("it does not").And.Not.Contain("balance,"));
        });
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

    private static MeterReading Reading(
        double enqueued, double forwarded, double full, double waiting, double blocked, double moody) => new(
        [
            Point(MeterNames.Enqueued, enqueued),
            Point(MeterNames.Processed, forwarded),
            Point(MeterNames.Processed, full) with { ErrorType = MeterNames.QueueFull },
            Point(MeterNames.QueueSize, waiting),
            Point(MeterNames.QueueCapacity, 100),
            Point(MeterNames.OldestAge, 1.5),
            Point(MeterNames.Blocked, blocked),
            Point(MeterNames.BatchSize, 100),
            Point(MeterNames.BatchSize, 300),
            Point(MeterNames.BatchDuration, 0.25),
            Point(MeterNames.BatchDuration, 0.75),
            Point(MeterNames.ChildProcessed, forwarded) with { Child = "Moody", ChildType = "MoodyAppender" },
            Point(MeterNames.ChildProcessed, moody) with { Child = "Moody", ChildType = "MoodyAppender", ErrorType = "appender_error" },
            new MeterPoint(MeterNames.Enqueued, "another", 1_000_000),
        ],
        TimeSpan.Zero);

    private static MeterPoint Point(string instrument, double value) => new(instrument, "Async", value);

    private static string Rendered(ComponentMoment component)
    {
        using StringWriter output = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = 110;
        console.Profile.Capabilities.Unicode = true;
        console.Write(TerminalWatchView.Render(new WatchMoment(TimeSpan.FromSeconds(65), [component])));
        return output.ToString();
    }
}
