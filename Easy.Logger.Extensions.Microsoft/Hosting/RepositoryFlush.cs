using System.Diagnostics;
using System.Runtime.CompilerServices;
using log4net.Appender;
using log4net.Repository;

namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>Waits for a limited time until everything logged to a repository is written. Safe for any thread.</summary>
internal sealed class RepositoryFlush(ILoggerRepository repository, TimeSpan timeout)
{
    private const string GoesOn = "The appenders go on; what is queued when the process ends has their close timeout.";

    /// <summary>How long other providers wait only shortly for an appender that one has waited for in vain, in milliseconds.</summary>
    private const int ShortlyForMilliseconds = 10_000;

    private static readonly TimeSpan _shortly = TimeSpan.FromMilliseconds(100);

    private static readonly WeakCache<ILoggerRepository, StrongBox<long>> _shortlyUntil = new();

    /// <summary>The end of a host and Dispose follow each other; an appender that hangs is waited for once.</summary>
    private volatile bool _isAborted;
    private string? _warned; // the last warning since everything was written

    /// <summary>Until when providers wait for the repository only shortly, by the timestamps of <see cref="Stopwatch" />.</summary>
    private StrongBox<long> ShortlyUntil => _shortlyUntil.GetOrAdd(repository, _ => new StrongBox<long>(long.MinValue));

    public TimeSpan Timeout { get; set; } = timeout;

    /// <summary>Flushes every appender of the repository.</summary>
    /// <param name="cancel">Ends the wait before its time; the flush itself goes on.</param>
    /// <returns>Whether everything is written.</returns>
    public bool Run(CancellationToken cancel)
    {
        if (Timeout == TimeSpan.Zero || _isAborted)
        {
            return false;
        }

        TimeSpan limit = Timeout > _shortly && Stopwatch.GetTimestamp() < Volatile.Read(ref ShortlyUntil.Value) ? _shortly : Timeout;
        if (cancel.IsCancellationRequested)
        {
            // Not dropped: nothing was waited for, so whoever has time afterwards may.
            _ = FlushOnAThread(limit);
            Warn("not everything may be written: the host's shutdown timeout was up before the flush began. The flush goes on.");
            return false;
        }

        try
        {
            Task<FlushResult> flush = FlushOnAThread(limit);
            FlushResult result = flush.Wait((int)limit.TotalMilliseconds, cancel) ? flush.Result : FlushResult.TimeUp;
            if (result == FlushResult.TimeUp)
            {
                Abort();
                Warn($"not everything was written within {limit}. {GoesOn}");
            }
            else if (result == FlushResult.Incomplete)
            {
                Warn("not everything was written: an appender failed, or could not write everything that was given to it.");
            }

            if (result == FlushResult.Written)
            {
                Volatile.Write(ref ShortlyUntil.Value, long.MinValue);
                _warned = null;
            }

            return result == FlushResult.Written;
        }
        catch (OperationCanceledException)
        {
            Abort();
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
    private Task<FlushResult> FlushOnAThread(TimeSpan limit) =>
        DedicatedThread.Run($"Easy.Logger flush of {repository.Name}", () => FlushAll(limit));

    private void Abort()
    {
        _isAborted = true;
        Volatile.Write(ref ShortlyUntil.Value, Stopwatch.GetTimestamp() + (Stopwatch.Frequency * ShortlyForMilliseconds / 1_000));
    }

    /// <summary>Once, although the end of a host and each Dispose flush again.</summary>
    private void Warn(string what)
    {
        if (Interlocked.Exchange(ref _warned, what) != what)
        {
            InternalLog.Warn($"Easy.Logger provider: repository '{repository.Name}': {what}");
        }
    }

    /// <summary>
    /// As LogManager.Flush, buffers first and each with the time that is left, but one appender that throws does not keep the others from
    /// it.
    /// </summary>
    private FlushResult FlushAll(TimeSpan limit)
    {
        Stopwatch watch = Stopwatch.StartNew();
        IAppender[] all = repository.GetAppenders();
        IEnumerable<IAppender> appenders = all.Where(IsBuffer).Concat(all.Where(appender => !IsBuffer(appender)));
        FlushResult worst = FlushResult.Written;
        foreach (IAppender appender in appenders.Where(IsFlushable))
        {
            FlushResult result = Flush(appender, limit, watch);
            worst = result > worst ? result : worst;
        }

        return worst;
    }

    private static FlushResult Flush(IAppender appender, TimeSpan limit, Stopwatch watch)
    {
        try
        {
            double left = Math.Max(0, (limit - watch.Elapsed).TotalMilliseconds);
            if (((IFlushable)appender).Flush((int)left))
            {
                return FlushResult.Written;
            }

            // An appender that hangs says no by itself when its time is up, give or take the grain of the clock. One that says so earlier
            // has failed.
            return (limit - watch.Elapsed).TotalMilliseconds <= left / 10 ? FlushResult.TimeUp : FlushResult.Incomplete;
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
