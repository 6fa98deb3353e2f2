using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What earlier runs left is forwarded whatever the options, the attached appenders and the number of attempts are.</summary>
internal sealed class JournalRecoveryTests : SceneTests<JournalScene>
{
    private const int MostRuns = 20;

    private readonly List<string> _written = [];
    private volatile string? _heldAt;

    /// <summary>Nobody has them, so they are tried again by the next appender; there one that takes them is enough.</summary>
    [Test]
    public void Recover_EveryAppenderFails_EventsStayUntilOneTakesThem()
    {
        Scene.Leave("a", "b");

        AsyncBufferingForwardingAppender first = Scene.Start(out GatedAppender broken, AddBroken, isGateClosed: true);
        broken.OnAppend = _ => throw new InvalidOperationException("broken");
        broken.OpenGate();
        Eventually.Holds(() => first.Statistics.Recovered == 2, "the events are given away");
        first.Close();
        Assert.That(Scene.Left, Is.EqualTo(new[] { "a", "b" }));

        AsyncBufferingForwardingAppender second = Scene.Start(out GatedAppender child, AddBroken);
        child.AwaitCount(4);
        Assert.That(child.Messages.Skip(1).Take(2), Is.EqualTo(new[] { "a", "b" }));
        second.Close();
        Assert.That(Directory.GetFileSystemEntries(Scene.Journal), Is.Empty);

        static void AddBroken(AsyncBufferingForwardingAppender appender) =>
            appender.AddAppender(new GatedAppender { OnAppend = _ => throw new InvalidOperationException("also broken") });
    }

    /// <summary>It is not the events' fault that an appender hangs: three ends of that kind put nothing aside.</summary>
    [Test]
    public void Close_AppenderHangsOnRecoveredEvents_TheyAreTriedAgain()
    {
        string path = Scene.Leave("a", "b");
        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender hung, one => one.CloseTimeout = 50, isGateClosed: true);
        hung.AwaitEntry();
        Assert.That(Scene.AttemptsOn(path), Is.Zero, "it has the notice before them");
        hung.OnAppend = _ => hung.CloseGate(); // at the first event
        hung.OpenGate();
        Eventually.Holds(() => Scene.AttemptsOn(path) == 1, "the attempt begins");

        appender.Close();

