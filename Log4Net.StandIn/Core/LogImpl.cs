using System.Globalization;
using log4net.Repository;
using log4net.Util;

namespace log4net.Core;

public class LogImpl : LoggerWrapperImpl, ILog
{
    private LogLevels _levels = LogLevels.Standard;

    public LogImpl(ILogger logger)
        : base(logger)
    {
        if (logger.Repository is { } repository)
        {
            repository.ConfigurationChanged += (_, _) => ReloadLevels(repository);
            ReloadLevels(repository);
        }
    }

    public virtual bool IsDebugEnabled => Logger.IsEnabledFor(_levels.Debug);
    public virtual void Debug(object? message) => Send(_levels.Debug, message);
    public virtual void Debug(object? message, Exception? exception) => Send(_levels.Debug, message, exception);
    public virtual void DebugFormat(string format, object? arg0) => Fill(IsDebugEnabled, _levels.Debug, format, arg0);
    public virtual void DebugFormat(string format, object? arg0, object? arg1) => Fill(IsDebugEnabled, _levels.Debug, format, arg0, arg1);
    public virtual void DebugFormat(string format, object? arg0, object? arg1, object? arg2) => Fill(IsDebugEnabled, _levels.Debug, format, arg0, arg1, arg2);
    public virtual void DebugFormat(string format, params object?[]? args) => Fill(IsDebugEnabled, _levels.Debug, CultureInfo.InvariantCulture, format, args);
    public virtual void DebugFormat(IFormatProvider? provider, string format, params object?[]? args)
        => Fill(IsDebugEnabled, _levels.Debug, provider, format, args);

    public virtual bool IsInfoEnabled => Logger.IsEnabledFor(_levels.Info);
    public virtual void Info(object? message) => Send(_levels.Info, message);
    public virtual void Info(object? message, Exception? exception) => Send(_levels.Info, message, exception);
    public virtual void InfoFormat(string format, object? arg0) => Fill(IsInfoEnabled, _levels.Info, format, arg0);
    public virtual void InfoFormat(string format, object? arg0, object? arg1) => Fill(IsInfoEnabled, _levels.Info, format, arg0, arg1);
    public virtual void InfoFormat(string format, object? arg0, object? arg1, object? arg2) => Fill(IsInfoEnabled, _levels.Info, format, arg0, arg1, arg2);
    public virtual void InfoFormat(string format, params object?[]? args) => Fill(IsInfoEnabled, _levels.Info, CultureInfo.InvariantCulture, format, args);
    public virtual void InfoFormat(IFormatProvider? provider, string format, params object?[]? args)
        => Fill(IsInfoEnabled, _levels.Info, provider, format, args);

    public virtual bool IsWarnEnabled => Logger.IsEnabledFor(_levels.Warn);
    public virtual void Warn(object? message) => Send(_levels.Warn, message);
    public virtual void Warn(object? message, Exception? exception) => Send(_levels.Warn, message, exception);
    public virtual void WarnFormat(string format, object? arg0) => Fill(IsWarnEnabled, _levels.Warn, format, arg0);
    public virtual void WarnFormat(string format, object? arg0, object? arg1) => Fill(IsWarnEnabled, _levels.Warn, format, arg0, arg1);
    public virtual void WarnFormat(string format, object? arg0, object? arg1, object? arg2) => Fill(IsWarnEnabled, _levels.Warn, format, arg0, arg1, arg2);
    public virtual void WarnFormat(string format, params object?[]? args) => Fill(IsWarnEnabled, _levels.Warn, CultureInfo.InvariantCulture, format, args);
    public virtual void WarnFormat(IFormatProvider? provider, string format, params object?[]? args)
        => Fill(IsWarnEnabled, _levels.Warn, provider, format, args);

    public virtual bool IsErrorEnabled => Logger.IsEnabledFor(_levels.Error);
    public virtual void Error(object? message) => Send(_levels.Error, message);
    public virtual void Error(object? message, Exception? exception) => Send(_levels.Error, message, exception);
    public virtual void ErrorFormat(string format, object? arg0) => Fill(IsErrorEnabled, _levels.Error, format, arg0);
    public virtual void ErrorFormat(string format, object? arg0, object? arg1) => Fill(IsErrorEnabled, _levels.Error, format, arg0, arg1);
    public virtual void ErrorFormat(string format, object? arg0, object? arg1, object? arg2) => Fill(IsErrorEnabled, _levels.Error, format, arg0, arg1, arg2);
    public virtual void ErrorFormat(string format, params object?[]? args) => Fill(IsErrorEnabled, _levels.Error, CultureInfo.InvariantCulture, format, args);
    public virtual void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args)
        => Fill(IsErrorEnabled, _levels.Error, provider, format, args);

    public virtual bool IsFatalEnabled => Logger.IsEnabledFor(_levels.Fatal);
    public virtual void Fatal(object? message) => Send(_levels.Fatal, message);
    public virtual void Fatal(object? message, Exception? exception) => Send(_levels.Fatal, message, exception);
    public virtual void FatalFormat(string format, object? arg0) => Fill(IsFatalEnabled, _levels.Fatal, format, arg0);
    public virtual void FatalFormat(string format, object? arg0, object? arg1) => Fill(IsFatalEnabled, _levels.Fatal, format, arg0, arg1);
    public virtual void FatalFormat(string format, object? arg0, object? arg1, object? arg2) => Fill(IsFatalEnabled, _levels.Fatal, format, arg0, arg1, arg2);
    public virtual void FatalFormat(string format, params object?[]? args) => Fill(IsFatalEnabled, _levels.Fatal, CultureInfo.InvariantCulture, format, args);
    public virtual void FatalFormat(IFormatProvider? provider, string format, params object?[]? args)
        => Fill(IsFatalEnabled, _levels.Fatal, provider, format, args);

    // A repository may define its own level under a name that we know.
    protected virtual void ReloadLevels(ILoggerRepository repository) => _levels = new LogLevels(repository.LevelMap.LookupWithDefault);

    // The library's part of the stack ends with the frames of this class.
    private void Send(Level level, object? message, Exception? exception = null) => Logger.Log(typeof(LogImpl), level, message, exception);

    // One overload per count of arguments: what is disabled must not pay for an array.
    private void Fill(bool enabled, Level level, string format, object? arg0)
    {
        if (enabled)
        {
            Fill(true, level, CultureInfo.InvariantCulture, format, [arg0]);
        }
    }

    private void Fill(bool enabled, Level level, string format, object? arg0, object? arg1)
    {
        if (enabled)
        {
            Fill(true, level, CultureInfo.InvariantCulture, format, [arg0, arg1]);
        }
    }

    private void Fill(bool enabled, Level level, string format, object? arg0, object? arg1, object? arg2)
    {
        if (enabled)
        {
            Fill(true, level, CultureInfo.InvariantCulture, format, [arg0, arg1, arg2]);
        }
    }

    // A missing array counts as one missing argument.
    private void Fill(bool enabled, Level level, IFormatProvider? provider, string format, object?[]? args)
    {
        if (enabled)
        {
            Send(level, new SystemStringFormat(provider, format, args ?? [null]));
        }
    }
}
