using System.Globalization;
using log4net.Repository;
using log4net.Util;

namespace log4net.Core;

public class LogImpl : LoggerWrapperImpl, ILog
{
    // Frames of this class end the library's part of the stack.
    private static readonly Type _boundary = typeof(LogImpl);

    private Level _debug = Level.Debug;
    private Level _info = Level.Info;
    private Level _warn = Level.Warn;
    private Level _error = Level.Error;
    private Level _fatal = Level.Fatal;

    public LogImpl(ILogger logger)
        : base(logger)
    {
        if (logger.Repository is { } repository)
        {
            repository.ConfigurationChanged += (_, _) => ReloadLevels(repository);
            ReloadLevels(repository);
        }
    }

    public virtual bool IsDebugEnabled => Logger.IsEnabledFor(_debug);

    public virtual void Debug(object? message) => Logger.Log(_boundary, _debug, message, null);

    public virtual void Debug(object? message, Exception? exception) => Logger.Log(_boundary, _debug, message, exception);

    public virtual void DebugFormat(string format, object? arg0) => Send(IsDebugEnabled, _debug, format, arg0);

    public virtual void DebugFormat(string format, object? arg0, object? arg1) => Send(IsDebugEnabled, _debug, format, arg0, arg1);

    public virtual void DebugFormat(string format, object? arg0, object? arg1, object? arg2) => Send(IsDebugEnabled, _debug, format, arg0, arg1, arg2);

    public virtual void DebugFormat(string format, params object?[]? args) => Send(IsDebugEnabled, _debug, CultureInfo.InvariantCulture, format, args);

    public virtual void DebugFormat(IFormatProvider? provider, string format, params object?[]? args) => Send(IsDebugEnabled, _debug, provider, format, args);

    public virtual bool IsInfoEnabled => Logger.IsEnabledFor(_info);

    public virtual void Info(object? message) => Logger.Log(_boundary, _info, message, null);

    public virtual void Info(object? message, Exception? exception) => Logger.Log(_boundary, _info, message, exception);

    public virtual void InfoFormat(string format, object? arg0) => Send(IsInfoEnabled, _info, format, arg0);

    public virtual void InfoFormat(string format, object? arg0, object? arg1) => Send(IsInfoEnabled, _info, format, arg0, arg1);

    public virtual void InfoFormat(string format, object? arg0, object? arg1, object? arg2) => Send(IsInfoEnabled, _info, format, arg0, arg1, arg2);

    public virtual void InfoFormat(string format, params object?[]? args) => Send(IsInfoEnabled, _info, CultureInfo.InvariantCulture, format, args);

    public virtual void InfoFormat(IFormatProvider? provider, string format, params object?[]? args) => Send(IsInfoEnabled, _info, provider, format, args);

    public virtual bool IsWarnEnabled => Logger.IsEnabledFor(_warn);

    public virtual void Warn(object? message) => Logger.Log(_boundary, _warn, message, null);

    public virtual void Warn(object? message, Exception? exception) => Logger.Log(_boundary, _warn, message, exception);

    public virtual void WarnFormat(string format, object? arg0) => Send(IsWarnEnabled, _warn, format, arg0);

    public virtual void WarnFormat(string format, object? arg0, object? arg1) => Send(IsWarnEnabled, _warn, format, arg0, arg1);

    public virtual void WarnFormat(string format, object? arg0, object? arg1, object? arg2) => Send(IsWarnEnabled, _warn, format, arg0, arg1, arg2);

    public virtual void WarnFormat(string format, params object?[]? args) => Send(IsWarnEnabled, _warn, CultureInfo.InvariantCulture, format, args);

    public virtual void WarnFormat(IFormatProvider? provider, string format, params object?[]? args) => Send(IsWarnEnabled, _warn, provider, format, args);

    public virtual bool IsErrorEnabled => Logger.IsEnabledFor(_error);

    public virtual void Error(object? message) => Logger.Log(_boundary, _error, message, null);

    public virtual void Error(object? message, Exception? exception) => Logger.Log(_boundary, _error, message, exception);

    public virtual void ErrorFormat(string format, object? arg0) => Send(IsErrorEnabled, _error, format, arg0);

    public virtual void ErrorFormat(string format, object? arg0, object? arg1) => Send(IsErrorEnabled, _error, format, arg0, arg1);

    public virtual void ErrorFormat(string format, object? arg0, object? arg1, object? arg2) => Send(IsErrorEnabled, _error, format, arg0, arg1, arg2);

    public virtual void ErrorFormat(string format, params object?[]? args) => Send(IsErrorEnabled, _error, CultureInfo.InvariantCulture, format, args);

    public virtual void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args) => Send(IsErrorEnabled, _error, provider, format, args);

    public virtual bool IsFatalEnabled => Logger.IsEnabledFor(_fatal);

    public virtual void Fatal(object? message) => Logger.Log(_boundary, _fatal, message, null);

    public virtual void Fatal(object? message, Exception? exception) => Logger.Log(_boundary, _fatal, message, exception);

    public virtual void FatalFormat(string format, object? arg0) => Send(IsFatalEnabled, _fatal, format, arg0);

    public virtual void FatalFormat(string format, object? arg0, object? arg1) => Send(IsFatalEnabled, _fatal, format, arg0, arg1);

    public virtual void FatalFormat(string format, object? arg0, object? arg1, object? arg2) => Send(IsFatalEnabled, _fatal, format, arg0, arg1, arg2);

    public virtual void FatalFormat(string format, params object?[]? args) => Send(IsFatalEnabled, _fatal, CultureInfo.InvariantCulture, format, args);

    public virtual void FatalFormat(IFormatProvider? provider, string format, params object?[]? args) => Send(IsFatalEnabled, _fatal, provider, format, args);

    // A repository may define its own level under a name that we know.
    protected virtual void ReloadLevels(ILoggerRepository repository)
    {
        LevelMap levels = repository.LevelMap;
        _debug = levels.LookupWithDefault(Level.Debug);
        _info = levels.LookupWithDefault(Level.Info);
        _warn = levels.LookupWithDefault(Level.Warn);
        _error = levels.LookupWithDefault(Level.Error);
        _fatal = levels.LookupWithDefault(Level.Fatal);
    }

    // One overload per count of arguments: what is disabled must not pay for an array.
    private void Send(bool enabled, Level level, string format, object? arg0)
    {
        if (enabled)
        {
            Send(true, level, CultureInfo.InvariantCulture, format, [arg0]);
        }
    }

    private void Send(bool enabled, Level level, string format, object? arg0, object? arg1)
    {
        if (enabled)
        {
            Send(true, level, CultureInfo.InvariantCulture, format, [arg0, arg1]);
        }
    }

    private void Send(bool enabled, Level level, string format, object? arg0, object? arg1, object? arg2)
    {
        if (enabled)
        {
            Send(true, level, CultureInfo.InvariantCulture, format, [arg0, arg1, arg2]);
        }
    }

    // A missing array counts as one missing argument.
    private void Send(bool enabled, Level level, IFormatProvider? provider, string format, object?[]? args)
    {
        if (enabled)
        {
            Logger.Log(_boundary, level, new SystemStringFormat(provider, format, args ?? [null]), null);
        }
    }
}
