using System.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using log4net.Appender;
using log4net.Repository;

namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>Waits for a limited time until everything logged to a repository is written. Safe for any thread.</summary>
internal sealed class RepositoryFlush(ILoggerRepository repository, TimeSpan timeout)
{
    /// <summary>The end of a host and Dispose follow each other; an appender that hangs is waited for once.</summary>
    private volatile bool _gaveUp;

    /// <summary>Flushes every appender of the repository.</summary>
    /// <param name="cancel">Ends the wait before its time; the flush itself goes on.</param>
    /// <returns>Whether everything is written.</returns>
    public bool Run(CancellationToken cancel)
    {
        if (timeout == TimeSpan.Zero || _gaveUp)
        {
            return false;
        }

        bool written = false;
        try
        {
            // On a thread of its own, because an appender of log4net holds its lock for as long as its write takes, which may be for ever.
            Task<bool> flush = DedicatedThread.Run($"Easy.Logger flush of {repository.Name}", FlushAll);
            written = flush.Wait((int)timeout.TotalMilliseconds, cancel) && flush.Result;
        }
        catch (OperationCanceledException)
        {
            // The host's time is up.
        }
        catch (Exception e)
        {
            InternalLog.Error($"Easy.Logger provider: the appenders of repository '{repository.Name}' could not be flushed.", e);
        }

        if (!written)
        {
            _gaveUp = true;
            InternalLog.Warn(
                $"Easy.Logger provider: not everything logged to repository '{repository.Name}' was written within {timeout} or the host's shutdown timeout. "
                + "The appenders go on; what waits when the process ends has their close timeout.");
        }

        return written;
    }

    /// <summary>
    /// As LogManager.Flush, buffers first and each with the time that is left, but one appender that throws does not keep the others from it.
    /// </summary>
    private bool FlushAll()
    {
        Stopwatch watch = Stopwatch.StartNew();
        IAppender[] appenders = repository.GetAppenders();
        bool written = true;
        foreach (IAppender appender in appenders.Where(IsBuffer).Concat(appenders.Where(appender => !IsBuffer(appender))))
        {
            try
            {
                int left = (int)Math.Max(0, (timeout - watch.Elapsed).TotalMilliseconds);
                written &= !IsFlushable(appender) || ((IFlushable)appender).Flush(left);
            }
            catch (Exception e)
            {
                written = false;
                InternalLog.Error($"Easy.Logger provider: the appender '{appender.Name}' could not be flushed.", e);
            }
        }

        return written;
    }

    private static bool IsBuffer(IAppender appender) => appender is BufferingAppenderSkeleton;

    /// <summary>log4net's own Flush of a file that is not flushed with each line throws and loses what the file holds; closing it writes that.</summary>
    private static bool IsFlushable(IAppender appender) => appender is IFlushable and not FileAppender { ImmediateFlush: false };
}
