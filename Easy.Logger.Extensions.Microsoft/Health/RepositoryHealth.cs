using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Repository;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Easy.Logger.Extensions.Microsoft.Health;

/// <summary>
/// Looks at every Easy.Logger appender of a repository, and remembers what had been lost when each registered check last looked. Safe for
/// any thread.
/// </summary>
internal sealed class RepositoryHealth(ILoggerRepository repository)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, Dictionary<AsyncBufferingForwardingAppender, long>> _lostBefore = new(StringComparer.Ordinal);

    /// <summary>Judges the repository.</summary>
    /// <param name="all">Its appenders, nested ones included.</param>
    /// <param name="check">The name of the registered check: two of them do not take each other's losses away.</param>
    /// <param name="unhealthy">What the user wants to call unhealthy.</param>
    /// <returns>The verdict.</returns>
    public HealthCheckResult Of(IEnumerable<IAppender> all, string check, HealthStatus unhealthy)
    {
        AsyncBufferingForwardingAppender[] appenders = [.. all.OfType<AsyncBufferingForwardingAppender>()];
        if (!repository.Configured)
        {
            return new HealthCheckResult(HealthStatus.Degraded, $"log4net's repository '{repository.Name}' is not configured: nothing is written.");
        }

        if (appenders.Length == 0)
        {
            return new HealthCheckResult(
                HealthStatus.Healthy, $"There is no {nameof(AsyncBufferingForwardingAppender)} in log4net's repository '{repository.Name}' to look at.");
        }

        Dictionary<string, object> data = new(StringComparer.Ordinal);
        List<AppenderHealth> found = [];
        lock (_lock)
        {
            _lostBefore.TryGetValue(check, out Dictionary<AsyncBufferingForwardingAppender, long>? before);
            Dictionary<AsyncBufferingForwardingAppender, long> now = [];
            HashSet<string> names = new(StringComparer.Ordinal);
            foreach (AsyncBufferingForwardingAppender appender in appenders)
            {
                string name = UniqueName(appender, names);
                BufferStatistics statistics = appender.Statistics;
                long lostBefore = before is not null && before.TryGetValue(appender, out long lost) ? lost : 0;
                now[appender] = AppenderHealth.Lost(statistics);
                found.Add(AppenderHealth.Of(name, appender, statistics, lostBefore));
                AppenderHealth.Add(data, name, appender, statistics);
            }

            _lostBefore[check] = now; // without the appenders that a reload has taken away
        }

        HealthStatus worst = found.Min(appender => appender.Status);
        string text = string.Join(" ", found.Select(appender => appender.Text).OfType<string>());
        return new HealthCheckResult(
            worst == HealthStatus.Unhealthy ? unhealthy : worst, text.Length == 0 ? "Everything that was logged is written or on its way." : text, data: data);
    }

    private static string UniqueName(AsyncBufferingForwardingAppender appender, HashSet<string> names)
    {
        string name = string.IsNullOrEmpty(appender.Name) ? nameof(AsyncBufferingForwardingAppender) : appender.Name;
        string unique = name;
        for (int i = 2; !names.Add(unique); i++)
        {
            unique = $"{name}#{i}";
        }

        return unique;
    }
}
