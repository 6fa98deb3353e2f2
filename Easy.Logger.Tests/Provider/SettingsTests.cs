using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Hosting;
using Easy.Logger.Interfaces;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>
/// How programs register the provider and set it up: appsettings.json, files, containers, and what is not set up at all.
/// </summary>
[Category("Provider")]
internal sealed class SettingsTests : IDisposable
{
    private readonly ProviderScene _scene = new();

    private string Repository => _scene.Scene.Repository.Hierarchy.Name;

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Section_EveryOption_IsRead()
    {
        FileInfo file = _scene.Scene.Write("mine.config", "mine");
        using IHost host = Build(
            """
            "Configuration": "FILE", "Watch": false, "FlushTimeout": "00:00:07", "IncludeScopes": false, "IncludeActivity": true,
            "DegradedAfterLoss": "00:01:00", "Repository": "NAME", "InternalLogFile": "FILE.internal"
            """.Replace("FILE", file.FullName, StringComparison.Ordinal).Replace("NAME", Repository, StringComparison.Ordinal),
            builder => builder.AddEasyLogger());
        EasyLoggerProvider provider = host.Services.GetRequiredService<EasyLoggerProvider>();

        Assert.That(provider.Repository, Is.SameAs(_scene.Scene.Repository.Hierarchy));
        Assert.That(_scene.Scene.Appenders, Is.EqualTo(new[] { "mine" }));
        Assert.That(
            (provider.Settings.Watch, provider.Settings.FlushTimeout, provider.Settings.IncludeScopes, provider.Settings.IncludeActivity),
            Is.EqualTo((false, TimeSpan.FromSeconds(7), false, true)));
        Assert.That(provider.Settings.DegradedAfterLoss, Is.EqualTo(TimeSpan.FromMinutes(1)));
        Assert.That(provider.Settings.InternalLogFile, Is.EqualTo($"{file.FullName}.internal"));
    }

    [Test]
    public void Section_AndCode_CodeWins()
    {
        using IHost host = Build(
            """ "IncludeScopes": false, "IncludeActivity": true """,
            builder => builder.AddEasyLogger(options => (options.Repository, options.IncludeScopes) = (Repository, true)));

        Assert.That(
            host.Services.GetRequiredService<EasyLoggerProvider>().Settings,
            Has.Property("IncludeScopes").True.And.Property("IncludeActivity").True);
    }

    [Test]
    public void Section_NameOfNoOption_IsReported()
    {
        string odd = Some.Name("FlushTimout");
        using IHost host = Build($$""" "{{odd}}": "00:00:03", "loglevel": { "Default": "Debug" }, "watch": false """);

        Assert.That(host.Services.GetRequiredService<EasyLoggerProvider>().Settings.Watch, Is.False);
        Assert.That(_scene.Scene.Messages.Naming(odd), Has.One.Contains($"{odd} is not an option").And.None.Contains("loglevel"));
    }

    [Test]
    public void Section_ValueOfAnotherType_IsReportedAndTheDefaultApplies()
    {
        string odd = Some.Name("soon");
        using IHost host = Build($""" "FlushTimeout": "{odd}" """);

        Assert.That(host.Services.GetRequiredService<EasyLoggerProvider>().Settings.FlushTimeout, Is.EqualTo(TimeSpan.FromSeconds(2)));
        Assert.That(
            _scene.Scene.Messages.Naming(odd), Has.Some.Contains($"FlushTimeout '{odd}' is not of type TimeSpan; 00:00:02 is used."));
    }

    [Test]
    public void Section_SeveralValuesWhereOneIsMeant_AreReported()
    {
        string odd = Some.Name("odd");
        using IHost host = Build($$""" "Configuration": ["a.config"], "IncludeScopes": { "a": true }, "{{odd}}": 1 """);
        _ = host.Services.GetRequiredService<EasyLoggerProvider>();

        Assert.That(
            _scene.Scene.Messages.Naming(odd),
            Has.One.Contains("Configuration is not one value but several, and is not used. IncludeScopes is not one value"));
    }

    [Test]
    public void Section_Changes_TakesEffect()
    {
        _scene.Collect();
        using IHost host = Build(""" "IncludeScopes": false """);
        ILogger<SettingsTests> log = host.Services.GetRequiredService<ILogger<SettingsTests>>();
        FileInfo other = _scene.Scene.Write("other.config", "other");
        WriteSettings($""" "IncludeScopes": true, "Configuration": "{other.FullName}" """);
        ((IConfigurationRoot)host.Services.GetRequiredService<IConfiguration>()).Reload();

        using (log.BeginScope("scope"))
        {
            Eventually.Holds(() => _scene.Scene.Appenders.Contains("other"), "the other file is in force");
            log.LogInformation("a");
        }

        Assert.That(_scene.Scene.Repository.Appender<MemoryAppender>().GetEvents().Single().LookupProperty("Scope"), Is.EqualTo("scope"));
    }

