using Benchmarker.Watch;
using Spectre.Console;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>A moment of the watch as a person at a terminal sees it, and as lines.</summary>
internal sealed class WatchViewTests
{
    private static readonly ComponentMoment _component = new()
    {
        Name = "Orders [EU]",
        QueueSize = 7880,
        QueueCapacity = 8192,
        InFlight = 512,
        OldestAge = TimeSpan.FromSeconds(0.728),
        Enqueued = 48_100,
        EnqueuedPerSecond = 10_484,
        ForwardedPerSecond = 3_545,
        Rejected = 3,
        BlockedPerSecond = 12,
        BlockedShare = 0.5,
        BatchesPerSecond = 7,
        BatchSize = 506,
        BatchDuration = TimeSpan.FromMilliseconds(150.5),
        Errors = [new ErrorMoment("appender_error", 0, 0), new ErrorMoment("queue_full", 3_248, 3_213)],
        Children = [new ChildMoment("Moody", "MoodyAppender", 28_672, 3_545, 17, 4)],
    };

    [Test]
    public void Render_AFullQueue_ShowsBarRatesLossesAndChildren()
    {
        string text = Rendered(_component);

        Assert.Multiple(() =>
        {
            Assert.That(text, Does.Contain("Orders [EU]"));
            Assert.That(text, Does.Contain($"{new string('█', 38)}░░ 7,880 of 8,192, 512 in flight"));
            Assert.That(text, Does.Contain("0.728 s"));
            Assert.That(text, Does.Contain("10,484/s"));
            Assert.That(text, Does.Contain("3,545/s, 7 batches/s of 506, 150.5 ms each"));
            Assert.That(text, Does.Contain("12 calls/s, 0.50 s in each second"));
            Assert.That(text, Does.Contain("appender_error 0 (0/s)  queue_full 3,248 (3,213/s)"));
            Assert.That(text, Does.Match("rejected +3"));
            Assert.That(text, Does.Contain("balance, 48,100 events so far"));
            Assert.That(text, Does.Match(@"Moody +MoodyAppender +3,545 +28,672 +4 +17"));
            Assert.That(text, Does.Contain("01:05"));
        });
    }

    [TestCase(0, "░░░░░░░░░░")]
    [TestCase(8192, "██████████")]
    [TestCase(9000, "██████████")]
    public void Render_QueueEmptyFullOrBeyondALoweredLimit_BarStaysInItsPlace(double size, string bar) =>
        Assert.That(Rendered(_component with { QueueSize = size }), Does.Contain(bar));

    [Test]
    public void Render_CountersDoNotBalance_SaysSo()
    {
        string text = Rendered(_component with { Imbalance = "Async does not balance" });

        Assert.That(text, Does.Contain("Async does not balance").And.Not.Contain("balance,"));
    }

    [Test]
    public void Show_AMoment_IsABlockOfLines()
    {
        using StringWriter output = new() { NewLine = "\n" };

        new PlainWatchView(output).Show(new WatchMoment(TimeSpan.FromSeconds(65), [_component]));

        const string queue = "queue 7,880 of 8,192 (96 %), in flight 512, oldest 0.728 s";
        Assert.That(output.ToString(), Is.EqualTo(
            $"""
            65 s Orders [EU]: {queue}, enqueued 10,484/s, forwarded 3,545/s, blocked 12/s, rejected 3
              lost: appender_error 0 (0/s), queue_full 3,248 (3,213/s)
              Moody (MoodyAppender): took 28,672 (3,545/s), failed 17 (4/s)

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Show_Journal_SaysWhatItHolds()
    {
        using StringWriter output = new();
        ComponentMoment component = _component with { Journaled = 48_000, NotJournaled = 100 };

        new PlainWatchView(output).Show(new WatchMoment(TimeSpan.FromSeconds(65), [component]));

        Assert.That(output.ToString(), Does.Contain("journal: 48,000 written, 100 not"));
        Assert.That(Rendered(component), Does.Match("journal +48,000 written, 100 not"));
    }

    /// <summary>Live, as at a terminal: each moment that is handed over is drawn.</summary>
    [Test]
    public async Task FollowAsync_MomentsComeAndGo_AreDrawn()
    {
        using StringWriter output = new();
        TerminalWatchView view = new(Terminal(output));

        await view.FollowAsync(show =>
        {
            show(new WatchMoment(TimeSpan.FromSeconds(1), [_component]));
            show(new WatchMoment(TimeSpan.FromSeconds(2), [_component with { Name = "the last one" }]));
            return Task.CompletedTask;
        });

        Assert.That(output.ToString(), Does.Contain("the last one"));
    }

    private static string Rendered(ComponentMoment component)
    {
        using StringWriter output = new();
        Terminal(output).Write(TerminalWatchView.Render(new WatchMoment(TimeSpan.FromSeconds(65), [component])));
        return output.ToString();
    }

    private static IAnsiConsole Terminal(StringWriter output)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = 110;
        console.Profile.Capabilities.Unicode = true;
        return console;
    }
}
