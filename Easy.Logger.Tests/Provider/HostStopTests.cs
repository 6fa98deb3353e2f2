using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the end of a host does: everything logged is written when it is over, or its time is.</summary>
[Category("Provider")]
internal sealed class HostStopTests : IDisposable
{
    /// <summary>Nothing is written by itself while a test runs.</summary>
    private const string Patient = """<idleTime value="3600000" /><flushLevel value="OFF" /><closeTimeout value="1000" />""";

    private readonly ProviderScene _scene = new();
    private GatedAppender? _held;

    public void Dispose()
    {
        _held?.OpenGate();
        _scene.Dispose();
    }

    /// <summary>One that is registered before the provider is the last to hear that everything has stopped.</summary>
    [TestCase(false, "started", "stopping", "stopped")]
    [TestCase(true, "started", "stopping")]
    public async Task StopAsync_ServiceLogsWhileItStops_LinesAreInTheFile(bool isBeforeTheProvider, params string[] lines)
    {
        _scene.Scene.ConfigureFile(Patient, more: """<immediateFlush value="false" />""");
        using IHost host = isBeforeTheProvider ? Build(addBefore: Add) : Build(Add);
        await host.StopAsync();

        Assert.That(_scene.Scene.Lines(), Is.SupersetOf(lines));

        static void Add(IServiceCollection services) => services.AddHostedService<Talkative>();
    }

    [Test]
    public void StopAsync_ChildHangs_ReturnsAtTheFlushTimeoutAndDisposeWaitsNoMoreNorDoesAnotherProvider()
    {
        GatedAppender child = Hang(options => options.FlushTimeout = TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(1), out IHost host);
        EasyLoggerProvider other = new(_scene.Options(options => options.FlushTimeout = TimeSpan.FromHours(1)));

        Eventually.Returns(() => host.StopAsync().GetAwaiter().GetResult(), "the stop");
        Eventually.Returns(host.Dispose, "the end of the host");

        Assert.That(child.Messages, Is.Empty);
        Assert.That(
            _scene.Scene.Messages.Naming(_scene.Scene.Repository.Hierarchy.Name).Where(
                message => message.Contains("not everything", StringComparison.Ordinal)),
            Has.Exactly(1).Items);

        // A program may have made loggers before its host: not each of them waits for the same appender.
        Eventually.Returns(other.Dispose, "the end of the other provider");
    }

    [Test]
    public void StopAsync_AnotherProviderHasJustWaitedInVainAndTheChildWorksAgain_EverythingIsWritten()
    {
        GatedAppender child = Hang(options => options.FlushTimeout = TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(1), out IHost host);
        Eventually.Returns(() => host.StopAsync().GetAwaiter().GetResult(), "the stop");

        child.OpenGate();
        Eventually.Holds(() => child.Messages.Count > 0, "the child works");

        Assert.That(Enumerable.Range(0, 5).Any(_ => Flush()), Is.True, "one of five short waits is long enough");

        bool Flush()
        {
            using EasyLoggerProvider other = new(_scene.Options(options => options.FlushTimeout = TimeSpan.FromHours(1)));
            return other.Flush(CancellationToken.None);
        }
    }

    [Test]
    public void StopAsync_ChildHangs_ReturnsAtTheHostsShutdownTimeout()
    {
        Hang(options => options.FlushTimeout = TimeSpan.FromHours(1), TimeSpan.FromSeconds(1), out IHost host);

        Task stop = Eventually.Returns(() => host.StopAsync(), "the call");
        Eventually.Holds(() => stop.IsCompleted, "the stop");
        Assert.That(stop.IsFaulted, Is.False); // cancelled, it may be: the host's own way to say that its time was up
        Eventually.Returns(host.Dispose, "the end of the host");
    }

    [Test]
    public void StopAsync_PlainAppenderHangs_ReturnsAtTheFlushTimeout()
    {
        using IHost host = Build(
            // the host's own lines would wait as well
            services => services.AddLogging(builder => builder.AddFilter("Microsoft", LogLevel.None)),
            options => options.FlushTimeout = TimeSpan.FromMilliseconds(100));
        using HeldForwarder held = new(_scene.Scene.Repository);

        Eventually.Returns(() => host.StopAsync().GetAwaiter().GetResult(), "the stop");
    }