    [Test]
    public async Task ClearProviders_AfterAddEasyLogger_NothingIsMadeOrConfigured()
    {
        string name = Some.Name("never");
        using IHost host = Build(string.Empty, builder => builder
            .AddEasyLogger(_scene.Scene.Folder.File("missing.config")).AddEasyLogger(
                options => options.Repository = name).ClearProviders());
        await host.StartAsync();
        HealthCheckResult health =
            await host.Services.GetRequiredService<EasyLoggerHealthCheck>().CheckHealthAsync(new HealthCheckContext());
        await host.StopAsync();

        Assert.That(log4net.Core.LoggerManager.RepositorySelector.ExistsRepository(name), Is.False);
        Assert.That(health.Description, Does.Contain("not in use"));
    }

    [Test]
    public void AddEasyLogger_FileDoesNotExist_IsThrownWithPathAndFolderWhenTheProviderIsMade([Values] bool isPath)
    {
        FileInfo file = new(isPath ? "missing.config" : _scene.Scene.Folder.File("missing.config"));
        using ServiceProvider services =
            Services(builder => (isPath ? builder.AddEasyLogger("missing.config") : builder.AddEasyLogger(file)).AddEasyLogger(Use));

        Assert.That(
            () => services.GetRequiredService<ILoggerFactory>(),
            Throws.TypeOf<FileNotFoundException>().With.Message.Contains(file.FullName).And.Message.Contains(
                $"'{AppContext.BaseDirectory}'").And.Property("FileName").EqualTo(file.FullName));
    }

    [Test]
    public void EasyLoggerOfAType_InTheContainer_WritesToTheRepositoryOfTheProvider()
    {
        _scene.Collect();
        using IHost host = Build(string.Empty);
        host.Services.GetRequiredService<IEasyLogger<SettingsTests>>().Info("a");

        Assert.That((_scene.Event.LoggerName, _scene.Event.RenderedMessage), Is.EqualTo((typeof(SettingsTests).FullName, "a")));
    }

    [Test]
    public void AddEasyLogger_FilterSectionOfTheProvider_IsInForce()
    {
        _scene.Collect();
        using IHost host = Build(
            """ "LogLevel": { "Default": "Debug", "Shop.Quiet": "Warning" } """, beside: """ "LogLevel": { "Default": "Error" } """);
        ILoggerFactory factory = host.Services.GetRequiredService<ILoggerFactory>();

        factory.CreateLogger("Shop").LogTrace("a");
        factory.CreateLogger("Shop").LogDebug("b");
        factory.CreateLogger("Shop.Quiet").LogInformation("c");
        factory.CreateLogger("Shop.Quiet").LogWarning("d");

        Assert.That(_scene.Events.Select(logged => logged.RenderedMessage), Is.EqualTo(new[] { "b", "d" }));
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
        ILogger<SettingsTests> log = services.GetRequiredService<ILogger<SettingsTests>>();
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
        File.WriteAllText(file.FullName, $"<log4net>{_scene.Scene.File()}{LogScene.Root("file")}</log4net>");
        using (ServiceProvider services =
            Services(builder => builder.AddEasyLogger(file).AddEasyLogger(Use).AddEasyLogger(options => options.Watch = false)))
        {
            services.GetRequiredService<ILoggerFactory>().CreateLogger("a").LogInformation("a");
        }

        Assert.That(_scene.Scene.Lines(), Is.EqualTo(new[] { "a" }));
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

    private IHost Build(string section, Action<ILoggingBuilder>? add = null, string beside = """ "LogLevel": {} """)
    {
        WriteSettings(section, beside);
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Configuration.AddJsonFile(_scene.Scene.Folder.File("appsettings.json"), optional: false, reloadOnChange: false);
        (add ?? (logging => logging.AddEasyLogger(Use)))(builder.Logging.ClearProviders());
        return builder.Build();
    }

    private void WriteSettings(string section, string beside = """ "LogLevel": {} """) => File.WriteAllText(
        _scene.Scene.Folder.File("appsettings.json"), $$"""{ "Logging": { "EasyLogger": { {{section}} }, {{beside}} } }""");

    private static ServiceProvider Services(Action<ILoggingBuilder> add) =>
        new ServiceCollection().AddLogging(builder => add(builder.SetMinimumLevel(LogLevel.Trace))).BuildServiceProvider();

    private void Use(EasyLoggerOptions options) => options.Repository = Repository;
}
