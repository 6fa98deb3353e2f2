using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What an earlier run left costs what is logged meanwhile nothing.</summary>
internal sealed class JournalRecoveryPaceTests
{
    private readonly JournalScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    /// <summary>The events of an earlier run have no places in the queue, not even while an appender has them.</summary>
    [Test]
    public void Recover_BatchIsUnderWay_QueuedEventsHaveEveryPlace()
    {
        using ManualResetEventSlim goOn = new();
        using ManualResetEventSlim begun = new();
        _scene.Leave([.. Enumerable.Range(0, 8).Select(i => $"{i}")]);
        AsyncBufferingForwardingAppender appender = _scene.Start(out GatedAppender child, one =>
        {
            one.BufferSize = 8;
            one.QueueLimit = 8;
            one.Overflow = OverflowPolicy.DropNewest;
            one.AddAppender(new GatedAppender
            {
                OnAppend = events =>
                {
                    if (events[0].RenderedMessage == "0")
                    {
                        begun.Set();
                        goOn.Wait(Eventually.Patience);
                    }
                },
            });
        });
        Assert.That(begun.Wait(Eventually.Patience));
        for (int i = 0; i < 8; i++)
        {
            appender.DoAppend(Some.Event($"new {i}"));
        }

        BufferStatistics statistics = appender.Statistics;
        goOn.Set();

        Assert.That((statistics.Dropped, statistics.Pending), Is.EqualTo((0L, 16L)));
        child.AwaitCount(18);
    }

    /// <summary>No call waits and no event is dropped for an earlier run.</summary>
    [Test]
    public void Recover_QueueFills_QueuedEventsGoFirst()
    {
        using ManualResetEventSlim goOn = new();
        using ManualResetEventSlim begun = new();
        _scene.Leave([.. Enumerable.Range(0, 40).Select(i => $"{i}")]);
        AsyncBufferingForwardingAppender appender = _scene.Start(out GatedAppender child, one =>
        {
            one.BufferSize = 1;
            one.QueueLimit = 8;
            one.AddAppender(new GatedAppender
            {
                OnAppend = events =>
                {
                    if (events[0].RenderedMessage == "0")
                    {
                        begun.Set();
                        goOn.Wait(Eventually.Patience);
                    }
                },
            });
        }, new ManualTimeProvider());
        Assert.That(begun.Wait(Eventually.Patience));
        for (int i = 0; i < 4; i++)
        {
            appender.DoAppend(Some.Event($"new {i}"));
        }

        goOn.Set();
        child.AwaitCount(46);

        Assert.That(child.Messages.Skip(1).Take(4), Is.EqualTo(new[] { "0", "new 0", "new 1", "1" }));
    }

    /// <summary>Queued events wait no longer for a slow appender than it takes for a few events.</summary>
    [Test]
    public void TakeNext_LastEventsTookLong_AreFewerThanBefore()
    {
        _scene.Leave([.. Enumerable.Range(0, 200).Select(i => $"{i}")]);
        using Lane own = Lane.Create(_scene.Journal);
        using Recovery recovery = new(_scene.Journal, new FailureReporter(() => "test", TimeProvider.System));
        recovery.Find(own, _ => false, isStart: true);
        int Next(TimeSpan time)
        {
            int count = recovery.TakeNext(most: 1000, timestamp: 0)!.Count;
            recovery.BeginAttempt();
            recovery.Complete(_ => false, time);
            return count;
        }

        int[] sizes = [Next(TimeSpan.Zero), Next(TimeSpan.FromSeconds(1)), Next(TimeSpan.FromMilliseconds(100)), Next(TimeSpan.Zero)];
        own.Release();

        Assert.That(sizes, Is.EqualTo(new[] { 16, 32, 16, 16 }));
    }

    /// <summary>It is no event of an earlier run that an appender ends the process over then.</summary>
    [Test]
    public void Recover_AppenderHasTheNoticeBeforeThem_NoAttemptCounts()
    {
        string path = _scene.Leave("a", "b");
        _scene.Start(out GatedAppender child, isGateClosed: true);
        child.AwaitEntry();

        byte[] buffer = [];
        string left = JournalFiles.SegmentsIn(_scene.Journal).Single(moved => Path.GetFileName(moved) == Path.GetFileName(path));
        using SegmentReader reader = SegmentReader.Open(left, ref buffer, FileAccess.Read);
        Assert.That(reader.Attempts, Is.Zero);
    }

    /// <summary>However much earlier runs left, a program is heard soon after its start.</summary>
    [Test]
    public void Recover_TakesLong_QueuedEventsAndRecoveredOnesTakeTurns()
    {
        _scene.Leave([.. Enumerable.Range(0, 2_000).Select(i => $"{i}")]);
        ManualTimeProvider clock = new();
        GatedAppender child = new();
        child.CloseGate();
        AsyncBufferingForwardingAppender appender = _scene.Start(
            out _,
            one =>
            {
                one.BufferSize = 1;
                one.AddAppender(child);
            },
            clock);
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
}
