using System.Globalization;
using Easy.Logger.Threading;

namespace Easy.Logger.Diagnostics;

/// <summary>
/// Tells log4net's internal log about failures without flooding it: the first of an episode at once with its cause, then one total when
/// batches go through again. Thread-safe.
/// </summary>
internal sealed class FailureReporter
{
    private readonly object _lock = new();
    private readonly Func<string> _appenderName;
    private readonly Dictionary<string, long> _episodes = [];
    private string? _lastError;

    /// <param name="appenderName">The name that messages begin with; asked each time, because it is set after the appender is made.</param>
    public FailureReporter(Func<string> appenderName) => _appenderName = appenderName;

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

    /// <summary>Counts a failure; the first of an episode is reported.</summary>
    /// <param name="source">What failed, as part of a sentence: <c>child appender 'x'</c>.</param>
    /// <param name="exception">Its cause, when there is one.</param>
    /// <param name="message">What it said, when it said something.</param>
    public void Failed(string source, Exception? exception, string? message = null)
    {
        string cause = string.Join(": ", new[] { message, exception?.GetType().Name, MessageOf(exception) }.Where(part => !string.IsNullOrEmpty(part)));
        using (Uninterrupted.Lock(_lock))
        {
            _lastError = $"{source}: {cause}";
            if (_episodes.ContainsKey(source))
            {
                return;
            }

            _episodes.Add(source, 0);
        }

        InternalLog.Error($"{Prefix}{source} failed: {cause.TrimEnd('.')}. Further failures are counted and reported when it works again.", exception);
    }

    /// <summary>Adds to the total of the episode that is under way.</summary>
    public void CountEvents(string source, int failed)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_episodes.TryGetValue(source, out long before))
            {
                _episodes[source] = before + failed;
            }
        }
    }

    /// <summary>Ends the episode of a source that works, when there is one, and reports its total.</summary>
    public void Worked(string source)
    {
        long failed;
        using (Uninterrupted.Lock(_lock))
        {
            if (_episodes.Count == 0 || !_episodes.TryGetValue(source, out failed))
            {
                return;
            }

            _episodes.Remove(source);
        }

        InternalLog.Warn(string.Format(CultureInfo.InvariantCulture, "{0}{1} works again after it failed on {2} event(s).", Prefix, source, failed));
    }

    /// <summary>Reports something that is not an episode.</summary>
    public void Warn(string message) => InternalLog.Warn(Prefix + message);

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
}
