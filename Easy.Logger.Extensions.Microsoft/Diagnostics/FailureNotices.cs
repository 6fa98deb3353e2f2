using System.Diagnostics;

namespace Easy.Logger.Extensions.Microsoft.Diagnostics;

/// <summary>
/// Reports to log4net's internal log failures without flooding it: the first failure of a kind at once, then at most one message a minute
/// with the number of those in between. Safe for any thread.
/// </summary>
internal sealed class FailureNotices
{
    private static readonly long _interval = 60 * Stopwatch.Frequency;

    /// <summary>
    /// A list without a lock, because a thread that is to be interrupted would throw where it waits for one, and that into a log call.
    /// There are as many kinds as there are texts in this provider.
    /// </summary>
    private Kind? _newest;

    /// <summary>Counts a failure and reports it when its kind was not reported within the last minute. Throws nothing.</summary>
    /// <param name="what">What failed and what came of it, without a full stop: one text for each kind.</param>
    /// <param name="exception">The cause, when there is one.</param>
    public void Report(string what, Exception? exception)
    {
        // Counted before it is reported: whoever listens to the internal log may log, fail, and come back here.
        if (!KindOf(what).IsDue(Stopwatch.GetTimestamp(), out long silent))
        {
            return;
        }

        string cause = exception is null ? "." : $": {exception.GetType().Name}: {MessageOf(exception).TrimEnd('.')}.";
        string count = silent == 0 ? "Reported at most once a minute." : $"It happened {silent} more time(s) since the last message.";
        InternalLog.Error($"Easy.Logger provider: {what}{cause} {count}", exception);
    }

    private Kind KindOf(string what)
    {
        while (true)
        {
            Kind? newest = Volatile.Read(ref _newest);
            for (Kind? kind = newest; kind is not null; kind = kind.Older)
            {
                if (kind.What == what)
                {
                    return kind;
                }
            }

            Kind added = new(what, newest);
            if (Interlocked.CompareExchange(ref _newest, added, newest) == newest)
            {
                return added;
            }
        }
    }

    private static string MessageOf(Exception exception)
    {
        try
        {
            return exception.Message ?? string.Empty;
        }
        catch (Exception e)
        {
            return $"its message failed with {e.GetType().Name}";
        }
    }

    private sealed class Kind(string what, Kind? older)
    {
        private long _nextAt = long.MinValue;
        private long _silent;

        public string What => what;

        public Kind? Older => older;

        /// <summary>Whether this failure is to be reported. One of several at the same time is.</summary>
        public bool IsDue(long now, out long silent)
        {
            long nextAt = Interlocked.Read(ref _nextAt);
            if (now < nextAt || Interlocked.CompareExchange(ref _nextAt, now + _interval, nextAt) != nextAt)
            {
                Interlocked.Increment(ref _silent);
                silent = 0;
                return false;
            }

            silent = Interlocked.Exchange(ref _silent, 0);
            return true;
        }
    }
}
