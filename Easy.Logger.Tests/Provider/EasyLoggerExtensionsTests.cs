using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>The provider in a host, as programs register it.</summary>
[Category("Provider")]
internal sealed class EasyLoggerExtensionsTests
{
    private readonly ProviderScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void AddEasyLogger_FilterSectionOfTheProvider_IsInForce()
    {
        _scene.Collect();
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Logging:LogLevel:Default"] = "Error",
            ["Logging:EasyLogger:LogLevel:Default"] = "Debug",
            ["Logging:EasyLogger:LogLevel:Shop.Quiet"] = "Warning",
        });
        builder.Logging.ClearProviders().AddEasyLogger(options => options.Repository = _scene.Scene.Repository.Hierarchy.Name);
        using IHost host = builder.Build();
        ILoggerFactory factory = host.Services.GetRequiredService<ILoggerFactory>();

        factory.CreateLogger("Shop").LogTrace("a");
        factory.CreateLogger("Shop").LogDebug("b");
        factory.CreateLogger("Shop.Quiet").LogInformation("c");
        factory.CreateLogger("Shop.Quiet").LogWarning("d");

        Assert.That(_scene.Events.Select(logged => logged.RenderedMessage), Is.EqualTo(new[] { "b", "d" }));
    }

    [Test]
    public void AddEasyLogger_TypedLogger_IsTheCategoryOfItsType()
    {
        _scene.Collect();
        using ServiceProvider services = Services(builder => builder.AddEasyLogger(Use));
        services.GetRequiredService<ILogger<EasyLoggerExtensionsTests>>().LogInformation("a");

        Assert.That(_scene.Event.LoggerName, Is.EqualTo(typeof(EasyLoggerExtensionsTests).FullName));
    }

    [Test]
    public void AddEasyLogger_Twice_RegistersOnceAndTheLastOptionsWin()
    {
        _scene.Collect();
        using ServiceProvider services = Services(builder => builder
            .AddEasyLogger(Use)
            .AddEasyLogger(options => options.IncludeScopes = false)
            .AddEasyLogger());

        Assert.That(services.GetServices<ILoggerProvider>().OfType<EasyLoggerProvider>().Count(), Is.EqualTo(1));
        Assert.That(services.GetServices<IHostedService>().OfType<FlushAtStop>().Count(), Is.EqualTo(1));
        Assert.That(services.GetServices<ILoggerProvider>().Single(), Is.SameAs(services.GetRequiredService<EasyLoggerProvider>()));
        ILogger<EasyLoggerExtensionsTests> log = services.GetRequiredService<ILogger<EasyLoggerExtensionsTests>>();
        using (log.BeginScope("scope"))
        {
            log.LogInformation("a");
        }

        LoggingEvent logged = _scene.Event;
        Assert.That(logged.LookupProperty("Scope"), Is.Null);
    }

    [Test]
    public void AddEasyLogger_File_IsConfiguredFromIt()
    {
        FileInfo file = new(_scene.Scene.Folder.File("my.config"));
        File.WriteAllText(
            file.FullName, $"<log4net>{_scene.Scene.File()}<root><level value=\"INFO\" /><appender-ref ref=\"file\" /></root></log4net>");
        using (ServiceProvider services =
            Services(builder => builder.AddEasyLogger(file).AddEasyLogger(Use).AddEasyLogger(options => options.Watch = false)))
        {
            services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("a");
        }

        Assert.That(_scene.Scene.Lines(), Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void AddEasyLogger_FileDoesNotExist_IsThrownWithItsPathWhenTheProviderIsMade()
    {
        FileInfo file = new(_scene.Scene.Folder.File("missing.config"));
        using ServiceProvider services = Services(builder => builder.AddEasyLogger(file).AddEasyLogger(Use));

        Assert.That(
            () => services.GetRequiredService<ILoggerFactory>(),
            Throws.TypeOf<FileNotFoundException>().With.Message.Contains(file.FullName).And.Property("FileName").EqualTo(file.FullName));
    }

    [Test]
    public void AddEasyLogger_ReturnsTheBuilder() => _ = new ServiceCollection().AddLogging(
        builder => Assert.That(builder.AddEasyLogger().AddEasyLogger(new FileInfo("a")).AddEasyLogger(Use), Is.SameAs(builder)));

    [Test]
    public void Arguments_Null_AreRefused()
    {
        ILoggingBuilder? none = null;
        _ = new ServiceCollection().AddLogging(builder => Assert.Multiple(() =>
        {
            Assert.That(() => none!.AddEasyLogger(), Throws.ArgumentNullException);
            Assert.That(() => none!.AddEasyLogger(Use), Throws.ArgumentNullException);
            Assert.That(() => none!.AddEasyLogger(new FileInfo("a")), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((FileInfo)null!), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((Action<EasyLoggerOptions>)null!), Throws.ArgumentNullException);
        }));
    }

    private static ServiceProvider Services(Action<ILoggingBuilder> add) =>
        new ServiceCollection().AddLogging(builder => add(builder.SetMinimumLevel(LogLevel.Trace))).BuildServiceProvider();

    private void Use(EasyLoggerOptions options) => options.Repository = _scene.Scene.Repository.Hierarchy.Name;
}
