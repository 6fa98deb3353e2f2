using Easy.Logger.Buffering;
using Easy.Logger.Journaling;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What an earlier run left costs what is logged meanwhile nothing.</summary>
internal sealed class JournalRecoveryPaceTests : SceneTests<JournalScene>
{
    private readonly ManualTimeProvider _clock = new();

    /// <summary>
    /// The events of an earlier run have no places in the queue, not even while an appender has them: no call waits and no event is dropped
    /// for an earlier run.
    /// </summary>
    [Test]
    public void Recover_BatchIsUnderWayAndTheQueueFills_QueuedEventsHaveEveryPlaceAndGoFirst()
    {
        using Gate first = new("0");
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = Start(out GatedAppender child, first);
        first.Await();

        Log(appender, 8);

        BufferStatistics statistics = appender.Statistics;
        first.Open();
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
        using Gate first = new("0");
        using Gate next = new("new 0");
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = Start(out GatedAppender child, first, next);
        first.Await();
        Log(appender, 8);
        Directory.Delete(Scene.Journal, recursive: true);
        _clock.Advance(TimeSpan.FromSeconds(2));
        first.Open();
        next.Await();

        Assert.That(appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Damaged), Is.EqualTo(8));
        next.Open();
        child.AwaitCount(9);
    }

    [Test]
    public void Flush_WhileEventsAreRecovered_DoesNotWaitForThem()
    {
        using Gate first = new("0");
        using Gate next = new("1");
        Scene.Leave(40);
        AsyncBufferingForwardingAppender appender = Start(out _, first, next);
        first.Await();
        _clock.Advance(TimeSpan.FromSeconds(1));
        Log(appender, 1);
        using BackgroundCall<bool> flush = new(() => appender.Flush(60_000));
        flush.AwaitBlocked();
        first.Open();

        Assert.That(flush.Result, Is.True);
        next.Open();
    }

    /// <summary>Its folder is anybody's then, and so is what it has not recovered yet.</summary>
    [Test]
    public void Recover_OwnFileIsRemoved_NoOtherAppenderWritesTheSameEvents()
    {
        using Gate first = new("0");
        using Gate later = new("5");
        string[] left = [.. Enumerable.Range(0, 40).Select(i => $"{i}")];
        string path = Scene.Leave(left);
        Start(out GatedAppender child, first, later);
        first.Await();
        File.Delete(JournalFiles.SegmentsIn(Scene.Journal).First(own => Path.GetFileName(own) != Path.GetFileName(path)));
        _clock.Advance(TimeSpan.FromSeconds(2));
        first.Open();
        later.Await();
        AsyncBufferingForwardingAppender other = Scene.Start(out GatedAppender second);
        Eventually.Holds(() => other.Statistics.Journal!.IsInUse, "the other one has a journal");
        other.DoAppend(Some.Event("of the other", Level.Error));
        second.AwaitCount(1);
        later.Open();

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

    /// <summary>It is no event of an earlier run that an appender ends the process over then.</summary>
    [Test]
    public void Recover_AppenderHasTheNoticeBeforeThem_NoAttemptCounts()
    {
        string path = Scene.Leave("a", "b");
        Scene.Start(out GatedAppender child, isGateClosed: true);
        child.AwaitEntry();

        Assert.That(Scene.AttemptsOn(path), Is.Zero);
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

    private AsyncBufferingForwardingAppender Start(out GatedAppender child, params Gate[] gates) => Scene.Start(
        out child,
        one =>
        {
            one.BufferSize = 1;
            one.QueueLimit = 8;
            one.Overflow = OverflowPolicy.DropNewest;
            one.AddAppender(new GatedAppender { OnAppend = events => Array.ForEach(gates, gate => gate.Pass(events[0])) });
        },
        _clock);

    /// <summary>Holds the worker at one event.</summary>
    private sealed class Gate(string message) : IDisposable
    {
        private readonly ManualResetEventSlim _isThere = new();
        private readonly ManualResetEventSlim _isOpen = new();

        public void Pass(LoggingEvent loggingEvent)
        {
            if (loggingEvent.RenderedMessage == message)
            {
                _isThere.Set();
                _isOpen.Wait(Eventually.Patience);
            }
        }

        public void Await() => Assert.That(_isThere.Wait(Eventually.Patience), $"the worker comes to '{message}'");

        public void Open() => _isOpen.Set();

        public void Dispose()
        {
            _isOpen.Set();
            _isThere.Dispose();
            _isOpen.Dispose();
        }
    }
}
