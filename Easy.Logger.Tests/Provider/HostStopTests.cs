using Easy.Logger.Extensions.Microsoft.Categories;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>At the end of a host everything logged is written, or its time is over. Nobody waits for an appender that hangs.</summary>
internal sealed class HostStopTests : ProviderScene
{
    private const string Patient = """<idleTime value="3600000" /><flushLevel value="OFF" /><closeTimeout value="1000" />""";

    private static readonly TimeSpan _hour = TimeSpan.FromHours(1);
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(100);

    /// <summary>Registered before the provider it stops last. log4net's own Flush of a file without ImmediateFlush loses text.</summary>
    [Test]
    public async Task StopAsync_ServiceLogsWhileItStops_LinesAreInTheFiles()
    {
        const string Buffered = """<immediateFlush value="false" />""";
        string[] lines = ["started", "stopping"];
        Scene.Configure(
            Scene.File(more: Buffered),
            Scene.File("plain", more: Buffered),
            Scene.Async(Patient, "file"),
            LogScene.Root(Scene.Name, "plain"));
        await Build(services => services.AddHostedService<Talkative>()).StopAsync();

        Assert.That(Scene.Lines(), Is.SupersetOf(lines));
        Assert.That(Scene.Messages.Naming("'plain' could not be flushed"), Is.Empty);
        Scene.Repository.Dispose();
        Assert.That(Scene.Lines("plain"), Is.SupersetOf(lines));
    }

    [Test]
    public void StopAsync_ChildHangs_ReturnsAtTheFlushTimeoutAndOthersWaitNoMoreUntilItWorksAgain()
    {
        GatedAppender child = Hang(options => options.FlushTimeout = _moment, _hour, out IHost host);
        EasyLoggerProvider other = new(Options(options => options.FlushTimeout = _hour));

        Eventually.Returns(() => host.StopAsync().GetAwaiter().GetResult(), "the stop");
        Eventually.Returns(host.Dispose, "the end of the host");

        Assert.That(child.Messages, Is.Empty);
        Assert.That(
            Scene.Messages.Naming(Name).Where(message => message.Contains("not everything", StringComparison.Ordinal)),
            Has.Exactly(1).Items);

        // A program may have made loggers before its host: not each of them waits for the same appender.
        Eventually.Returns(other.Dispose, "the end of the other provider");

        child.OpenGate();
        Eventually.Holds(() => child.Messages.Count > 0, "the child works");
        Assert.That(Enumerable.Range(0, 5).Any(_ => Flush()), Is.True, "one of five short waits is long enough");

        bool Flush()
        {
            using EasyLoggerProvider another = new(Options(options => options.FlushTimeout = _hour));
            return another.Flush(CancellationToken.None);
        }
    }

    [Test]
    public void StopAsync_ChildHangs_ReturnsAtTheHostsShutdownTimeout()
    {
        Hang(options => options.FlushTimeout = _hour, TimeSpan.FromSeconds(1), out IHost host);

        Task stop = Eventually.Returns(() => host.StopAsync(), "the call");
        Eventually.Holds(() => stop.IsCompleted, "the stop");
        Assert.That(stop.IsFaulted, Is.False); // cancelled, it may be: the host's own way to say that its time was up
        Eventually.Returns(host.Dispose, "the end of the host");
    }

