using Microsoft.Extensions.Hosting;

namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>Has everything logged written when the other services of the host have stopped. Safe for any thread.</summary>
internal sealed class FlushAtStop(ProviderHandle handle) : IHostedLifecycleService
{
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    // Neither the pool nor the host's thread waits for an appender.
    public Task StoppedAsync(CancellationToken cancellationToken) => handle.Provider is not { } provider
        ? Task.CompletedTask
        : DedicatedThread.Run("Easy.Logger host stop", () => provider.Flush(cancellationToken));
}
