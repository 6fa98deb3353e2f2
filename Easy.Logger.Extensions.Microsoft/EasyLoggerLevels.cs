using log4net.Core;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft;

/// <summary>Which log4net level a log level of Microsoft.Extensions.Logging is, and the other way round. Safe for any thread.</summary>
/// <remarks>
/// Critical is log4net's FATAL, not its CRITICAL: FATAL is the highest level that configurations filter on, and CRITICAL (90,000) lies
/// below it (110,000), so a threshold of FATAL would hide the most severe lines.
/// </remarks>
public static class EasyLoggerLevels
{
    /// <summary>The log4net level that a log call is written with.</summary>
    /// <param name="logLevel">The level of the call.</param>
    /// <returns>TRACE, DEBUG, INFO, WARN, ERROR or FATAL; OFF for <see cref="LogLevel.None" /> and for values that are no level.</returns>
    public static Level ToLog4Net(LogLevel logLevel) => logLevel switch
    {
        LogLevel.Trace => Level.Trace,
        LogLevel.Debug => Level.Debug,
        LogLevel.Information => Level.Info,
        LogLevel.Warning => Level.Warn,
        LogLevel.Error => Level.Error,
        LogLevel.Critical => Level.Fatal,
        _ => Level.Off,
    };

    /// <summary>
    /// The log level that a log4net level comes nearest to from below, so that NOTICE is Information, and all between ERROR and OFF is
    /// Critical.
    /// </summary>
    /// <param name="level">The log4net level; one that was defined by the application is placed by its value.</param>
    /// <returns>The log level; <see cref="LogLevel.None" /> for OFF and for <see langword="null" />.</returns>
    public static LogLevel ToLogLevel(Level? level) => level?.Value switch
    {
        null => LogLevel.None,
        int value when value >= Level.Off.Value => LogLevel.None,
        int value when value > Level.Error.Value => LogLevel.Critical,
        int value when value >= Level.Error.Value => LogLevel.Error,
        int value when value >= Level.Warn.Value => LogLevel.Warning,
        int value when value >= Level.Info.Value => LogLevel.Information,
        int value when value >= Level.Debug.Value => LogLevel.Debug,
        _ => LogLevel.Trace,
    };
}
