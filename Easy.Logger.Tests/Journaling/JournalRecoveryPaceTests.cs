namespace Easy.Logger.Tests.Journaling;

/// <summary>What an earlier run left costs what is logged meanwhile nothing.</summary>
internal sealed class JournalRecoveryPaceTests : SceneTests<JournalScene>
{
    private readonly ManualTimeProvider _clock = new();
    private volatile string? _heldAt;

    /// <summary>
    /// The events of an earlier run have no places in the queue, not even while an appender has them: no call waits and no event is dropped
    /// for an earlier run.
    /// </summary>
    [Test]
    public void Recover_BatchIsUnderWayAndTheQueueFills_QueuedEventsHaveEveryPlaceAndGoFirst()
    {
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = StartHeldAt(out GatedAppender child, "0");

        Log(appender, 8);

        BufferStatistics statistics = appender.Statistics;
        child.OpenGate();
        Assert.That((statistics.Dropped, statistics.Pending), Is.EqualTo((0L, 9L)));
        child.AwaitCount(50);
        Assert.That(
            child.Messages.Skip(1).Take(8),
            Is.EqualTo(new[] { "0", "new 0", "new 1", "new 2", "new 3", "new 4", "new 5", "1" }));
    }

    /// <summary>However full the queue is: files that are needed are made, and files that are gone are noticed.</summary>
    [Test]
    public void Recover_QueueIsFull_FilesAreLookedAfter()
    {
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = StartHeldAt(out GatedAppender child, "0", "new 0");
        Log(appender, 8);
        Directory.Delete(Scene.Journal, recursive: true);
        _clock.Advance(TimeSpan.FromSeconds(2));
        GoOn(child, until: "new 0");

        Assert.That(appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Damaged), Is.EqualTo(8));
        child.OpenGate();
        child.AwaitCount(9);
    }

    [Test]
    public void Flush_WhileEventsAreRecovered_DoesNotWaitForThem()
    {
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = StartHeldAt(out GatedAppender child, "0", "1");
        _clock.Advance(TimeSpan.FromSeconds(1));
        Log(appender, 1);
        using BackgroundCall<bool> flush = new(() => appender.Flush(60_000));
        flush.AwaitBlocked();
        child.OpenGate();

        Assert.That(flush.Result, Is.True);
        GoOn(child, until: "1");
        child.OpenGate();
    }

    /// <summary>Its folder is anybody's then, and so is what it has not recovered yet.</summary>
    [Test]
    public void Recover_OwnFileIsRemoved_NoOtherAppenderWritesTheSameEvents()
    {
        string[] left = [.. Enumerable.Range(0, 40).Select(i => $"{i}")];
        string path = Scene.Leave(left);
        StartHeldAt(out GatedAppender child, "0", "5");
        File.Delete(JournalFiles.SegmentsIn(Scene.Journal).First(own => Path.GetFileName(own) != Path.GetFileName(path)));
        _clock.Advance(TimeSpan.FromSeconds(2));
        GoOn(child, until: "5");
        AsyncBufferingForwardingAppender other = Scene.Start(out GatedAppender second);
        Eventually.Holds(() => other.Statistics.Journal!.IsInUse, "the other one has a journal");
        other.DoAppend(Some.Event("of the other", Level.Error));
        second.AwaitCount(1);
        child.OpenGate();

        Eventually.Holds(() => child.Messages.Contains("39") || second.Messages.Contains("39"), "all are recovered");
        Assert.That(child.Messages.Concat(second.Messages).Where(message => left.Contains(message)), Is.EquivalentTo(left));
    }

    /// <summary>Queued events wait no longer for a slow appender than it takes for a few events.</summary>
    [Test]
    public void TakeNext_LastEventsTookLong_AreFewerThanBefore()
    {
        Scene.Leave(200);
        using Lane own = Lane.Create(Scene.Journal);
        using Recovery recovery = new(Scene.Journal, new FailureReporter(() => "test", TimeProvider.System));
        recovery.Find(own, _ => false, isStart: true);
        int Next(TimeSpan time)
        {
            int count = recovery.TakeNext(most: 1000, timestamp: 0)!.Count;
            recovery.BeginAttempt();
            recovery.Complete(_ => false, time);
            return count;
        }

        int[] milliseconds = [0, 0, 1_000, 100, 0];
        int[] sizes = Array.ConvertAll(milliseconds, each => Next(TimeSpan.FromMilliseconds(each)));
        own.Release();

        Assert.That(sizes, Is.EqualTo(new[] { 1, 2, 4, 2, 2 }));
    }

    /// <summary>However much earlier runs left, a program is heard soon after its start.</summary>
    [Test]
    public void Recover_TakesLong_QueuedEventsAndRecoveredOnesTakeTurns()
    {
        Scene.Leave(2_000);
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => one.BufferSize = 1, _clock, isGateClosed: true);
        child.AwaitEntry();
        appender.DoAppend(Some.Event("first", Level.Error));
        appender.DoAppend(Some.Event("second", Level.Error));

        _clock.Advance(TimeSpan.FromSeconds(1));
        child.OpenGate();
        child.AwaitCount(2_004);

        Assert.That(child.Messages.ToList().IndexOf("second"), Is.LessThan(10));
        Assert.That(child.Messages.Where(message => int.TryParse(message, out _)),
            Is.EqualTo(Enumerable.Range(0, 2_000).Select(i => $"{i}")));
    }

    private static void Log(AsyncBufferingForwardingAppender appender, int count)
    {
        for (int i = 0; i < count; i++)
        {
            appender.DoAppend(Some.Event($"new {i}"));
        }
    }

    /// <summary>The worker is held at each of these events, and stands at the first.</summary>
    private AsyncBufferingForwardingAppender StartHeldAt(out GatedAppender child, params string[] messages)
    {
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out child,
            one => (one.BufferSize, one.QueueLimit, one.Overflow) = (1, 8, OverflowPolicy.DropNewest),
            _clock,
            isGateClosed: true);
        child.AwaitEntry();
        GatedAppender held = child;
        child.OnAppend = events =>
        {
            if (messages.Contains(events[0].RenderedMessage))
            {
                held.CloseGate();
                _heldAt = events[0].RenderedMessage;
            }
        };
        GoOn(child, messages[0]);
        return appender;
    }

    private void GoOn(GatedAppender child, string until)
    {
        child.OpenGate();
        Eventually.Holds(() => _heldAt == until, $"the worker comes to '{until}'");
    }
}
