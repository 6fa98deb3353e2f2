using Easy.Logger.Buffering;
using log4net.Config;

namespace Easy.Logger.Tests.Configuration;

/// <summary>
/// The configuration of the article that this project began with, as printed there, and the repository's own sample. Only the place
/// of the file is changed and, where log4net must find it by itself, the assembly of our type is named.
/// </summary>
[Demand("H4")]
internal sealed class ArticleConfigurationTests
{
    private const string ArticleFile = "Benchmarker-%date{yyyy-MM-dd}.log";
    private const string ArticlePattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";
    private const string BareType = "\"Easy.Logger.AsyncBufferingForwardingAppender\"";
    private const string QualifiedType = "\"Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger\"";

    private readonly TempFolder _folder = new();
    private readonly TestRepository _repository = new();
    private readonly InternalMessages _messages = new();

    [TearDown]
    public void End()
    {
        AsyncBufferingForwardingAppender[] ours = [.. _repository.Hierarchy.GetAppenders().OfType<AsyncBufferingForwardingAppender>()];
        _repository.Dispose();
        Workers.AssertNoneLeft(ours);
        _messages.Dispose();
        _folder.Dispose();
    }

    [TestCase(QualifiedType)]
    [TestCase(BareType)]
    public void Configure_Async_EveryOptionIsReadBackAndLinesAreWritten(string type)
    {
        Configure(Replace(Article(), BareType, type));

        AssertAsync();
    }

    [Test]
    public void Configure_SampleOfTheRepository_EveryOptionIsReadBackAndLinesAreWritten()
    {
        Configure(File.ReadAllText(Path.Combine(Repository.Root, "log4net.config")));

        AssertAsync();
    }

    private static string Article() =>
        File.ReadAllText(Path.Combine(TestContext.CurrentContext.TestDirectory, "Configuration", "Configs", "article-async.config"));

    private static string Replace(string text, string old, string replacement)
    {
        string[] parts = text.Split(old);
        Assert.That(parts, Has.Length.EqualTo(2), $"{old} occurs once");
        return string.Join(replacement, parts);
    }

    private void Configure(string config)
    {
        string path = _folder.File("used.config");
        File.WriteAllText(path, Replace(config, ArticleFile, _folder.File(ArticleFile)));
        XmlConfigurator.Configure(_repository.Hierarchy, new FileInfo(path));
    }

    private void AssertAsync()
    {
        Assert.That(_repository.Hierarchy.Root.Level, Is.EqualTo(Level.All));
        AsyncBufferingForwardingAppender ours = (AsyncBufferingForwardingAppender)_repository.Hierarchy.Root.Appenders.ToArray().Single();
        Assert.That(
            (ours.Name, ours.BufferSize, ours.Lossy, ours.Overflow),
            Is.EqualTo(("AsyncBufferingForwarder", 512, false, OverflowPolicy.Block)));
        Assert.That(ours.Fix, Is.EqualTo(FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception));
        Assert.That(_messages.Naming($"Easy.Logger appender [{ours.Name}]"), Is.Empty);
        RollingFileAppender file = (RollingFileAppender)ours.Appenders.ToArray().Single();
        Assert.That((file.Name, ((PatternLayout)file.Layout!).ConversionPattern), Is.EqualTo(("RollingFile", ArticlePattern)));
        AssertLogs(ours);
    }

    private void AssertLogs(AsyncBufferingForwardingAppender appender)
    {
        const int count = 1000;
        ILog log = _repository.Log("Some.Name.Space.Counter");
        for (int i = 1; i <= count; i++)
        {
            log.DebugFormat("Counter is: {0}", i);
        }

        Eventually.Holds(() => appender.Statistics.Forwarded == count, "everything is forwarded");
        IReadOnlyList<string> lines = _folder.Lines($"Benchmarker-{DateTime.Now.ToString("yyyy-", CultureInfo.InvariantCulture)}");
        string thread = Thread.CurrentThread.Name is { Length: > 0 } name ? name : $"{Environment.CurrentManagedThreadId,2}";
        Assert.That(
            lines.Select(line => line[(line.IndexOf(" [DEBUG]", StringComparison.Ordinal) + 1)..]),
            Is.EqualTo(Enumerable.Range(1, count).Select(i => $"[DEBUG] [{ThreadText(thread)}] Counter - Counter is: {i}")));
    }

    /// <summary>log4net takes the name of a pool thread for none.</summary>
    private static string ThreadText(string name) =>
        name.StartsWith(".NET ", StringComparison.Ordinal) ? $"{Environment.CurrentManagedThreadId,2}" : name;
}
