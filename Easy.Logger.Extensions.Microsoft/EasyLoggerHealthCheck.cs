using Easy.Logger.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Health;
using Easy.Logger.Extensions.Microsoft.Hosting;
using log4net.Appender;
using log4net.Repository;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Easy.Logger.Extensions.Microsoft;

/// <summary>
/// Says whether what is logged is written: looks at the statistics of every <see cref="AsyncBufferingForwardingAppender" /> of a log4net
/// repository, those below other appenders included.
/// </summary>
/// <remarks>
/// <para>
/// Unhealthy: an appender is <see cref="BufferState.Stalled" />, its children have not come back from a batch for ten seconds; or the
/// appenders cannot even be looked at for two seconds, because one of log4net's own holds its lock. Degraded: events were dropped, refused
/// or failed since this check was last asked under the same name, what a lossy appender drops and what stays in a journal not counted; or
/// four fifths of a queue are taken; or a journal is set and cannot be used; or log4net is not configured. Healthy: all else. The data hold
/// the numbers of each appender as <c>name.pending</c>, <c>name.dropped</c> and so on.
/// </para>
/// <para>Any thread may ask.</para>
/// </remarks>
public sealed class EasyLoggerHealthCheck : IHealthCheck
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly ILoggerRepository _repository;
    private readonly RepositoryHealth _health;
    private readonly TimeSpan _limit;
    private Task<IAppender[]>? _underWay;

    /// <summary>Makes a check of the repository that a provider writes to. This is what <c>AddEasyLogger</c> registers.</summary>
    /// <param name="provider">The provider.</param>
    /// <exception cref="ArgumentNullException"><paramref name="provider" /> is <see langword="null" />.</exception>
    [ActivatorUtilitiesConstructor]
    public EasyLoggerHealthCheck(EasyLoggerProvider provider)
        : this((provider ?? throw new ArgumentNullException(nameof(provider))).Repository)
    {
    }

    /// <summary>Makes a check of any repository, for programs that use log4net without the provider.</summary>
    /// <param name="repository">The repository.</param>
    /// <exception cref="ArgumentNullException"><paramref name="repository" /> is <see langword="null" />.</exception>
    public EasyLoggerHealthCheck(ILoggerRepository repository)
        : this(repository, _patience)
    {
    }

    internal EasyLoggerHealthCheck(ILoggerRepository repository, TimeSpan limit)
    {
        _repository = repository ?? throw new ArgumentNullException(nameof(repository));
        _health = new RepositoryHealth(repository);
        _limit = limit;
    }

    /// <summary>Looks at the appenders.</summary>
    /// <param name="context">The registration that asks; its failure status is what the check returns for unhealthy. With
    /// <see langword="null" /> that is Unhealthy.</param>
    /// <param name="cancellationToken">Ends the wait for an appender that holds its lock.</param>
    /// <returns>The verdict, after two seconds at most.</returns>
    /// <exception cref="OperationCanceledException">It was cancelled before there was a verdict.</exception>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        string name = context?.Registration?.Name ?? string.Empty;
        HealthStatus unhealthy = context?.Registration?.FailureStatus ?? HealthStatus.Unhealthy;
        Task<IAppender[]> appenders = FindAppenders();
        if (await Task.WhenAny(appenders, Task.Delay(_limit, cancellationToken)).ConfigureAwait(false) == appenders)
        {
            return _health.Of(await appenders.ConfigureAwait(false), name, unhealthy);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return new HealthCheckResult(unhealthy, "The appenders cannot be looked at: one of log4net's own holds its lock, so log calls to it wait as well.");
    }

    /// <summary>
    /// On a thread of its own: log4net asks each container for its children under the lock that the container holds while it writes.
    /// </summary>
    private Task<IAppender[]> FindAppenders()
    {
        lock (_lock)
        {
            // One that does not come back is enough.
            return _underWay is { IsCompleted: false } ? _underWay : _underWay = DedicatedThread.Run("Easy.Logger health check", _repository.GetAppenders);
        }
    }
}
