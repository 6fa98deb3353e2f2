using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>What a log call becomes, and which level is which.</summary>
internal sealed class EasyLoggerProviderTests : ProviderScene
{
    private static readonly (LogLevel LogLevel, Level? Level)[] _pairs =
    [
        (LogLevel.Trace, Level.Trace), (LogLevel.Debug, Level.Debug), (LogLevel.Information, Level.Info), (LogLevel.Warning, Level.Warn),
        (LogLevel.Error, Level.Error), (LogLevel.Critical, Level.Fatal), (LogLevel.None, Level.Off),
    ];

    private static readonly (LogLevel LogLevel, Level? Level)[] _between =
    [
        (LogLevel.Information, Level.Notice), (LogLevel.Warning, new Level(65_000, "AUDIT")), (LogLevel.Critical, Level.Severe),
        (LogLevel.Critical, Level.Critical), (LogLevel.Critical, Level.Emergency), (LogLevel.Trace, Level.Verbose),
        (LogLevel.Trace, Level.All), (LogLevel.None, null),
    ];

    [Test]
    public void Log_EveryLevel_IsAnEventOfThatCategoryAndLevel()
    {
        ILogger log = Collect().Log();
        foreach ((LogLevel logLevel, Level? level) in _pairs)
        {
            Assert.That(EasyLoggerLevels.ToLog4Net(logLevel), Is.SameAs(level));
            log.Log(logLevel, "of {Level}", logLevel);
        }

        foreach (LogLevel none in new[] { LogLevel.None, (LogLevel)(-1), (LogLevel)7 })
        {
            log.Log(none, "nothing");
            Assert.That((log.IsEnabled(none), EasyLoggerLevels.ToLog4Net(none)), Is.EqualTo((false, Level.Off)));
        }

        Assert.That(_pairs.Select(pair => pair.LogLevel), Is.EqualTo(Enum.GetValues<LogLevel>()));
        Assert.That(Events.Select(logged => logged.Level), Is.EqualTo(_pairs.SkipLast(1).Select(pair => pair.Level)));
        Assert.That(Events.Select(logged => logged.LoggerName), Is.All.EqualTo(Shop));
        Assert.That(Events[2].RenderedMessage, Is.EqualTo("of Information"));
    }

    [Test]
    public void ToLogLevel_AnyLevel_IsThatOrTheNextBelow() => Assert.That(
        _between.Concat(_pairs).Select(pair => (EasyLoggerLevels.ToLogLevel(pair.Level), pair.Level)),
        Is.EqualTo(_between.Concat(_pairs)));

    [Test]
    public void IsEnabled_LevelOfTheLog4NetLogger_IsFollowed()
    {
        ILogger log = Collect(level: "WARN").Log();
        ILogger below = Provider().CreateLogger(Shop + ".Details");
        Assert.That(log.IsEnabled(LogLevel.Information), Is.False);
        Assert.That(log.IsEnabled(LogLevel.Warning), Is.True);

        ((log4net.Repository.Hierarchy.Logger)Provider().Repository.GetLogger(Shop)).Level = Level.Debug;

        Assert.That(log.IsEnabled(LogLevel.Debug), Is.True);
        Assert.That(below.IsEnabled(LogLevel.Debug), Is.True, "a category is below another as log4net loggers are");
        Assert.That(log.IsEnabled(LogLevel.Trace), Is.False);
    }

    [Test]
    public void Log_Disabled_FormatsAndAllocatesNothing()
    {
        ILogger alone = Collect(level: "ERROR").Log();
        ILogger inFactory = Factory().CreateLogger(Shop);
        EventId id = new(7, "seven");

        Assert.That(Allocated.By(LogManyTimes), Is.Zero);
        Assert.That(Events, Is.Empty);

        void LogManyTimes()
        {
            for (int i = 0; i < 1_000; i++)
            {
                alone.LogDebug(id, "not written");
                inFactory.LogWarning(id, "not written");
                alone.Log(LogLevel.Warning, id, "state", null, (_, _) => throw new InvalidOperationException("It was formatted."));
            }
        }
    }

    [Test]
    public void CreateLogger_SameCategory_IsTheSameLogger() => Assert.That(
        Provider().CreateLogger("a"), Is.SameAs(Provider().CreateLogger("a")).And.Not.SameAs(Provider().CreateLogger("A")));

    [Test]
    public void Log_AfterDispose_IsStillWrittenWithItsException()
    {
        InvalidOperationException exception = new("broken");
        ILogger log = Collect().Log();
        Provider().Dispose();
        Provider().Dispose();
        log.LogError(exception, "a");

        Assert.That(Event.RenderedMessage, Is.EqualTo("a"), "the repository is not the provider's to close");
        Assert.That(Event.ExceptionObject, Is.SameAs(exception));
    }

    [Test]
    public void Arguments_Null_AreRefused()
    {
        ILoggingBuilder none = null!;
        EasyLoggerProvider provider = Collect().Provider();
        _ = new ServiceCollection().AddLogging(builder => Assert.Multiple(() =>
        {
            Assert.That(() => new EasyLoggerProvider(null!), Throws.ArgumentNullException);
            Assert.That(() => provider.CreateLogger(null!), Throws.ArgumentNullException);
            Assert.That(() => provider.SetScopeProvider(null!), Throws.ArgumentNullException);
            Assert.That(() => new EasyLoggerHealthCheck((EasyLoggerProvider)null!), Throws.ArgumentNullException);
            Assert.That(() => new EasyLoggerHealthCheck((log4net.Repository.ILoggerRepository)null!), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(_ => { }), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(new FileInfo("a")), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((FileInfo)null!), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((Action<EasyLoggerOptions>)null!), Throws.ArgumentNullException);
        }));
    }
}
