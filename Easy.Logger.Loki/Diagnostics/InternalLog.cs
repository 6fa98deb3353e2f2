using log4net.Util;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>The way to log4net's internal log, safe to call from any place that must not throw.</summary>
internal static class InternalLog
{
    public static void Error(Type source, string message, Exception? exception = null) => Write(LogLog.Error, source, message, exception);

    private static void Write(Action<Type, string, Exception?> write, Type source, string message, Exception? exception)
    {
        try
        {
            write(source, message, exception);
        }
        catch (Exception)
        {
            // The internal log calls handlers of the application. Nobody is left to report to, and neither a log call nor a thread, and
            // with
            // it the process, may end because of them.
        }
    }
}
