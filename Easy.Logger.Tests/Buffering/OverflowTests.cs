namespace Easy.Logger.Tests.Buffering;

/// <summary>A queue that is full.</summary>
internal sealed class OverflowTests
{
    /// <summary>
    /// One event is with the child, then come 50 DEBUG and 49 INFO by turns, then 100 WARN for which there is no room.
    /// </summary>
    [TestCase("Block", 0, "BlockTimeout WARN 100")]
    [TestCase("DropNewest", 0, "QueueFull WARN 100")]
    [TestCase("DropOldest", 100, "Evicted DEBUG 50, Evicted INFO 49, Evicted WARN 1")]
    [TestCase("DropLowestLevel", 99, "QueueFull WARN 1, Evicted DEBUG 50, Evicted INFO 49")]
    [Demand("H1")]
    public void CapacityAndOneHundredMore_TheDocumentedOnesSurviveInOrder(string policy, int firstSurvivor, string drops)
    {
        const int capacity = 100;
        using GatedScene gated = new(
            $"""
            <overflow value="{policy}" /><queueLimit value="{capacity}" /><bufferSize value="10" />
            <blockTimeout value="1" /><idleTime value="3600000" /><reportLoss value="false" />
            """);
        ILog log = gated.Scene.Log();
        gated.HoldWorker();
        for (int i = 0; i < 199; i++)
        {
            Level level = i >= capacity - 1 ? Level.Warn : i % 2 == 0 ? Level.Debug : Level.Info;
            log.Logger.Log(typeof(OverflowTests), level, i, exception: null);
        }

        gated.Child.OpenGate();

        Eventually.Returns(() => gated.Appender.Flush(-1), "Flush");
        Assert.Multiple(() =>
        {
            Assert.That(
                gated.Child.Messages, Is.EqualTo(Enumerable.Range(firstSurvivor, capacity - 1).Select(i => $"{i}").Prepend("held")));
            Assert.That(string.Join(", ", gated.Appender.Statistics.DropCounts), Is.EqualTo(drops));
            Assert.That((gated.Appender.Statistics.Accepted, gated.Appender.Statistics.Forwarded), Is.EqualTo((200L, 100L)));
        });
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

        Assert.Multiple(() =>
        {
            Assert.That(gated.Child.Messages, Is.EqualTo(Enumerable.Range(0, 10).Select(i => $"warning {i}").Prepend("held")));
            Assert.That(scene.Lines("audit"), Is.EqualTo(Enumerable.Range(0, 100).Select(i => $"audit {i}")));
        });
    }

    [Test]
    [Demand("H6")]
    public void LossyWithAnErrorEvaluator_IdleTimeLeavesTheHistoryAloneAndAnErrorForwardsIt()
    {
        ManualTimeProvider clock = new();
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = new(clock)
        {
            Name = Some.Name(),
            BufferSize = 3,
            IdleTime = 500,
            Lossy = true,
            Evaluator = new LevelEvaluator(Level.Error),
        };
        appender.AddAppender(child);
        appender.ActivateOptions();
        Array.ForEach(["a", "b", "c", "d"], message => appender.DoAppend(Some.Event(message)));
        Assert.That(appender.Flush(-1), Is.True);

        clock.Advance(TimeSpan.FromSeconds(5));
        Assert.That(appender.Flush(-1), Is.True);
        Assert.That((child.Messages.Count, appender.Statistics.Pending), Is.EqualTo((0, 3L)));
        appender.DoAppend(Some.Event("error", Level.Error));

        child.AwaitCount(3);
        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(child.Messages, Is.EqualTo(new[] { "c", "d", "error" }));
        Assert.That(appender.Statistics.DroppedFor(DropReason.Lossy), Is.EqualTo(2));
        appender.Close();
        Workers.AssertNoneLeft([appender]);
    }
}
