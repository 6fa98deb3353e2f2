using System.Globalization;

namespace Easy.Logger;

/// <content>The same for each level.</content>
public partial class Log4NetLogger
{
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
    public void TraceFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Trace, provider, format, args);

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
    public void DebugFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Debug, provider, format, args);

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
    public void InfoFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Info, provider, format, args);

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
    public void WarnFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Warn, provider, format, args);

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
    public void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Error, provider, format, args);

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
    public void FatalFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(_levels.Fatal, provider, format, args);
}
