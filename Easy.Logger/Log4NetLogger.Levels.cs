using System.Globalization;
using log4net.Core;

namespace Easy.Logger;

/// <content>The same for each level.</content>
public partial class Log4NetLogger
{
    /// <inheritdoc />
    public bool IsTraceEnabled => _logger.IsEnabledFor(Level.Trace);

    /// <inheritdoc />
    public void Trace(object? message) => Log(Level.Trace, message, exception: null);

    /// <inheritdoc />
    public void Trace(object? message, Exception? exception) => Log(Level.Trace, message, exception);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg) => LogFormat(Level.Trace, format, arg);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Trace, format, arg1, arg2);

    /// <inheritdoc />
    public void TraceFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Trace, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void TraceFormat(string format, params object?[]? args) => LogFormat(Level.Trace, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void TraceFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Trace, provider, format, args);

    /// <inheritdoc />
    public bool IsDebugEnabled => _logger.IsEnabledFor(Level.Debug);

    /// <inheritdoc />
    public void Debug(object? message) => Log(Level.Debug, message, exception: null);

    /// <inheritdoc />
    public void Debug(object? message, Exception? exception) => Log(Level.Debug, message, exception);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg) => LogFormat(Level.Debug, format, arg);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Debug, format, arg1, arg2);

    /// <inheritdoc />
    public void DebugFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Debug, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void DebugFormat(string format, params object?[]? args) => LogFormat(Level.Debug, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void DebugFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Debug, provider, format, args);

    /// <inheritdoc />
    public bool IsInfoEnabled => _logger.IsEnabledFor(Level.Info);

    /// <inheritdoc />
    public void Info(object? message) => Log(Level.Info, message, exception: null);

    /// <inheritdoc />
    public void Info(object? message, Exception? exception) => Log(Level.Info, message, exception);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg) => LogFormat(Level.Info, format, arg);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Info, format, arg1, arg2);

    /// <inheritdoc />
    public void InfoFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Info, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void InfoFormat(string format, params object?[]? args) => LogFormat(Level.Info, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void InfoFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Info, provider, format, args);

    /// <inheritdoc />
    public bool IsWarnEnabled => _logger.IsEnabledFor(Level.Warn);

    /// <inheritdoc />
    public void Warn(object? message) => Log(Level.Warn, message, exception: null);

    /// <inheritdoc />
    public void Warn(object? message, Exception? exception) => Log(Level.Warn, message, exception);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg) => LogFormat(Level.Warn, format, arg);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Warn, format, arg1, arg2);

    /// <inheritdoc />
    public void WarnFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Warn, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void WarnFormat(string format, params object?[]? args) => LogFormat(Level.Warn, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void WarnFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Warn, provider, format, args);

    /// <inheritdoc />
    public bool IsErrorEnabled => _logger.IsEnabledFor(Level.Error);

    /// <inheritdoc />
    public void Error(object? message) => Log(Level.Error, message, exception: null);

    /// <inheritdoc />
    public void Error(object? message, Exception? exception) => Log(Level.Error, message, exception);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg) => LogFormat(Level.Error, format, arg);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Error, format, arg1, arg2);

    /// <inheritdoc />
    public void ErrorFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Error, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void ErrorFormat(string format, params object?[]? args) => LogFormat(Level.Error, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Error, provider, format, args);

    /// <inheritdoc />
    public bool IsFatalEnabled => _logger.IsEnabledFor(Level.Fatal);

    /// <inheritdoc />
    public void Fatal(object? message) => Log(Level.Fatal, message, exception: null);

    /// <inheritdoc />
    public void Fatal(object? message, Exception? exception) => Log(Level.Fatal, message, exception);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg) => LogFormat(Level.Fatal, format, arg);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg1, object? arg2) => LogFormat(Level.Fatal, format, arg1, arg2);

    /// <inheritdoc />
    public void FatalFormat(string format, object? arg1, object? arg2, object? arg3) => LogFormat(Level.Fatal, format, arg1, arg2, arg3);

    /// <inheritdoc />
    public void FatalFormat(string format, params object?[]? args) => LogFormat(Level.Fatal, CultureInfo.InvariantCulture, format, args);

    /// <inheritdoc />
    public void FatalFormat(IFormatProvider? provider, string format, params object?[]? args) => LogFormat(Level.Fatal, provider, format, args);
}
