using Easy.Logger.Extensions.Microsoft;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using ILoggerFactory = Microsoft.Extensions.Logging.ILoggerFactory;

namespace Easy.Logger.Tests.Provider;

/// <summary>What a log call becomes, and which level is which.</summary>
[Category("Provider")]
internal sealed class EasyLoggerProviderTests : IDisposable
{
    private static readonly (LogLevel LogLevel, Level Level)[] _pairs =
    [
        (LogLevel.Trace, Level.Trace), (LogLevel.Debug, Level.Debug), (LogLevel.Information, Level.Info), (LogLevel.Warning, Level.Warn),
        (LogLevel.Error, Level.Error), (LogLevel.Critical, Level.Fatal), (LogLevel.None, Level.Off),
    ];

    private readonly ProviderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Log_EveryLevel_IsAnEventOfThatCategoryAndLevel()
    {
        ILogger log = _scene.Collect().Log();
        foreach (LogLevel level in Enum.GetValues<LogLevel>().Where(level => level != LogLevel.None))
        {
            log.Log(level, "of {Level}", level);
        }

        Assert.That(
            _scene.Events.Select(logged => logged.Level),
            Is.EqualTo(new[] { Level.Trace, Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Fatal }));
        Assert.That(_scene.Events.Select(logged => logged.LoggerName), Is.All.EqualTo(ProviderScene.Category));
        Assert.That(_scene.Events[2].RenderedMessage, Is.EqualTo("of Information"));
    }

    [TestCase(LogLevel.None)]
    [TestCase((LogLevel)(-1))]
    [TestCase((LogLevel)7)]
    public void Log_NoLevel_IsNothing(LogLevel level)
    {
        ILogger log = _scene.Collect().Log();
        log.Log(level, "a");

        Assert.That(log.IsEnabled(level), Is.False);
        Assert.That(_scene.Events, Is.Empty);
    }

    [Test]
    public void Log_WithAnException_HandsItOn()
    {
        InvalidOperationException exception = new("broken");
        _scene.Collect().Log().LogError(exception, "a");

        Assert.That(_scene.Event.ExceptionObject, Is.SameAs(exception));
        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("a"));
    }

    [Test]
    public void IsEnabled_LevelOfTheLog4NetLogger_IsFollowed()
    {
        ILogger log = _scene.Collect(level: "WARN").Log();
        ILogger below = _scene.Provider().CreateLogger(ProviderScene.Category + ".Details");
        Assert.That(log.IsEnabled(LogLevel.Information), Is.False);
        Assert.That(log.IsEnabled(LogLevel.Warning), Is.True);

        ((log4net.Repository.Hierarchy.Logger)_scene.Provider().Repository.GetLogger(ProviderScene.Category)).Level = Level.Debug;

        Assert.That(log.IsEnabled(LogLevel.Debug), Is.True);
        Assert.That(below.IsEnabled(LogLevel.Debug), Is.True, "a category is below another as log4net loggers are");
        Assert.That(log.IsEnabled(LogLevel.Trace), Is.False);
    }

    /// <summary>A configuration may give a level another value; log4net's own loggers follow it as well.</summary>
    [Test]
    public void Log_LevelGetsAnotherValue_HasIt()
    {
        ILogger log = _scene.Collect().Log();
        Hierarchy repository = _scene.Scene.Repository.Hierarchy;
        repository.LevelMap.Add("WARN", 61_000, "WARN");
        _scene.Collect();
        log.LogWarning("a");

        Assert.That(_scene.Event.Level!.Value, Is.EqualTo(61_000));
    }

    [Test]
    public void Log_Disabled_FormatsNothing()
    {
        int formatted = 0;
        _scene.Collect(level: "ERROR").Log().Log(LogLevel.Warning, default, "state", exception: null, (_, _) => $"{formatted++}");

        Assert.That(formatted, Is.Zero);
        Assert.That(_scene.Events, Is.Empty);
    }

    [Test]
    public void Log_Disabled_AllocatesNothing()
    {
        _scene.Collect(level: "ERROR");
        ILogger alone = _scene.Log();
        using ILoggerFactory factory = _scene.Factory();
        ILogger inFactory = factory.CreateLogger(ProviderScene.Category);
        EventId id = new(7, "seven");
        LogTwice(); // what is made once

        Assert.That(Allocated.By(LogManyTimes), Is.Zero);
        Assert.That(_scene.Events, Is.Empty);

        void LogManyTimes()
        {
            for (int i = 0; i < 1_000; i++)
            {
                LogTwice();
            }
        }

        void LogTwice()
        {
            alone.LogDebug(id, "not written");
            inFactory.LogWarning(id, "not written");
        }
    }

    [Test]
    public void CreateLogger_SameCategory_IsTheSameLogger()
    {
        EasyLoggerProvider provider = _scene.Collect().Provider();

        ILogger first = provider.CreateLogger("a");

        Assert.That(provider.CreateLogger("a"), Is.SameAs(first));
        Assert.That(provider.CreateLogger("A"), Is.Not.SameAs(first));
    }

    [Test]
    public void Log_AfterDispose_IsStillWritten()
    {
        ILogger log = _scene.Collect().Log();
        _scene.Provider().Dispose();
        _scene.Provider().Dispose();
        log.LogInformation("a");

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("a"), "the repository is not the provider's to close");
    }

    [Test]
    public void Arguments_Null_AreRefused()
    {
        EasyLoggerProvider provider = _scene.Collect().Provider();

        Assert.That(() => new EasyLoggerProvider(null!), Throws.ArgumentNullException);
        Assert.That(() => provider.CreateLogger(null!), Throws.ArgumentNullException);
        Assert.That(() => provider.SetScopeProvider(null!), Throws.ArgumentNullException);
    }

    [Test]
    public void Levels_BothWays_AreTheSamePairs()
    {
        Assert.That(_pairs.Select(pair => pair.LogLevel), Is.EqualTo(Enum.GetValues<LogLevel>()));
        foreach ((LogLevel logLevel, Level level) in _pairs)
        {
            Assert.That(EasyLoggerLevels.ToLog4Net(logLevel), Is.SameAs(level));
            Assert.That(EasyLoggerLevels.ToLogLevel(level), Is.EqualTo(logLevel));
        }
    }

    [Test]
    public void ToLogLevel_LevelsInBetween_AreTheNextBelow()
    {
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.Notice), Is.EqualTo(LogLevel.Information));
        Assert.That(EasyLoggerLevels.ToLogLevel(new Level(65_000, "AUDIT")), Is.EqualTo(LogLevel.Warning));
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.Severe), Is.EqualTo(LogLevel.Critical));
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.Critical), Is.EqualTo(LogLevel.Critical));
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.Emergency), Is.EqualTo(LogLevel.Critical));
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.Verbose), Is.EqualTo(LogLevel.Trace));
        Assert.That(EasyLoggerLevels.ToLogLevel(Level.All), Is.EqualTo(LogLevel.Trace));
        Assert.That(EasyLoggerLevels.ToLogLevel(null), Is.EqualTo(LogLevel.None));
    }

    [TestCase(-1)]
    [TestCase(7)]
    public void ToLog4Net_NoLevel_IsOff(int logLevel) => Assert.That(EasyLoggerLevels.ToLog4Net((LogLevel)logLevel), Is.SameAs(Level.Off));
}
