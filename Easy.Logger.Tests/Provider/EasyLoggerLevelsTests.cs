using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

[Category("Provider")]
internal sealed class EasyLoggerLevelsTests
{
    private static readonly (LogLevel LogLevel, Level Level)[] _pairs =
    [
        (LogLevel.Trace, Level.Trace), (LogLevel.Debug, Level.Debug), (LogLevel.Information, Level.Info), (LogLevel.Warning, Level.Warn),
        (LogLevel.Error, Level.Error), (LogLevel.Critical, Level.Fatal), (LogLevel.None, Level.Off),
    ];

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
