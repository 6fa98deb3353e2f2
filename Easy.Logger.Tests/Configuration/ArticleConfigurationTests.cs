namespace Easy.Logger.Tests.Configuration;

/// <summary>
/// The configuration of the article that this project began with, as printed there, and the repository's own sample. Only the place
/// of the file is changed and, where log4net must find it by itself, the assembly of our type is named.
/// </summary>
[Demand("H4")]
internal sealed class ArticleConfigurationTests : SceneTests<LogScene>
{
    private const string ArticleFile = "Benchmarker-%date{yyyy-MM-dd}.log";
    private const string ArticlePattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    [TestCase("Easy.Logger.Tests/Configuration/Configs/article-async.config")]
    [TestCase("log4net.config")]
    public void Configure_ArticleOrSampleOfTheRepository_EveryOptionIsReadBackAndLinesAreWritten(string config)
    {
        string[] parts = File.ReadAllText(Path.Combine(Repository.Root, config)).Split(ArticleFile);
        Assert.That(parts, Has.Length.EqualTo(2), $"{ArticleFile} occurs once");
        string path = Scene.Folder.File("used.config");
        File.WriteAllText(path, string.Join(Scene.Folder.File(ArticleFile), parts));
        XmlConfigurator.Configure(Scene.Repository.Hierarchy, new FileInfo(path));

        Assert.That(Scene.Repository.Hierarchy.Root.Level, Is.EqualTo(Level.All));
        AsyncBufferingForwardingAppender ours = (AsyncBufferingForwardingAppender)Scene.Repository.Hierarchy.Root.Appenders.Single();
        Assert.That(
            (ours.Name, ours.BufferSize, ours.Lossy, ours.Overflow),
            Is.EqualTo(("AsyncBufferingForwarder", 512, false, OverflowPolicy.Block)));
        Assert.That(ours.Fix, Is.EqualTo(FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception));
        Assert.That(Scene.Messages.Naming($"Easy.Logger appender [{ours.Name}]"), Is.Empty);
        RollingFileAppender file = (RollingFileAppender)ours.Appenders.Single();
        Assert.That((file.Name, ((PatternLayout)file.Layout!).ConversionPattern), Is.EqualTo(("RollingFile", ArticlePattern)));
        AssertLogs(ours);
    }

    private void AssertLogs(AsyncBufferingForwardingAppender appender)
    {
        const int count = 1000;
        ILog log = Scene.Repository.Log("Some.Name.Space.Counter");
        using BackgroundCall<bool> calls = BackgroundCall.Of(
            () => Array.ForEach([.. Enumerable.Range(1, count)], i => log.DebugFormat("Counter is: {0}", i)));
        Assert.That(calls.Result, Is.True);

        Eventually.Holds(() => appender.Statistics.Forwarded == count, "everything is forwarded");
        IReadOnlyList<string> lines = Scene.Folder.Lines($"Benchmarker-{DateTime.Now.ToString("yyyy-", CultureInfo.InvariantCulture)}");
        Assert.That(
            lines.Select(line => line[(line.IndexOf(" [DEBUG]", StringComparison.Ordinal) + 1)..]),
            Is.EqualTo(Enumerable.Range(1, count).Select(i => $"[DEBUG] [background call] Counter - Counter is: {i}")));
    }
}