    /// <summary>log4net's own forwarder, inside a log call that hangs, holds its lock, and cannot even be asked for its children.</summary>
    [Test]
    public void PlainAppenderHoldsItsLock_HostsProvidersAndHealthChecksDoNotWaitForIt()
    {
        ILoggerRepository repository = Scene.Repository.Hierarchy;
        GatedAppender child = new();
        ForwardingAppender plain = new() { Name = "plain" };
        plain.AddAppender(child);
        Scene.Repository.Attach(plain);
        using IHost host = Build(
            // the host's own lines would wait as well
            services => services.AddLogging(builder => builder.AddFilter("Microsoft", LogLevel.None)),
            options => options.FlushTimeout = _moment);
        EasyLoggerHealthCheck check = new(repository, _moment, TimeProvider.System);
        using CancellationTokenSource cancelled = new(0);
        child.CloseGate();
        using BackgroundCall<bool> held = BackgroundCall.Of(() => Scene.Log().Info("held"));
        child.AwaitEntry();
        try
        {
            Eventually.Returns(() => host.StopAsync().GetAwaiter().GetResult(), "the stop");
            Assert.That(Eventually.Returns(() => Health().Result.Status, "the check"), Is.EqualTo(HealthStatus.Unhealthy));
            Assert.That(() => Health(cancelled.Token), Throws.InstanceOf<OperationCanceledException>());
            using RepositoryView view = Eventually.Returns(() => new RepositoryView(repository, _moment), "the first look");
            Assert.That(view.LevelOf(LogLevel.Information), Is.EqualTo(Level.Info));
            Assert.That(view.PrintsCaller, Is.True, "it is assumed that the caller is printed");

            child.OpenGate();
            Eventually.Holds(() => Health().Result.Status == HealthStatus.Healthy, "the appenders can be looked at again");
            Eventually.Holds(() => !view.PrintsCaller, "the late answer is kept");
        }
        finally
        {
            child.OpenGate();
        }

        Task<HealthCheckResult> Health(CancellationToken cancel = default) => check.CheckHealthAsync(new HealthCheckContext(), cancel);
    }

    [TestCase("fails")]
    [TestCase("throws")]
    [TestCase("writes")]
    public async Task StopAsync_AppenderFails_OthersAreFlushedAndLinesAfterTheStopAreInTheFile(string flush)
    {
        Scene.ConfigureFile(Patient);
        GatedAppender failing = new()
        {
            Name = Some.Name("failing"),
            OnFlush = _ => flush == "throws" ? throw new InvalidOperationException("no") : flush == "writes",
        };
        GatedAppender other = new();
        Scene.Repository.Attach(failing).Attach(other);
        IHost host = Build();
        await host.StopAsync();
        Assert.That(other.Flushes, Is.GreaterThanOrEqualTo(1));
        Assert.That(Scene.Messages.Naming($"'{failing.Name}' could not be flushed"), flush == "throws" ? Is.Not.Empty : Is.Empty);

        host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("last words");
        host.Dispose();

        Assert.That(Scene.Lines()[^1], Is.EqualTo("last words"));
        Assert.That(
            Scene.Messages.Naming(Name),
            flush == "writes" ? Is.Empty : Has.Exactly(1).Contains("an appender failed").And.None.Contains("within"));
    }

    [Test]
    public void Flush_HostHadNoTimeAtAll_TheNextOneWaits()
    {
        Scene.ConfigureFile(Patient);
        Log().LogInformation("last words");

        Assert.That(Provider().Flush(new CancellationToken(canceled: true)), Is.False);
        Assert.That(Provider().Flush(CancellationToken.None), Is.True);
        Assert.That(Scene.Lines(), Does.Contain("last words"));
    }

    private GatedAppender Hang(Action<EasyLoggerOptions> configure, TimeSpan shutdownTimeout, out IHost host)
    {
        Collect(Patient);
        GatedAppender child = Scene.Repository.Appender<GatedAppender>();
        host = Build(services => services.Configure<HostOptions>(options => options.ShutdownTimeout = shutdownTimeout), configure);
        child.CloseGate();
        host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("held");
        return child;
    }

    private IHost Build(Action<IServiceCollection>? add = null, Action<EasyLoggerOptions>? configure = null)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        add?.Invoke(builder.Services);
        builder.Logging.ClearProviders().AddEasyLogger(options => options.Repository = Name).AddEasyLogger(configure ?? (_ => { }));
        IHost host = Owned(builder.Build());
        host.Start();
        return host;
    }

    private sealed class Talkative(ILogger<Talkative> log) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken) => Say("started");

        public Task StopAsync(CancellationToken cancellationToken) => Say("stopping");

        private Task Say(string text)
        {
            log.LogInformation("{Text}", text);
            return Task.CompletedTask;
        }
    }
}
