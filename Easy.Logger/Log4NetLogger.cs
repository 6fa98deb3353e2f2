using System.Globalization;
using System.Runtime.CompilerServices;
using Easy.Logger.Facade;
using Easy.Logger.Interfaces;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger;

/// <summary>The logger that <see cref="Log4NetService" /> hands out. All members may be used from any thread.</summary>
public partial class Log4NetLogger : IEasyLogger
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
    /// log4net looks for this type on the stack to find who called it. That takes one frame of the type that is really there: this one, which the compiler
    /// neither puts into its caller nor replaces by its last call.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Write(Level level, object? message, Exception? exception) => _logger.Log(typeof(Log4NetLogger), level, message, exception);
}