        Assert.That(Scene.AttemptsOn(path), Is.Zero);
    }

    /// <summary>A filter asks the event's repository how a property is rendered, and turns away what has none.</summary>
    [Test]
    public void Recover_PropertyFilter_TakesWhatItTookBefore()
    {
        JournalFiles.Leave(Scene.Journal, Tagged("a", "wanted"), Tagged("b", "other"), Tagged("c", "wanted"));
        MemoryAppender filtered = new();
        filtered.AddFilter(new PropertyFilter { Key = "tag", StringToMatch = "wanted" });
        filtered.AddFilter(new DenyAllFilter());

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child, one => one.AddAppender(filtered));
        child.AwaitCount(5);
        appender.Flush(10_000);

        Assert.That(filtered.GetEvents().Select(taken => taken.RenderedMessage), Is.EqualTo(new[] { "a", "c" }));
    }

    /// <summary>What every attempt to write ended the process on is put aside, with a word about it.</summary>
    [Test]
    public void Recover_ThreeAttemptsDidNotEnd_SegmentIsPutAsideAndCounted()
    {
        string poisonous = Scene.Leave("poison", "behind it");
        Step(poisonous, "bbb");
        Scene.Leave("of another run");

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        child.AwaitCount(3);

        Assert.That(child.Messages[1], Is.EqualTo("of another run"));
        Assert.That(appender.Statistics.Journal!.RejectedAtRecovery, Is.EqualTo(2));
        string rejected = Path.Combine(Scene.Journal, Path.GetFileName(poisonous) + ".rejected");
        Assert.That(Scene.Complaints.Single(), Does.Contain("2 event(s) of an earlier run are not written").And.Contain(rejected));
        appender.Close();
        Assert.That(Directory.GetFileSystemEntries(Scene.Journal), Is.EqualTo(new[] { rejected }));
    }

    /// <summary>A program on which an attempt ended the process comes to its work before the next attempt.</summary>
    [TestCase("b")]
    [TestCase("bb")]
    public void Recover_AnAttemptDidNotEnd_NewEventsComeFirst(string attempts)
    {
        Step(Scene.Leave("perhaps poison"), attempts);
        Scene.Leave("of another run");

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        appender.DoAppend(Some.Event("new", Level.Error));

        child.AwaitCount(7);
        Assert.That(child.Messages, Has.One.EqualTo("perhaps poison"));
        Assert.That(IndexOf(child, "perhaps poison"), Is.GreaterThan(IndexOf(child, "new")));
        Assert.That(IndexOf(child, "of another run"), Is.LessThan(IndexOf(child, "new")));
    }

    /// <summary>Steps on a segment: b begins an attempt, e ends it, t takes it back, c completes the first event.</summary>
    [TestCase("b", "t", 1, TestName = "{m}(none is under way that is taken back)")]
    [TestCase("b", "bt", 1, TestName = "{m}(one that is taken back is not the one at which the process ended)")]
    [TestCase("bb", "be", 0, TestName = "{m}(one that ended counts for nothing: a process that is killed now and then loses no segment)")]
    [TestCase("", "bc", 0, TestName = "{m}(what the process ends on after a batch is not the fault of that batch)")]
    public void BeginAttempt_EndedOrTakenBack_OthersStayCounted(string before, string steps, int left)
    {
        string segment = Scene.Leave("a", "b");

        Step(segment, before);
        Step(segment, steps);

        Assert.That(Scene.AttemptsOn(segment), Is.EqualTo(left));
    }

    /// <summary>
    /// An event that no appender takes stays, and so stands before the one over which each run ends. Batches grow while they are fast, but
    /// not where a run has ended.
    /// </summary>
    [Test]
    public void Recover_AnyEventsStandBeforeTheOneThatEndsTheProcess_AreWrittenTwiceAtMostAndItIsPutAside([Range(1, 12)] int seed)
    {
        Chance chance = new(seed);
        string[] before = [.. Enumerable.Range(0, (seed - 1) * chance.Below(20)).Select(i => chance.OneIn(4) ? "bad" : $"{i}")];
        JournalFiles.Leave(Scene.Journal, [.. before.Concat(["killer", "bad", "killer", "behind"]).Select(message => Some.Event(message))]);

        int runs = 1;
        while (EndsOver("killer") && runs < MostRuns)
        {
            runs++;
        }

        Assert.That(runs, Is.LessThanOrEqualTo(5));
        Assert.That(Directory.GetFiles(Scene.Journal, "*.rejected"), Has.Length.EqualTo(1));
        Assert.That(_written.Distinct(), Is.EquivalentTo(before.Distinct()));
        Assert.That(
            _written.Where(message => message != "bad").GroupBy(message => message).Select(times => times.Count()), Has.All.LessThan(3));
    }

    /// <summary>
    /// The events of an earlier run have no places in the queue, not even while an appender has them: no call waits and no event is dropped
    /// for an earlier run.
    /// </summary>
    [Test]
    public void Recover_BatchIsUnderWayAndTheQueueFills_QueuedEventsHaveEveryPlaceAndGoFirst()
    {
        AsyncBufferingForwardingAppender appender = StartHeldAt(out GatedAppender child, new ManualTimeProvider(), "0");

        Array.ForEach([.. Enumerable.Range(0, 8)], i => appender.DoAppend(Some.Event($"new {i}")));

        BufferStatistics statistics = appender.Statistics;
        child.OpenGate();
        Assert.That((statistics.Dropped, statistics.Pending), Is.EqualTo((0L, 9L)));
        child.AwaitCount(50);
        Assert.That(
            child.Messages.Skip(1).Take(8),
            Is.EqualTo(new[] { "0", "new 0", "new 1", "new 2", "new 3", "new 4", "new 5", "1" }));
    }

    [Test]
    public void Flush_WhileEventsAreRecovered_DoesNotWaitForThem()
    {
        ManualTimeProvider clock = new();
        AsyncBufferingForwardingAppender appender = StartHeldAt(out GatedAppender child, clock, "0", "1");
        clock.Advance(TimeSpan.FromSeconds(1));
        appender.DoAppend(Some.Event("new"));
        using BackgroundCall<bool> flush = new(() => appender.Flush(60_000));
        flush.AwaitBlocked();
        child.OpenGate();

        Assert.That(flush.Result, Is.True);
        GoOn(child, until: "1");
        child.OpenGate();
    }

    /// <summary>However much earlier runs left, a program is heard soon after its start.</summary>
    [Test]
    public void Recover_TakesLong_QueuedEventsAndRecoveredOnesTakeTurns()
    {
        Scene.Leave(2_000);
        ManualTimeProvider clock = new();
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => one.BufferSize = 1, clock, isGateClosed: true);
        child.AwaitEntry();
        appender.DoAppend(Some.Event("first", Level.Error));
        appender.DoAppend(Some.Event("second", Level.Error));

        clock.Advance(TimeSpan.FromSeconds(1));
        child.OpenGate();
        child.AwaitCount(2_004);

        Assert.That(child.Messages.ToList().IndexOf("second"), Is.LessThan(10));
        Assert.That(child.Messages.Where(message => int.TryParse(message, out _)),
            Is.EqualTo(Enumerable.Range(0, 2_000).Select(i => $"{i}")));
    }

    /// <summary>Forty events are left. The worker is held at each of these, and stands at the first.</summary>
    private AsyncBufferingForwardingAppender StartHeldAt(out GatedAppender child, ManualTimeProvider clock, params string[] messages)
    {
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender held,
            one => (one.BufferSize, one.QueueLimit, one.Overflow) = (1, 8, OverflowPolicy.DropNewest),
            clock,
            isGateClosed: true);
        held.AwaitEntry();
        held.OnAppend = events =>
        {
            if (messages.Contains(events[0].RenderedMessage))
            {
                held.CloseGate();
                _heldAt = events[0].RenderedMessage;
            }
        };
        GoOn(child = held, messages[0]);
        return appender;
    }

    private void GoOn(GatedAppender child, string until)
    {
        child.OpenGate();
        Eventually.Holds(() => _heldAt == until, $"the worker comes to '{until}'");
    }

    /// <returns>Whether the run ends over an event with this message.</returns>
    private bool EndsOver(string killer)
    {
        using Lane own = Lane.Create(Scene.Journal);
        using Recovery recovery = new(Scene.Journal, new FailureReporter(() => "test", TimeProvider.System));
        recovery.Find(own, _ => false, isStart: false);
        while (recovery.IsUnderWay)
        {
            if (recovery.TakeNext(most: 16, timestamp: 0)?.ToArray() is not { } events)
            {
                continue;
            }

            recovery.BeginAttempt();
            string[] batch = [.. events.Select(loggingEvent => loggingEvent.RenderedMessage!)];
            _written.AddRange(batch.TakeWhile(message => message != killer));
            if (batch.Contains(killer))
            {
                own.Release();
                return true;
            }

            recovery.Complete(i => batch[i] == "bad", TimeSpan.Zero);
        }

        own.Release();
        return false;
    }

    private static int IndexOf(GatedAppender child, string message) => child.Messages.ToList().IndexOf(message);

    private static void Step(string segment, string steps)
    {
        byte[] buffer = [];
        using SegmentReader reader = SegmentReader.Open(segment, ref buffer);
        int at = Segment.HeaderSize; // of the first event
        foreach (char step in steps)
        {
            Action made = step switch
            {
                'b' => () => reader.BeginAttempt(at),
                'e' => () => reader.EndAttempt(at),
                't' => reader.TakeBackAttempt,
                _ => () => reader.Complete(at),
            };
            made();
        }
    }

    private static LoggingEvent Tagged(string message, string tag)
    {
        ILoggerRepository repository = LogManager.GetRepository(typeof(JournalRecoveryTests).Assembly);
        LoggingEvent tagged = new(typeof(JournalRecoveryTests), repository, "test", Level.Info, message, exception: null);
        tagged.Properties["tag"] = tag;
        tagged.Fix = FixFlags.Properties;
        return tagged;
    }
}
