using System.Globalization;
using System.Runtime.CompilerServices;
using Easy.Logger.Facade;
using Easy.Logger.Interfaces;
using log4net.Core;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger;

/// <summary>The logger that <see cref="Log4NetService" /> hands out. All members may be used from any thread.</summary>
public class Log4NetLogger : IEasyLogger
{
    private readonly ILogger _logger;
    private readonly LevelsInForce _levels;

    internal Log4NetLogger(ILogger logger)
    {
        _logger = logger;
        _levels = LevelsInForce.Of(logger.Repository);
    }

    /// <inheritdoc />
    public string Name => _logger.Name;

    /// <inheritdoc />
    public IDisposable GetScopedLogger(string name) => LogScope.Begin(name ?? throw new ArgumentNullException(nameof(name)));

    /// <inheritdoc />
    public bool IsTraceEnabled => _logger.IsEnabledFor(_levels.Trace);

    /// <inheritdoc />
    public void Trace(object? message) => Log(_levels.Trace, message, exception: null);

    /// <inheritdoc />
    public void Trace(object? message, Exception? exception) => Log(_levels.Trace, message, exception);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg) => LogFormat(_levels.Trace, format, arg);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Trace, format, arg1, arg2);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Trace, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void TraceFormat(string format, params object?[]? args) => LogFormat(_levels.Trace, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void TraceFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Trace, provider, format, args);

    /// <inheritdoc />
    public bool IsDebugEnabled => _logger.IsEnabledFor(_levels.Debug);

    /// <inheritdoc />
    public void Debug(object? message) => Log(_levels.Debug, message, exception: null);

    /// <inheritdoc />
    public void Debug(object? message, Exception? exception) => Log(_levels.Debug, message, exception);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg) => LogFormat(_levels.Debug, format, arg);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Debug, format, arg1, arg2);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Debug, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void DebugFormat(string format, params object?[]? args) => LogFormat(_levels.Debug, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void DebugFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Debug, provider, format, args);

    /// <inheritdoc />
    public bool IsInfoEnabled => _logger.IsEnabledFor(_levels.Info);

    /// <inheritdoc />
    public void Info(object? message) => Log(_levels.Info, message, exception: null);

    /// <inheritdoc />
    public void Info(object? message, Exception? exception) => Log(_levels.Info, message, exception);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg) => LogFormat(_levels.Info, format, arg);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Info, format, arg1, arg2);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Info, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void InfoFormat(string format, params object?[]? args) => LogFormat(_levels.Info, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void InfoFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Info, provider, format, args);

    /// <inheritdoc />
    public bool IsWarnEnabled => _logger.IsEnabledFor(_levels.Warn);

    /// <inheritdoc />
    public void Warn(object? message) => Log(_levels.Warn, message, exception: null);

    /// <inheritdoc />
    public void Warn(object? message, Exception? exception) => Log(_levels.Warn, message, exception);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg) => LogFormat(_levels.Warn, format, arg);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Warn, format, arg1, arg2);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Warn, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void WarnFormat(string format, params object?[]? args) => LogFormat(_levels.Warn, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void WarnFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Warn, provider, format, args);

    /// <inheritdoc />
    public bool IsErrorEnabled => _logger.IsEnabledFor(_levels.Error);

    /// <inheritdoc />
    public void Error(object? message) => Log(_levels.Error, message, exception: null);

    /// <inheritdoc />
    public void Error(object? message, Exception? exception) => Log(_levels.Error, message, exception);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg) => LogFormat(_levels.Error, format, arg);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Error, format, arg1, arg2);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Error, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void ErrorFormat(string format, params object?[]? args) => LogFormat(_levels.Error, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Error, provider, format, args);

    /// <inheritdoc />
    public bool IsFatalEnabled => _logger.IsEnabledFor(_levels.Fatal);

    /// <inheritdoc />
    public void Fatal(object? message) => Log(_levels.Fatal, message, exception: null);

    /// <inheritdoc />
    public void Fatal(object? message, Exception? exception) => Log(_levels.Fatal, message, exception);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg) => LogFormat(_levels.Fatal, format, arg);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg1, object? arg2) => LogFormat(_levels.Fatal, format, arg1, arg2);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(_levels.Fatal, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void FatalFormat(string format, params object?[]? args) => LogFormat(_levels.Fatal, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void FatalFormat(IFormatProvider? provider, string format, params object?[]? args) =>
        LogFormat(_levels.Fatal, provider, format, args);

    private void LogFormat(Level level, string format, object? arg)
    {
        if (_logger.IsEnabledFor(level))
        {
            WriteFormat(level, CultureInfo.InvariantCulture, format, [arg]);
        }
    }

    private void LogFormat(Level level, string format, object? arg1, object? arg2)
    {
        if (_logger.IsEnabledFor(level))
        {
            WriteFormat(level, CultureInfo.InvariantCulture, format, [arg1, arg2]);
        }
    }

    private void LogFormat(Level level, string format, object? arg1, object? arg2, object? arg3)
    {
        if (_logger.IsEnabledFor(level))
        {
            WriteFormat(level, CultureInfo.InvariantCulture, format, [arg1, arg2, arg3]);
        }
    }

    private void LogFormat(Level level, IFormatProvider? provider, string format, object?[]? args)
    {
        if (_logger.IsEnabledFor(level))
        {
            WriteFormat(level, provider, format, args);
        }
    }

    private void WriteFormat(Level level, IFormatProvider? provider, string format, object?[]? args)
    {
        string prefix = LogScope.CurrentPrefix;
        SystemStringFormat message = prefix.Length == 0 ? new(provider, format, args) : ScopedMessage.Of(prefix, provider, format, args);
        Write(level, message, exception: null);
    }

    private void Log(Level level, object? message, Exception? exception)
    {
        if (_logger.IsEnabledFor(level))
        {
            string prefix = LogScope.CurrentPrefix;
            Write(level, prefix.Length == 0 ? message : ScopedMessage.Of(prefix, message, _logger), exception);
        }
    }

    /// <summary>
    /// log4net looks for this type on the stack to find who called it. That takes one frame of the type that is really there: this one,
    /// which the compiler neither puts into its caller nor replaces by its last call.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Write(Level level, object? message, Exception? exception) => _logger.Log(typeof(Log4NetLogger), level, message, exception);
}

/// <summary>
/// The logger of a type from <see cref="Log4NetService.Instance" />, for containers that map generic interfaces to generic classes, as in
/// <c>services.AddSingleton(typeof(IEasyLogger&lt;&gt;), typeof(Log4NetLogger&lt;&gt;))</c>. All members may be used from any thread.
/// </summary>
/// <typeparam name="T">The type that logs; its full name is the name of the logger.</typeparam>
public sealed class Log4NetLogger<T> : Log4NetLogger, IEasyLogger<T>
{
    /// <summary>Makes the logger, as <see cref="ILogService.GetLogger{T}" /> of <see cref="Log4NetService.Instance" /> does.</summary>
    /// <exception cref="InvalidOperationException">
    /// Nothing has configured log4net yet: there is no <c>log4net.config</c> beside the application, and nobody has read another.
    /// </exception>
    public Log4NetLogger()
        : base(Log4NetService.Instance.FindLogger(typeof(T)))
    {
    }

    /// <summary>Makes the logger of a repository, whether that is configured yet or not.</summary>
    /// <param name="repository">The repository.</param>
    /// <exception cref="ArgumentNullException"><paramref name="repository" /> is null.</exception>
    public Log4NetLogger(ILoggerRepository repository)
        : base((repository ?? throw new ArgumentNullException(nameof(repository))).GetLogger(typeof(T).FullName ?? typeof(T).ToString()))
    {
    }
}
