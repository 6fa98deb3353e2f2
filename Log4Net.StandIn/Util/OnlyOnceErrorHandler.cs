using log4net.Core;

namespace log4net.Util;

public class OnlyOnceErrorHandler : IErrorHandler
{
    private readonly string _prefix;

    public OnlyOnceErrorHandler()
        : this(string.Empty)
    {
    }

    public OnlyOnceErrorHandler(string prefix) => _prefix = prefix;

    public DateTime EnabledDate => EnabledDateUtc == default ? default : EnabledDateUtc.ToLocalTime();

    public DateTime EnabledDateUtc { get; private set; }

    public ErrorCode ErrorCode { get; private set; }

    public string? ErrorMessage { get; private set; }

    public Exception? Exception { get; private set; }

    public bool IsEnabled { get; private set; } = true;

    public void Error(string message) => Error(message, null, ErrorCode.GenericFailure);
    public void Error(string message, Exception e) => Error(message, e, ErrorCode.GenericFailure);

    public void Error(string message, Exception? e, ErrorCode errorCode)
    {
        if (IsEnabled)
        {
            FirstError(message, e, errorCode);
        }
    }

    public virtual void FirstError(string message, Exception? e, ErrorCode errorCode)
    {
        IsEnabled = false;
        EnabledDateUtc = DateTime.UtcNow;
        ErrorCode = errorCode;
        ErrorMessage = message;
        Exception = e;
        // Silent by default: a failing appender is told only to those who debug the library.
        if (LogLog.IsDebugEnabled)
        {
            LogLog.Error(typeof(OnlyOnceErrorHandler), $"[{_prefix}] {errorCode}: {message}", e);
        }
    }

    public void Reset()
    {
        IsEnabled = true;
        EnabledDateUtc = default;
        ErrorCode = ErrorCode.GenericFailure;
        ErrorMessage = null;
        Exception = null;
    }
}
