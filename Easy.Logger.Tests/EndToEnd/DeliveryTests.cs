using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>When lines arrive, and in which order.</summary>
internal sealed class DeliveryTests : SceneTests<LogScene>
{
    private const string Never = """<idleTime value="3600000" />""";

    /// <summary>Each comes after its own idle time, without anything that follows it.</summary>
    [Test]
    [Demand("I9")]
    public void SingleEventsNowAndThen_EachIsInTheFileByItself()
    {
        Scene.ConfigureFile("""<idleTime value="100" />""");
        List<string> lines = [];
        for (int i = 0; i < 5; i++)
        {
            lines.Add($"line {i}");
            Scene.Log().Info(lines[i]);
            Scene.AwaitLines([.. lines]);
        }

        Eventually.Holds(() => Scene.Appender.Statistics.Pending == 0, "the last one is booked: it is in the file a moment before");
        Assert.That(Scene.Appender.Statistics.Batches, Is.EqualTo(5));
    }

    /// <summary>Idle time is an hour, so nothing else brings them there.</summary>
    [TestCase("", "ERROR")]
    [TestCase("", "FATAL")]
    [TestCase("""<flushLevel value="INFO" />""", "INFO")]
    [TestCase("""<evaluator type="log4net.Core.LevelEvaluator"><threshold value="WARN" /></evaluator>""", "WARN")]
    [Demand("B8")]
    public void EventAtFlushLevel_IsInTheFileAtOnceWithAllBefore(string options, string level)
    {
        Scene.ConfigureFile(Never + options);
        Scene.Log().Debug("before");

        Scene.Log().Logger.Log(typeof(DeliveryTests), Scene.Repository.Hierarchy.LevelMap[level], "urgent", exception: null);

        Scene.AwaitLines("before", "urgent");
    }

    /// <summary>Through the entry point that programs use. The only test that may touch the default repository.</summary>
    [Test]
    [Demand("B9")]
    public void FlushThroughLogManager_IsTrueAndTheLinesAreInTheFile()
    {
        Scene.ConfigureFile(Never);
        Hierarchy byDefault = (Hierarchy)LogManager.GetRepository();
        byDefault.Root.AddAppender(Scene.Appender);
        byDefault.Configured = true;
        try
        {
            LogManager.GetLogger(typeof(DeliveryTests)).Info("a");
            Assert.That(Scene.Lines(), Is.Empty);

            Assert.That(LogManager.Flush(30_000), Is.True);

            Assert.That(Scene.Lines(), Is.EqualTo(new[] { "a" }));
            LogManager.GetLogger(typeof(DeliveryTests)).Error("logging goes on");
            Scene.AwaitLines("a", "logging goes on");
        }
        finally
        {
            byDefault.Root.RemoveAppender(Scene.Appender);
        }
    }

    /// <summary>The loop that people copy from each other to flush every buffer they have.</summary>
    [Test]
    public void Flush_ThroughTheBaseType_WritesWhatWaits()
    {
        Scene.ConfigureFile(Never);
        Scene.Log().Info("a");
        Assert.That(Scene.Lines(), Is.Empty);

        foreach (IAppender appender in Scene.Repository.Hierarchy.GetAppenders())
        {
            (appender as BufferingAppenderSkeleton)?.Flush();
        }

        Assert.That(Scene.Lines(), Is.EqualTo(new[] { "a" }));
    }
}
