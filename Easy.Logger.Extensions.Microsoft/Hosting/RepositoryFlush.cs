using System.Diagnostics;
using System.Runtime.CompilerServices;
using log4net.Appender;
using log4net.Repository;

namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>Waits for a limited time until everything logged to a repository is written. Safe for any thread.</summary>
internal sealed class RepositoryFlush(ILoggerRepository repository, TimeSpan timeout)
{
    private const string GoesOn = "The appenders go on; what is queued when the process ends has their close timeout.";

    /// <summary>How long no other provider waits for an appender that one has waited for in vain, in milliseconds.</summary>
    private const int NotAgainMilliseconds = 10_000;

    private static readonly WeakCache<ILoggerRepository, StrongBox<long>> _notBefore = new();

    /// <summary>The end of a host and Dispose follow each other; an appender that hangs is waited for once.</summary>
    private volatile bool _gaveUp;

    /// <summary>When providers may wait for the repository again, by the timestamps of <see cref="Stopwatch" />.</summary>
    private StrongBox<long> NotBefore => _notBefore.GetOrAdd(repository, _ => new StrongBox<long>(long.MinValue));

    public TimeSpan Timeout { get; set; } = timeout;

    /// <summary>Flushes every appender of the repository.</summary>
    /// <param name="cancel">Ends the wait before its time; the flush itself goes on.</param>
    /// <returns>Whether everything is written.</returns>
    public bool Run(CancellationToken cancel)
    {
        if (Timeout == TimeSpan.Zero || _gaveUp || Stopwatch.GetTimestamp() < Volatile.Read(ref NotBefore.Value))
        {
            return false;
        }

        if (cancel.IsCancellationRequested)
        {
            // Not dropped: nothing was waited for, so whoever has time afterwards may.
            _ = FlushOnAThread();
            Warn("not everything may be written: the host's shutdown timeout was up before the flush began. The flush goes on.");
            return false;
        }

        try
        {
            Task<FlushResult> flush = FlushOnAThread();
            FlushResult result = flush.Wait((int)Timeout.TotalMilliseconds, cancel) ? flush.Result : FlushResult.TimeUp;
            if (result == FlushResult.TimeUp)
            {
                GiveUp();
                Warn($"not everything was written within {Timeout}. {GoesOn}");
            }
            else if (result == FlushResult.Incomplete)
            {
                Warn("not everything was written: an appender failed, or could not write everything that was given to it.");
            }

            return result == FlushResult.Written;
        }
        catch (OperationCanceledException)
        {
            GiveUp();
            Warn($"not everything was written when the host's shutdown timeout was up. {GoesOn}");
        }
        catch (Exception e)
        {
            InternalLog.Error($"Easy.Logger provider: the appenders of repository '{repository.Name}' could not be flushed.", e);
        }

        return false;
    }

    /// <summary>On a thread of its own, because an appender of log4net holds its lock for as long as its write takes, which may be for
    /// ever.</summary>
    private Task<FlushResult> FlushOnAThread() => DedicatedThread.Run($"Easy.Logger flush of {repository.Name}", FlushAll);

    private void GiveUp()
    {
        _gaveUp = true;
        Volatile.Write(ref NotBefore.Value, Stopwatch.GetTimestamp() + (Stopwatch.Frequency * NotAgainMilliseconds / 1_000));
    }

    private void Warn(string what) => InternalLog.Warn($"Easy.Logger provider: repository '{repository.Name}': {what}");

    /// <summary>
    /// As LogManager.Flush, buffers first and each with the time that is left, but one appender that throws does not keep the others from
    /// it.
    /// </summary>
    private FlushResult FlushAll()
    {
        Stopwatch watch = Stopwatch.StartNew();
        IAppender[] all = repository.GetAppenders();
        IEnumerable<IAppender> appenders = all.Where(IsBuffer).Concat(all.Where(appender => !IsBuffer(appender)));
        FlushResult worst = FlushResult.Written;
        foreach (IAppender appender in appenders.Where(IsFlushable))
        {
            FlushResult result = Flush(appender, watch);
            worst = result > worst ? result : worst;
        }

        return worst;
    }

    private FlushResult Flush(IAppender appender, Stopwatch watch)
    {
        try
        {
            double left = Math.Max(0, (Timeout - watch.Elapsed).TotalMilliseconds);
            if (((IFlushable)appender).Flush((int)left))
            {
                return FlushResult.Written;
            }

            // An appender that hangs says no by itself when its time is up, give or take the grain of the clock. One that says so earlier
            // has failed.
            return (Timeout - watch.Elapsed).TotalMilliseconds <= left / 10 ? FlushResult.TimeUp : FlushResult.Incomplete;
        }
        catch (Exception e)
        {
            InternalLog.Error($"Easy.Logger provider: the appender '{appender.Name}' could not be flushed.", e);
            return FlushResult.Incomplete;
        }
    }

    private static bool IsBuffer(IAppender appender) => appender is BufferingAppenderSkeleton;

    /// <summary>log4net's own Flush of a file with ImmediateFlush off fails and loses the buffered text; Close writes it.</summary>
    private static bool IsFlushable(IAppender appender) => appender is IFlushable and not FileAppender { ImmediateFlush: false };
}
