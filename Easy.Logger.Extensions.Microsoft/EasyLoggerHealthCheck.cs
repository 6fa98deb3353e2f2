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
/// Unhealthy: no logger has an appender, as before the configuration and after a shutdown; or log4net did not understand its configuration;
/// or an appender is
/// <see cref="BufferState.Stalled" />, its attached appenders have not come back from a batch for ten seconds; or the appenders cannot even
/// be looked at for two seconds, because one of log4net's own holds its lock. Degraded: events were dropped, refused or failed within
/// <see cref="EasyLoggerOptions.DegradedAfterLoss" />, what a lossy appender drops and what stays in a journal not counted, appenders that
/// a reload has replaced included; or four fifths of a queue are taken; or a journal is set and cannot be used. Healthy: all else. Every
/// probe gets the same answer. The data hold the numbers of each appender as <c>name.pending</c>, <c>name.dropped</c> and so on.
/// </para>
/// <para>Any thread may ask.</para>
/// </remarks>
public sealed class EasyLoggerHealthCheck : IHealthCheck
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly Func<EasyLoggerProvider?>? _provider;
    private readonly TimeSpan _limit;
    private readonly TimeProvider _time;
    private ILoggerRepository? _repository;
    private Task<IAppender[]>? _inProgress; // under the lock

    /// <summary>Makes a check of the repository that a provider writes to.</summary>
    /// <param name="provider">The provider.</param>
    /// <exception cref="ArgumentNullException"><paramref name="provider" /> is <see langword="null" />.</exception>
    [ActivatorUtilitiesConstructor]
    public EasyLoggerHealthCheck(EasyLoggerProvider provider)
        : this(() => provider)
    {
        if (provider is null)
        {
            throw new ArgumentNullException(nameof(provider));
        }
    }

    /// <summary>Makes a check of any repository, for programs that use log4net without the provider.</summary>
    /// <param name="repository">The repository.</param>
    /// <exception cref="ArgumentNullException"><paramref name="repository" /> is <see langword="null" />.</exception>
    public EasyLoggerHealthCheck(ILoggerRepository repository)
        : this(repository, _patience, TimeProvider.System)
    {
    }

    /// <summary>What <c>AddEasyLogger</c> registers: a provider that nothing uses is not made by a check.</summary>
    internal EasyLoggerHealthCheck(Func<EasyLoggerProvider?> provider)
    {
        _provider = provider;
        _limit = _patience;
        _time = TimeProvider.System;
    }

    internal EasyLoggerHealthCheck(ILoggerRepository repository, TimeSpan limit, TimeProvider time)
    {
        _repository = repository ?? throw new ArgumentNullException(nameof(repository));
        _limit = limit;
        _time = time;
    }

    /// <summary>Looks at the appenders.</summary>
    /// <param name="context">The registration that asks; its failure status is what the check returns for unhealthy. With
    /// <see langword="null" /> that is Unhealthy.</param>
    /// <param name="cancellationToken">Ends the wait for an appender that holds its lock.</param>
    /// <returns>The verdict, after two seconds at most.</returns>
    /// <exception cref="OperationCanceledException">It was cancelled before there was a verdict.</exception>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        HealthStatus unhealthy = context?.Registration?.FailureStatus ?? HealthStatus.Unhealthy;
        EasyLoggerProvider? provider = _provider?.Invoke();
        if ((_repository ??= provider?.Repository) is not { } repository)
        {
            return new HealthCheckResult(
                HealthStatus.Degraded, "The provider is not in use: its registration was removed, as ClearProviders does.");
        }

        TimeSpan memory = provider?.Settings.DegradedAfterLoss ?? new EasyLoggerOptions().DegradedAfterLoss;
        Task<IAppender[]> appenders = FindAppenders(repository);
        if (await Task.WhenAny(appenders, Task.Delay(_limit, cancellationToken)).ConfigureAwait(false) == appenders)
        {
            return new RepositoryHealth(repository, _time).Of(await appenders.ConfigureAwait(false), unhealthy, memory);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return new HealthCheckResult(
            unhealthy, "The appenders cannot be looked at: one of log4net's own holds its lock, so log calls to it wait as well.");
    }

    /// <summary>On a thread of its own: log4net asks each container for its children under the lock that the container holds while it
    /// writes.</summary>
    private Task<IAppender[]> FindAppenders(ILoggerRepository repository)
    {
        lock (_lock)
        {
            // One that does not come back is enough.
            return _inProgress is { IsCompleted: false }
                ? _inProgress
                : _inProgress = DedicatedThread.Run("Easy.Logger health check", repository.GetAppenders);
        }
    }
}
