namespace Easy.Logger.Tests.EndToEnd;

/// <summary>Every line arrives in a real file.</summary>
internal sealed class FileOutputTests : SceneTests<LogScene>
{
    /// <summary>Alone, so that it measures its own work: it is the longest test in here.</summary>
    [Test]
    [NonParallelizable]
    [Demand("H2")]
    public void SixHundredThousandLinesInATightLoop_AllAreThere()
    {
        const int count = 600_000;
        Scene.ConfigureFile(type: "RollingFileAppender", more: """<rollingStyle value="Once" />""");
        ILog log = Scene.Log();

        for (int i = 0; i < count; i++)
        {
            log.DebugFormat("Counter is: {0}", i);
        }

        AsyncBufferingForwardingAppender appender = Scene.Appender;
        Scene.Shutdown();

        string file = Scene.Folder.File("file.log");
        Assert.That(File.ReadLines(file).Where((line, i) => line != $"Counter is: {i}"), Is.Empty);
        Assert.That(File.ReadLines(file).Count(), Is.EqualTo(count));
        Assert.That(appender.Statistics.Forwarded, Is.EqualTo(count));
    }

    /// <summary>log4net closes the outer buffer first; its last batch comes while the end is near.</summary>
    [Test]
    [Demand("B6")]
    public void ShutdownBehindABufferingForwarder_ItsLastBatchIsWrittenWithoutComplaint()
    {
        string outer = Some.Name("outer");
        Scene.Configure(
            Scene.File(),
            Scene.Async("""<idleTime value="3600000" />""", "file"),
            $"""
            <appender name="{outer}" type="log4net.Appender.BufferingForwardingAppender">
              <bufferSize value="300" /><appender-ref ref="{Scene.Name}" />
            </appender>
            """,
            LogScene.Root(outer));
        for (int i = 0; i < 1000; i++)
        {
            Scene.Log().InfoFormat("line {0}", i);
        }

        Scene.Shutdown();

        Assert.That(Scene.Lines(), Is.EqualTo(Enumerable.Range(0, 1000).Select(i => $"line {i}")));
        string[] complaints = [.. Scene.Messages.Naming($"[{Scene.Name}]"), .. Scene.Messages.Naming($"[{outer}]")];
        Assert.That(complaints.Where(message => !message.StartsWith("log4net: ", StringComparison.Ordinal)), Is.Empty);
    }
}
