namespace Easy.Logger.Tests.Buffering;

/// <summary>A queue that is full.</summary>
internal sealed class OverflowTests
{
    /// <summary>
    /// One event is with the child, then come 50 DEBUG and 49 INFO by turns, then 100 WARN for which there is no room. One call waits, if
    /// any: how long the others take is for the Benchmarker to measure.
    /// </summary>
    [TestCase("Block", 0, "BlockTimeout WARN 100")]
    [TestCase("DropNewest", 0, "QueueFull WARN 100")]
    [TestCase("DropOldest", 100, "Evicted DEBUG 50, Evicted INFO 49, Evicted WARN 1")]
    [TestCase("DropLowestLevel", 99, "QueueFull WARN 1, Evicted DEBUG 50, Evicted INFO 49")]
    [Demand("H1", "A2")]
    public void CapacityAndOneHundredMore_TheDocumentedOnesSurviveInOrder(string policy, int firstSurvivor, string drops)
    {
        const int capacity = 100;
        const int blockTimeout = 100;
        using GatedScene gated = new(
            $"""
            <overflow value="{policy}" /><queueLimit value="{capacity}" /><bufferSize value="10" />
            <blockTimeout value="{blockTimeout}" /><idleTime value="3600000" /><reportLoss value="false" />
            """);
        ILog log = gated.Scene.Log();
        gated.HoldWorker();

        Eventually.Returns(() => Array.ForEach([.. Enumerable.Range(0, 199)], LogOne), "the log calls");

        BufferStatistics full = gated.Appender.Statistics;
        gated.Child.OpenGate();

        Eventually.Returns(() => gated.Appender.Flush(-1), "Flush");
        Assert.That(
            gated.Child.Messages, Is.EqualTo(Enumerable.Range(firstSurvivor, capacity - 1).Select(i => $"{i}").Prepend("held")));
        Assert.That(string.Join(", ", gated.Appender.Statistics.DropCounts), Is.EqualTo(drops));
        Assert.That(Enum.GetValues<DropReason>().Sum(full.DroppedFor), Is.EqualTo(100));
        Assert.That((full.Pending, full.BlockedCalls), Is.EqualTo(((long)capacity, policy == "Block" ? 1L : 0L)));
        Assert.That(full.BlockedTime.TotalMilliseconds, policy == "Block" ? Is.GreaterThan(blockTimeout / 2) : Is.Zero);
        Assert.That((gated.Appender.Statistics.Accepted, gated.Appender.Statistics.Forwarded), Is.EqualTo((200L, 100L)));

        void LogOne(int i)
        {
            Level level = i >= capacity - 1 ? Level.Warn : i % 2 == 0 ? Level.Debug : Level.Info;
            log.Logger.Log(typeof(OverflowTests), level, i, exception: null);
        }
    }

    /// <summary>Nothing of it is read first, but for the first call that finds no room: it may have to wait.</summary>
    [TestCase("DropNewest", 2_000)]
    [TestCase("DropLowestLevel", 2_000)]
    [TestCase("Block", 1)]
    [TestCase("Block", 0)]
    public void QueueIsFull_MessageOfTheDroppedEventIsNotRendered(string policy, int blockTimeout)
    {
        using GatedScene gated = new(
            $"""<overflow value="{policy}" /><blockTimeout value="{blockTimeout}" /><bufferSize value="1" /><queueLimit value="3" />""");
        gated.HoldWorker();
        gated.Log(3);
        CountingMessage text = new();

        for (int i = 0; i < 100; i++)
        {
            gated.Scene.Log().InfoFormat("{0}", text);
        }

        Assert.That((gated.Appender.Statistics.Dropped, text.Renderings), Is.EqualTo((101L, 0)));
    }

    /// <summary>
    /// Low levels go first, and a logger of which nothing may go has a forwarder of its own.
    /// </summary>
    [Test]
    [Demand("H3")]
    public void DropLowestLevel_AuditLoggerHasItsOwnForwarder_LowLevelsGoFirstAndNoAuditLineIsLost()
    {
        using GatedScene gated = new("""<overflow value="DropLowestLevel" /><bufferSize value="1" /><queueLimit value="11" />"""
            + """<reportLoss value="false" />""");
        LogScene scene = gated.Scene;
        scene.Configure(
            scene.File("audit"),
            """
            <appender name="Audit" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <overflow value="Block" /><blockTimeout value="-1" /><bufferSize value="1" /><queueLimit value="11" />
              <appender-ref ref="audit" />
            </appender>
            <logger name="audit" additivity="false"><appender-ref ref="Audit" /></logger>
            """);
        gated.HoldWorker();

        for (int i = 0; i < 100; i++)
        {
            scene.Log().Info(i);
            scene.Log("audit").Info($"audit {i}");
        }

        for (int i = 0; i < 10; i++)
        {
            scene.Log().Warn($"warning {i}");
        }

        gated.Child.OpenGate();
        Eventually.Returns(() => gated.Appender.Flush(-1), "Flush");
        scene.Shutdown();

        Assert.That(gated.Child.Messages, Is.EqualTo(Enumerable.Range(0, 10).Select(i => $"warning {i}").Prepend("held")));
        Assert.That(scene.Lines("audit"), Is.EqualTo(Enumerable.Range(0, 100).Select(i => $"audit {i}")));
    }
}
