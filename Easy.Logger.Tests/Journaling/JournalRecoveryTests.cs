namespace Easy.Logger.Tests.Journaling;

/// <summary>What earlier runs left is forwarded whatever the options, the attached appenders and the number of attempts are.</summary>
internal sealed class JournalRecoveryTests : SceneTests<JournalScene>
{
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
        hung.OnAppend = _ => hung.CloseGate(); // at the first event: the notice before it goes through
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

    /// <summary>They take no places in the queue, so a smaller one loses none of them, and a larger one is as good.</summary>
    [TestCase(1, OverflowPolicy.DropNewest)]
    [TestCase(4, OverflowPolicy.DropOldest)]
    [TestCase(4, OverflowPolicy.DropLowestLevel)]
    [TestCase(100_000, OverflowPolicy.Block)]
    public void Recover_QueueLimitIsAnother_NoneIsDropped(int queueLimit, OverflowPolicy overflow)
    {
        string[] messages = [.. Enumerable.Range(0, 500).Select(i => $"{i}")];
        Scene.Leave(messages);

        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => (one.BufferSize, one.QueueLimit, one.Overflow) = (1, queueLimit, overflow));

        child.AwaitCount(502);
        Assert.That(child.Messages.Skip(1).Take(500), Is.EqualTo(messages));
        Assert.That((appender.Statistics.Recovered, appender.Statistics.Dropped), Is.EqualTo((500L, 0L)));
    }

    /// <summary>What every attempt to write ended the process on is put aside, with a word about it.</summary>
    [Test]
    public void Recover_ThreeAttemptsDidNotEnd_SegmentIsPutAsideAndCounted()
    {
        string poisonous = Scene.Leave("poison", "behind it");
        Attempt(poisonous, times: 3);
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
    [TestCase(1)]
    [TestCase(2)]
    public void Recover_AnAttemptDidNotEnd_NewEventsComeFirst(int attempts)
    {
        Attempt(Scene.Leave("perhaps poison"), attempts);
        Scene.Leave("of another run");

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        appender.DoAppend(Some.Event("new", Level.Error));

        child.AwaitCount(7);
        Assert.That(child.Messages, Has.One.EqualTo("perhaps poison"));
        Assert.That(IndexOf(child, "perhaps poison"), Is.GreaterThan(IndexOf(child, "new")));
        Assert.That(IndexOf(child, "of another run"), Is.LessThan(IndexOf(child, "new")));
    }

    private static IEnumerable<TestCaseData> Attempts()
    {
        yield return Steps(1, reader => reader.TakeBackAttempt(), left: 1).SetArgDisplayNames("none is under way that is taken back");
        yield return Steps(
            1,
            reader =>
            {
                reader.BeginAttempt(Segment.HeaderSize);
                reader.TakeBackAttempt();
            },
            left: 1).SetArgDisplayNames("one that is taken back is not the one at which the process ended");
        yield return Steps(
            2,
            reader =>
            {
                reader.BeginAttempt(Segment.HeaderSize);
                reader.EndAttempt(Segment.HeaderSize);
            },
            left: 0).SetArgDisplayNames("one that ended counts for nothing: a service that is killed now and then loses no segment");
        yield return Steps(
            0,
            reader =>
            {
                reader.TryReadNext(out _, out int at);
                reader.BeginAttempt(at);
                reader.Complete(at);
            },
            left: 0).SetArgDisplayNames("what the process ends on after a batch is not the fault of that batch");

        static TestCaseData Steps(int before, Action<SegmentReader> steps, int left) => new(before, steps, left);
    }

    [TestCaseSource(nameof(Attempts))]
    public void BeginAttempt_EndedOrTakenBack_OthersStayCounted(int before, Action<SegmentReader> steps, int left)
    {
        string segment = Scene.Leave("a", "b");
        Attempt(segment, before);

        Read(segment, steps);

        Assert.That(Scene.AttemptsOn(segment), Is.EqualTo(left));
    }

    /// <summary>A folder that another process has just made, and not yet written its owner into.</summary>
    [Test]
    public void Recover_LaneIsBeingMade_IsLeftAlone()
    {
        Scene.Leave("a");
        string young = Directory.CreateDirectory(Path.Combine(Scene.Journal, "202611230000000000000-1-00000000")).FullName;
        string old = Directory.CreateDirectory(Path.Combine(Scene.Journal, "202611230000000000000-1-00000001")).FullName;
        Directory.SetLastWriteTimeUtc(old, DateTime.UtcNow.AddHours(-1));

        Scene.Start(out GatedAppender child);
        child.AwaitCount(3);

        Assert.That((Directory.Exists(young), Directory.Exists(old)), Is.EqualTo((true, false)));
    }

    /// <summary>An appender that keeps only what leads up to an error has no place for what earlier runs left.</summary>
    [Test]
    public void Configure_BecomesLossyWhileEventsAreRecovered_GoesOnAndLeavesTheRest()
    {
        Scene.Leave(100);
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => one.Name = Some.Name(), isGateClosed: true);
        child.AwaitEntry();
        appender.Lossy = true;
        appender.Evaluator = new LevelEvaluator(Level.Error);
        appender.ActivateOptions();
        appender.DoAppend(Some.Event("new", Level.Error));
        child.OpenGate();

        Eventually.Holds(() => child.Messages.Contains("new"), "the new event comes");
        appender.Close();
        Assert.That(Scene.Left.Concat(child.Messages).Where(message => int.TryParse(message, out _)), Is.Unique.And.Exactly(100).Items);
    }

    private static int IndexOf(GatedAppender child, string message) => child.Messages.ToList().IndexOf(message);

    private static void Attempt(string segment, int times) => Read(segment, reader =>
    {
        for (int i = 0; i < times; i++)
        {
            reader.BeginAttempt(Segment.HeaderSize);
        }
    });

    private static void Read(string segment, Action<SegmentReader> step)
    {
        byte[] buffer = [];
        using SegmentReader reader = SegmentReader.Open(segment, ref buffer);
        step(reader);
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
