using System.Globalization;

namespace Easy.Logger.Diagnostics;

/// <summary>
/// Reports failures to log4net's internal log without flooding it: the first of an episode at once with its cause, then one total when it
/// works again. One source is reported at most once a minute, whether it fails on and on or by turns. Thread-safe.
/// </summary>
internal sealed class FailureReporter
{
    /// <summary>The queue as a source: it fails when there is no room.</summary>
    public const string TakingEventsIn = "taking events in";

    /// <summary>The most sources with a state of their own: appenders come and go under ever new names.</summary>
    internal const int MaxSources = 200;

    /// <summary>The most characters of a cause.</summary>
    private const int MaxCause = 4096;

    private static readonly TimeSpan _interval = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private readonly Func<string> _appenderName;
    private readonly TimeProvider _time;
    private readonly BoundedMap<string, Source> _sources = new(MaxSources, "other appenders", _ => new Source());
    private string? _lastError;
    private int _failing;

    /// <param name="appenderName">The name that messages begin with; asked each time, because it is set after the appender is made.</param>
    /// <param name="time">What a minute is measured with.</param>
    public FailureReporter(Func<string> appenderName, TimeProvider time)
    {
        _appenderName = appenderName;
        _time = time;
    }

    public string AppenderName => _appenderName();

    /// <summary>The last failure as text; <see langword="null" /> when nothing failed yet.</summary>
    public string? LastError
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _lastError;
            }
        }
    }

    /// <summary>Counts a failure; the first of an episode is reported, and one each minute after it.</summary>
    /// <param name="source">What failed, as part of a sentence: <c>child appender 'x'</c>.</param>
    /// <param name="exception">Its cause, when there is one.</param>
    /// <param name="message">What it said, when it said something.</param>
    public void Failed(string source, Exception? exception, string? message = null)
    {
        try
        {
            Report(source, exception, message);
        }
        catch (OutOfMemoryException)
        {
            // What failed is counted where it happened; there is no memory to say so.
        }
    }

    private void Report(string source, Exception? exception, string? message)
    {
        string cause = string.Join(
            ": ", new[] { message, exception?.GetType().Name, MessageOf(exception) }.Where(part => !string.IsNullOrEmpty(part)));
        cause = cause.Length > MaxCause ? cause.Substring(0, MaxCause) : cause; // it stays for as long as the appender
        using (Uninterrupted.Lock(_lock))
        {
            _lastError = $"{source}: {cause}";
            Source state = _sources.GetOrAdd(source);
            _failing += state.Fails ? 0 : 1;
            state.Fails = true;
            if (state.ReportedAt is { } before && _time.GetElapsedTime(before) < _interval)
            {
                return;
            }

            state.ReportedAt = _time.GetTimestamp();
            state.OwesTotal = true;
            // It is only queued, and in the lock: that it works again comes behind it.
            InternalLog.Error(
                $"{Prefix}{source} failed: {cause.TrimEnd('.')}. Further failures are counted and reported when it works again.",
                exception);
        }
    }

    /// <summary>Adds to the next total.</summary>
    public void CountEvents(string source, long failed)
    {
        if (failed == 0)
        {
            return;
        }

        try
        {
            using (Uninterrupted.Lock(_lock))
            {
                _sources.GetOrAdd(source).Events += failed;
            }
        }
        catch (OutOfMemoryException)
        {
            // As above.
        }
    }

    /// <summary>Ends the episode of a source that works, when there is one, and reports its total if its beginning was.</summary>
    public void Worked(string source)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_failing == 0 || _sources.Find(source) is not { Fails: true } state)
            {
                return;
            }

            _failing--;
            state.Fails = false;
            if (!state.OwesTotal)
            {
                return; // too soon after the last report: what failed is part of the next total
            }

            state.OwesTotal = false;
            InternalLog.Warn(string.Format(
                CultureInfo.InvariantCulture, "{0}{1} works again after it failed on {2} event(s).", Prefix, source, state.Events));
            state.Events = 0;
        }
    }

    /// <summary>Reports something that is not an episode.</summary>
    public void Warn(string message) => InternalLog.Warn(Prefix + message);

    /// <summary>Reports what helps to understand a configuration.</summary>
    public void Debug(string message) => InternalLog.Debug(Prefix + message);

    /// <summary>Reports a mistake in the configuration.</summary>
    public void Misconfigured(string message) => InternalLog.Error(Prefix + message);

    /// <summary>An exception of a child's own may fail even here, and this runs where nothing may be thrown.</summary>
    private static string? MessageOf(Exception? exception)
    {
        try
        {
            return exception?.Message;
        }
        catch (Exception)
        {
            return "(its message cannot be read)";
        }
    }

    private string Prefix => $"Easy.Logger appender [{_appenderName()}]: ";

    private sealed class Source
    {
        public bool Fails { get; set; }

        /// <summary>When its failure was last reported.</summary>
        public long? ReportedAt { get; set; }

        /// <summary>Whether it was reported since the last total.</summary>
        public bool OwesTotal { get; set; }

        public long Events { get; set; }
    }
}
