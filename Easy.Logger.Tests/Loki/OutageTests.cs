using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Loki;

/// <summary>Five minutes without a server, by a clock that the tests advance, while the application logs as fast as it can.</summary>
[Category("Loki")]
internal sealed class OutageTests : FolderTests
{
    private const int Threads = 4;
    private const int QueueLimit = 2_000;

    private static readonly TimeSpan _outage = TimeSpan.FromMinutes(5);

    [Test]
    [Demand("L4")]
    public void NoRoomForAll_MemoryIsBoundedAndTheCountersBalance([Values] LokiEncoding encoding)
    {
        const int LinesPerThread = 10_000;
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        AsyncBufferingForwardingAppender forwarder = new()
        {
            BufferSize = 100,
            QueueLimit = QueueLimit,
            Overflow = OverflowPolicy.DropNewest,
            ReportLoss = false,
        };
        ILog log = scene.Log(forwarder);
        log.Info("before");
        Assert.That(forwarder.Flush(30_000), Is.True);
        scene.Server.Pause();

        using BackgroundCall<bool> application = BackgroundCall.Of(() => AssertLogs(log, LinesPerThread));
        TimeSpan end = new TimeSpan(scene.Clock.GetTimestamp()) + _outage;
        Eventually.Holds(
            () =>
            {
                scene.Clock.Advance(TimeSpan.FromSeconds(1));
                LokiStatistics sent = scene.Appender.Statistics;
                Assert.That(sent.InFlight, Is.EqualTo(sent.Received - sent.Delivered).And.InRange(0, 100), "none is lost");
                BufferStatistics now = forwarder.Statistics;
                Assert.That(now.Accepted, Is.EqualTo(now.Forwarded + now.Dropped + now.Pending), "none has failed");
                Assert.That(now.Pending, Is.LessThanOrEqualTo(QueueLimit));
                return application.IsDone && scene.Clock.GetTimestamp() >= end.Ticks;
            },
            "everything is logged, and the time is over");
        Assert.That(application.Result, Is.True, "nothing was thrown");
        Assert.That(forwarder.Statistics.Pending, Is.EqualTo(QueueLimit), "all that there is room for waits");
        Assert.That(forwarder.Statistics.Accepted, Is.EqualTo(1 + (Threads * LinesPerThread)));
        Assert.That(scene.Lines, Is.EqualTo(["before"]));

        scene.Server.Resume();
        scene.Flush(forwarder: forwarder);
        scene.Shutdown();

        BufferStatistics counters = forwarder.Statistics;
        Assert.Multiple(() =>
        {
            Assert.That(counters.Failed + counters.Pending, Is.Zero);
            Assert.That(counters.DroppedFor(DropReason.QueueFull), Is.EqualTo(counters.Dropped).And.Positive);
            Assert.That(counters.Forwarded + counters.Dropped, Is.EqualTo(counters.Accepted));
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(counters.Forwarded, counters.Forwarded, 0, 0, 0, 0)));
            Assert.That(scene.Lines, Has.Count.EqualTo(counters.Forwarded).And.Unique);
        });
        AssertOrder(scene.Lines.Skip(1));
    }

    [Test]
    [Demand("L17")]
    public void RoomOnDiskForAll_EverythingArrivesInOrder([Values] LokiEncoding encoding)
    {
        const int LinesPerThread = 5_000;
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path, encoding, time: new ManualTimeProvider());
        AsyncBufferingForwardingAppender forwarder = new() { BufferSize = 100, QueueLimit = QueueLimit, BlockTimeout = 30_000 };
        ILog log = scene.Log(forwarder);
        scene.Server.Pause();

        AssertLogs(log, LinesPerThread);
        LokiStatistics onDisk = new(Threads * LinesPerThread, 0, 0, 0, Threads * LinesPerThread, 0);
        Eventually.Holds(() => scene.Appender.Statistics.Equals(onDisk), "everything is on disk");
        Assert.That(scene.Errors.Errors, Is.Empty, "nothing is lost");
        Assert.That(scene.Appender.Flush(0), Is.False);
        scene.Clock.Advance(_outage);

        scene.Server.Resume();
        log.Info($"{Threads} 0");
        scene.Flush(forwarder: forwarder);
        scene.Shutdown();

        Assert.That(forwarder.Statistics.Dropped + forwarder.Statistics.Failed, Is.Zero);
        Assert.That(scene.Lines, Has.Count.EqualTo((Threads * LinesPerThread) + 1).And.Unique);
        Assert.That(scene.Lines[^1], Is.EqualTo($"{Threads} 0"), "behind what waited");
        AssertOrder(scene.Lines);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(scene.Lines.Count, scene.Lines.Count, 0, 0, 0, 0)));
    }

    private static void AssertLogs(ILog log, int lines)
    {
        BackgroundCall<bool>[] threads = [.. Enumerable.Range(0, Threads).Select(thread => BackgroundCall.Of(() =>
        {
            for (int i = 0; i < lines; i++)
            {
                log.Info($"{thread} {i}");
            }
        }))];
        Assert.That(threads.Select(thread => thread.Result), Is.All.True, "nothing was thrown");
    }

    private static void AssertOrder(IEnumerable<string> lines)
    {
        foreach (IGrouping<string, int> thread in lines.Select(line => line.Split(' '))
            .GroupBy(parts => parts[0], parts => int.Parse(parts[1])))
        {
            Assert.That(thread, Is.Ordered, $"the lines of thread {thread.Key}");
        }
    }
}
