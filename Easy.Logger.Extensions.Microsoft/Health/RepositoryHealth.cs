using Easy.Logger.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Configuration;
using log4net.Appender;
using log4net.Repository;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Easy.Logger.Extensions.Microsoft.Health;

/// <summary>Looks at the configuration of a repository and at every Easy.Logger appender in it. Safe for any thread.</summary>
internal sealed class RepositoryHealth(ILoggerRepository repository, TimeProvider time)
{
    /// <summary>Judges the repository.</summary>
    /// <param name="all">Its appenders, nested ones included.</param>
    /// <param name="unhealthy">What the user wants to call unhealthy.</param>
    /// <param name="memory">How long a loss counts.</param>
    /// <returns>The verdict.</returns>
    public HealthCheckResult Of(IEnumerable<IAppender> all, HealthStatus unhealthy, TimeSpan memory)
    {
        AsyncBufferingForwardingAppender[] appenders = [.. all.OfType<AsyncBufferingForwardingAppender>()];
        Dictionary<string, object> data = new(StringComparer.Ordinal);
        List<AppenderHealth> found = [];
        IReadOnlyList<string> problems = RepositoryConfiguration.ProblemsOf(repository);
        if (problems.Count > 0)
        {
            string file = RepositoryConfiguration.FileOf(repository) is { } read ? $" [{read.FullName}]" : string.Empty;
            found.Add(new AppenderHealth(
                HealthStatus.Unhealthy, $"log4net does not understand its configuration{file}: {string.Join(" ", problems)}"));
        }

        if (!RepositorySetup.HasAppenders(repository))
        {
            string cause = !repository.Configured ? "is not configured."
                : problems.Count > 0 ? "has no appender." : "has no appender; was it shut down?";
            found.Add(new AppenderHealth(HealthStatus.Unhealthy, $"Nothing is written: log4net's repository '{repository.Name}' {cause}"));
        }

        found.AddRange(LossMemory.Of(repository).Look(appenders, time.GetElapsedTime(0), memory).Select(loss => new AppenderHealth(
            HealthStatus.Degraded,
            FormattableString.Invariant($"'{loss.Name}' has lost {loss.Count} event(s), the last less than {memory} ago."))));
        long pending = 0;
        HashSet<string> names = new(StringComparer.Ordinal);
        foreach (AsyncBufferingForwardingAppender appender in appenders)
        {
            string name = UniqueName(appender, names);
            BufferStatistics statistics = appender.Statistics;
            pending += statistics.Pending;
            found.Add(AppenderHealth.Of(name, appender, statistics));
            AppenderHealth.Add(data, name, appender, statistics);
        }

        HealthStatus worst = found.Count == 0 ? HealthStatus.Healthy : found.Min(appender => appender.Status);
        string text = string.Join(" ", found.Select(appender => appender.Text).OfType<string>());
        return new HealthCheckResult(
            worst == HealthStatus.Unhealthy ? unhealthy : worst, text.Length == 0 ? Praise(appenders.Length, pending) : text, data: data);
    }

    private string Praise(int appenders, long pending) => (appenders, pending) switch
    {
        (0, _) => $"There is no {nameof(AsyncBufferingForwardingAppender)} in log4net's repository '{repository.Name}' to look at.",
        (_, 0) => "The attached appenders took everything that the async appenders accepted.",
        _ => FormattableString.Invariant($"The async appenders work; {pending} event(s) are queued."),
    };

    private static string UniqueName(AsyncBufferingForwardingAppender appender, HashSet<string> names)
    {
        string name = AppenderHealth.NameOf(appender);
        string unique = name;
        for (int i = 2; !names.Add(unique); i++)
        {
            unique = $"{name}#{i}";
        }

        return unique;
    }
}
