using System.Globalization;
using Easy.Logger.Buffering;
using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Tests.Configuration;

/// <summary>
/// H4: the three configurations of the article that this project began with, as printed there, and the repository's own sample. Only the
/// place of the file is changed and, where log4net must find it by itself, the assembly of our type is named.
/// </summary>
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

    [Test]
    public void Configure_Direct_EveryOptionIsReadBackAndLinesAreWritten()
    {
        Configure(Article("direct"));

        RollingFileAppender file = AssertRoot<RollingFileAppender>();
        AssertRollingFile(file, file.Layout);
        AssertLogs(_ => { });
    }

    [Test]
    public void Configure_Buffering_EveryOptionIsReadBackAndLinesAreWritten()
    {
        Configure(Article("buffering"));

        BufferingForwardingAppender buffer = AssertRoot<BufferingForwardingAppender>();
        RollingFileAppender file = AssertRollingFileBehind(buffer);
        AssertRollingFile(file, file.Layout);
        Assert.Multiple(() =>
        {
            Assert.That(buffer.Name, Is.EqualTo("BufferingForwarder"));
            Assert.That(buffer.Evaluator, Is.InstanceOf<LevelEvaluator>().With.Property("Threshold").EqualTo(Level.Warn));
        });
        AssertLogs(_ => buffer.Flush());
    }

    [TestCase(QualifiedType)]
    [TestCase(BareType)]
    public void Configure_Async_EveryOptionIsReadBackAndLinesAreWritten(string type)
    {
        Configure(Replace(Article("async"), BareType, type));

        AssertAsync();
    }

    [Test]
    public void Configure_SampleOfTheRepository_EveryOptionIsReadBackAndLinesAreWritten()
    {
        Configure(File.ReadAllText(SampleFile()));

        AssertAsync();
    }

    private static string Article(string name) =>
        File.ReadAllText(Path.Combine(TestContext.CurrentContext.TestDirectory, "Configuration", "Configs", $"article-{name}.config"));

    private static string SampleFile()
    {
        DirectoryInfo? folder = new(TestContext.CurrentContext.TestDirectory);
        while (folder is not null && !(folder.GetFiles("log4net.config").Length == 1 && folder.GetFiles("Easy.Logger.sln").Length == 1))
        {
            folder = folder.Parent;
        }

        Assert.That(folder, Is.Not.Null, "No folder above the tests holds both log4net.config and Easy.Logger.sln.");
        return Path.Combine(folder!.FullName, "log4net.config");
    }

    private static string Replace(string text, string old, string replacement)
    {
        string[] parts = text.Split(old);
        Assert.That(parts, Has.Length.EqualTo(2), $"{old} occurs once");
        return string.Join(replacement, parts);
    }

    private static void AssertRollingFile(RollingFileAppender file, ILayout? layout) => Assert.Multiple(() =>
    {
        Assert.That(file.AppendToFile, Is.False);
        Assert.That(file.RollingStyle, Is.EqualTo(RollingFileAppender.RollingMode.Composite));
        Assert.That(file.MaxSizeRollBackups, Is.EqualTo(-1));
        Assert.That(file.MaxFileSize, Is.EqualTo(50 * 1024 * 1024));
        Assert.That(file.StaticLogFileName, Is.True);
        Assert.That(file.DatePattern, Is.EqualTo("yyyy-MM-dd"));
        Assert.That(file.PreserveLogFileNameExtension, Is.True);
        Assert.That(file.CountDirection, Is.EqualTo(1));
        Assert.That(layout, Is.InstanceOf<PatternLayout>().With.Property("ConversionPattern").EqualTo(ArticlePattern));
    });

    private static RollingFileAppender AssertRollingFileBehind(BufferingForwardingAppender buffer)
    {
        Assert.Multiple(() =>
        {
            Assert.That(buffer.BufferSize, Is.EqualTo(512));
            Assert.That(buffer.Lossy, Is.False);
            Assert.That(buffer.Fix, Is.EqualTo(FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception));
            Assert.That(buffer.Appenders.Select(child => child.Name), Is.EqualTo(new[] { "RollingFile" }));
        });
        return (RollingFileAppender)buffer.Appenders[0];
    }

    private void Configure(string config)
    {
        string path = _folder.File("used.config");
        File.WriteAllText(path, Replace(config, ArticleFile, _folder.File(ArticleFile)));
        XmlConfigurator.Configure(_repository.Hierarchy, new FileInfo(path));
    }

    private T AssertRoot<T>()
        where T : IAppender
    {
        Assert.That(_repository.Hierarchy.Root.Level, Is.EqualTo(Level.All));
        Assert.That(_repository.Hierarchy.Root.Appenders, Has.Count.EqualTo(1));
        Assert.That(_repository.Hierarchy.Root.Appenders[0], Is.InstanceOf<T>());
        return (T)_repository.Hierarchy.Root.Appenders[0];
    }

    private void AssertAsync()
    {
        AsyncBufferingForwardingAppender ours = AssertRoot<AsyncBufferingForwardingAppender>();
        RollingFileAppender file = AssertRollingFileBehind(ours);
        AssertRollingFile(file, file.Layout);
        Assert.Multiple(() =>
        {
            Assert.That(ours.Name, Is.EqualTo("AsyncBufferingForwarder"));
            Assert.That(ours.Overflow, Is.EqualTo(OverflowPolicy.Block));
            Assert.That(_messages.Naming($"Easy.Logger appender [{ours.Name}]"), Is.Empty);
        });
        AssertLogs(count => Eventually.Holds(() => ours.Statistics.Forwarded == count, "everything is forwarded"));
    }

    private void AssertLogs(Action<int> flush)
    {
        const int count = 1000;
        ILog log = _repository.Log("Some.Name.Space.Counter");
        for (int i = 1; i <= count; i++)
        {
            log.DebugFormat("Counter is: {0}", i);
        }

        flush(count);
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