    [Test]
    public async Task StopAsync_FlushTimeoutZero_FlushesNothing()
    {
        _scene.Collect(Patient);
        using IHost host = Build(configure: options => options.FlushTimeout = TimeSpan.Zero);
        await host.StopAsync();

        Assert.That(_scene.Scene.Appender.Statistics.Flushes, Is.Zero);
    }

    [Test]
    public async Task StopAsync_AppenderThrowsInFlush_TheOthersAreFlushed()
    {
        GatedAppender throwing = new() { Name = Some.Name("throwing"), OnFlush = _ => throw new InvalidOperationException("no") };
        GatedAppender other = new();
        _scene.Scene.Repository.Attach(throwing).Attach(other);
        using IHost host = Build();
        await host.StopAsync();

        Assert.That(other.Flushes, Is.GreaterThanOrEqualTo(1));
        Assert.That(_scene.Scene.Messages.Naming($"'{throwing.Name}' could not be flushed"), Is.Not.Empty);
    }

    [TestCase("fails")]
    [TestCase("throws")]
    [TestCase("writes")]
    public async Task DisposeAsync_LinesAfterTheStop_AreInTheFileAlsoWhenAnAppenderFailedThen(string flush)
    {
        _scene.Scene.ConfigureFile(Patient);
        GatedAppender failing = new() { OnFlush = _ => flush == "throws" ? throw new InvalidOperationException("no") : flush == "writes" };
        _scene.Scene.Repository.Attach(failing);
        IHost host = Build();
        await host.StopAsync();
        host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("last words");
        host.Dispose();

        Assert.That(_scene.Scene.Lines()[^1], Is.EqualTo("last words"));
        IReadOnlyList<string> reports = _scene.Scene.Messages.Naming(_scene.Scene.Repository.Hierarchy.Name);
        Assert.That(reports, flush == "writes" ? Is.Empty : Has.Some.Contains("an appender failed").And.None.Contains("within"));
    }

    [Test]
    public void Flush_HostHadNoTimeAtAll_TheNextOneWaits()
    {
        _scene.Scene.ConfigureFile(Patient);
        _scene.Log().LogInformation("last words");

        Assert.That(_scene.Provider().Flush(new CancellationToken(canceled: true)), Is.False);
        Assert.That(_scene.Provider().Flush(CancellationToken.None), Is.True);
        Assert.That(_scene.Scene.Lines(), Does.Contain("last words"));
    }

    /// <summary>log4net's own Flush of a file with ImmediateFlush off fails and loses the buffered text.</summary>
    [Test]
    public async Task StopAsync_FileWithoutImmediateFlush_LosesNothing()
    {
        _scene.Scene.Configure(_scene.Scene.File(more: """<immediateFlush value="false" />"""), LogScene.Root("file"));
        using IHost host = Build();
        _scene.Scene.Log().Info("a");
        await host.StopAsync();
        _scene.Scene.Repository.Dispose();

        Assert.That(_scene.Scene.Lines(), Does.Contain("a"));
        Assert.That(_scene.Scene.Messages.Naming("'file' could not be flushed"), Is.Empty);
    }

    private GatedAppender Hang(Action<EasyLoggerOptions> configure, TimeSpan shutdownTimeout, out IHost host)
    {
        _scene.Collect(Patient);
        GatedAppender child = _held = _scene.Scene.Repository.Appender<GatedAppender>();
        host = Build(services => services.Configure<HostOptions>(options => options.ShutdownTimeout = shutdownTimeout), configure);
        child.CloseGate();
        host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("held");
        return child;
    }

    private IHost Build(
        Action<IServiceCollection>? add = null, Action<EasyLoggerOptions>? configure = null, Action<IServiceCollection>? addBefore = null)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        addBefore?.Invoke(builder.Services);
        builder.Logging.ClearProviders().AddEasyLogger(Use).AddEasyLogger(configure ?? (_ => { }));
        add?.Invoke(builder.Services);
        IHost host = builder.Build();
        host.Start();
        return host;
    }

    private void Use(EasyLoggerOptions options) => options.Repository = _scene.Scene.Repository.Hierarchy.Name;

    private sealed class Talkative(ILogger<Talkative> log) : IHostedLifecycleService
    {
        public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StartAsync(CancellationToken cancellationToken) => Say("started");

        public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Say("stopping");

        public Task StoppedAsync(CancellationToken cancellationToken) => Say("stopped");

        private Task Say(string text)
        {
            log.LogInformation("{Text}", text);
            return Task.CompletedTask;
        }
    }
}
