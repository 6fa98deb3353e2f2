using log4net.Appender;

namespace Easy.Logger.Shared;

/// <summary>What an appender reports to its error handler, which is code of others. Thread-safe, never throws.</summary>
internal static class AppenderReports
{
    public static void Report(this AppenderSkeleton appender, string message, Exception? exception = null)
    {
        try
        {
            InternalLog.Pass(appender.ErrorHandler, handler =>
            {
                if (exception is null)
                {
                    handler.Error(message);
                }
                else
                {
                    handler.Error(message, exception);
                }
            });
        }
        catch (Exception e)
        {
            InternalLog.Error($"Easy.Logger appender [{appender.Name}]: the error handler failed.", e);
        }
    }
}
