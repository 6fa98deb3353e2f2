namespace Easy.Logger.Tests.EndToEnd;

/// <summary>What arrives in real files: every line, and byte for byte what log4net writes without us.</summary>
internal sealed class FileOutputTests : SceneTests<LogScene>
{
    private const string ArticlePattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";
    private const string EverythingPattern =
        "%utcdate{ABSOLUTE} %date %level %20.30logger %thread %property{user} %property{absent} %ndc %appdomain %username %identity "
            + "%class %method %line %file"
        + " %location %type %stacktrace{2} %relative %-30message|%newline";

    [Test]
    public void DoAppend_BehindFileAndDirect_FilesAreEqual(
        [Values(ArticlePattern, "%message%newline", EverythingPattern)] string pattern,
        [Values("FileAppender", "RollingFileAppender")] string type,
        [Values] bool batchRendering,
        [Values] bool directFirst)
    {
        const string filters =
            """
            <threshold value="DEBUG" />
            <filter type="log4net.Filter.StringMatchFilter"><stringToMatch value="not this" /><acceptOnMatch value="false" /></filter>
            """;
        Scene.Configure(
            WithHeader(Scene.File("direct", pattern, filters, type)),
            WithHeader(Scene.File("behind", pattern, filters, type)),
            Scene.Async($"""<batchRendering value="{batchRendering}" /><bufferSize value="4" />""", "behind"),
            directFirst ? LogScene.Root("direct", Scene.Name) : LogScene.Root(Scene.Name, "direct"));

        LogAllSorts(Scene.Log("Some.Name.Space.Logger"));
        Scene.Shutdown();

        Assert.That(new FileInfo(Scene.Folder.File("direct.log")).Length, Is.GreaterThan(500));
        Assert.That(Scene.Lines("direct"), Has.Exactly(1).EqualTo("head").And.Exactly(1).EqualTo("foot"));
        FileAssert.AreEqual(Scene.Folder.File("direct.log"), Scene.Folder.File("behind.log"));
    }

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

    private static string WithHeader(string file) =>
        file.Replace("<conversionPattern", """<header value="head&#10;" /><footer value="foot&#10;" /><conversionPattern""");

    private static void LogAllSorts(ILog log)
    {
        using (ThreadContext.Stacks["NDC"].Push("outer"))
        {
            ThreadContext.Properties["user"] = "thread's";
            log.Debug("plain");
            LogicalThreadContext.Properties["user"] = "flow's";
            log.Info(string.Empty);
            log.Info(message: null);
            log.Warn("this, but not this");
            log.WarnFormat("{0} and {1:F2}", "text", 1.5);
            log.Error("two\nlines", new InvalidOperationException("outer", new FormatException("inner")));
            using (ThreadContext.Stacks["NDC"].Push("inner"))
            {
                log.Fatal(new List<object?> { 1, "zwei", null, 'd' });
            }

            log.Logger.Log(typeof(FileOutputTests), Level.Trace, "below the threshold", exception: null);
            log.Info("Grüße, \U0001F600 und \u20AC");
            log.InfoFormat("{0", "broken format");
            log.Info(new string('x', 5000));
            log.Info("last");
        }

        ThreadContext.Properties.Remove("user");
        LogicalThreadContext.Properties.Remove("user");
    }
}
