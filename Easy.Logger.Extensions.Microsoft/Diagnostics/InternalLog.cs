using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.Diagnostics;

/// <summary>The way to log4net's internal log, safe to call from any place that must not throw.</summary>
internal static class InternalLog
{
    public static void Error(string message, Exception? exception = null) => Write(LogLog.Error, message, exception);

    public static void Warn(string message, Exception? exception = null) => Write(LogLog.Warn, message, exception);

    private static void Write(Action<Type, string, Exception?> write, string message, Exception? exception)
    {
        try
        {
            write(typeof(EasyLoggerProvider), message, exception);
        }
        catch (Exception)
        {
            // The internal log calls handlers of the application and writes to a console that may be closed. It is the last resort: nobody
            // is left to tell, and no log call may end for it.
        }
    }
}
