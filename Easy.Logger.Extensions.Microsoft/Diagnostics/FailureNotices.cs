using System.Diagnostics;

namespace Easy.Logger.Extensions.Microsoft.Diagnostics;

/// <summary>
/// Tells log4net's internal log what failed without flooding it: the first failure of a kind at once, then at most one message a minute with the number of those
/// in between. Safe for any thread.
/// </summary>
internal sealed class FailureNotices
{
    private static readonly long _interval = 60 * Stopwatch.Frequency;

    private readonly object _lock = new();
    private readonly Dictionary<string, Kind> _kinds = [];

    /// <summary>Counts a failure and tells it when its kind was not told within the last minute.</summary>
    /// <param name="what">What failed and what came of it, without a full stop: one text for each kind.</param>
    /// <param name="exception">The cause, when there is one.</param>
    public void Tell(string what, Exception? exception)
    {
        long silent;
        lock (_lock)
        {
            if (!_kinds.TryGetValue(what, out Kind? kind))
            {
                _kinds[what] = kind = new Kind();
            }

            long now = Stopwatch.GetTimestamp();
            if (kind.ToldAt is { } before && now - before < _interval)
            {
                kind.Silent++;
                return;
            }

            // Before it is told: whoever listens to the internal log may log, fail, and come back here.
            kind.ToldAt = now;
            silent = kind.Silent;
            kind.Silent = 0;
        }

        string cause = exception is null ? "." : $": {exception.GetType().Name}: {MessageOf(exception).TrimEnd('.')}.";
        string count = silent == 0 ? "Told once a minute at most." : $"It happened {silent} more time(s) since the last message.";
        InternalLog.Error($"Easy.Logger provider: {what}{cause} {count}", exception);
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

    private sealed class Kind
    {
        public long? ToldAt { get; set; }

        public long Silent { get; set; }
    }
}
