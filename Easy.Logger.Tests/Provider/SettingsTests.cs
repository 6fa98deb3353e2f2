using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Interfaces;
using Easy.Logger.Tests.Facade;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>How programs set the provider up: appsettings.json, files, containers, and what is not set up at all.</summary>
[Category("Provider")]
internal sealed class SettingsTests
{
    private readonly ProviderScene _scene = new();

    private string Repository => _scene.Scene.Repository.Hierarchy.Name;

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Section_EveryOption_IsRead()
    {
        FileInfo file = Write("mine.config", "mine");
        using IHost host = Build(
            """
            "Configuration": "FILE", "Watch": false, "FlushTimeout": "00:00:07", "IncludeScopes": false, "IncludeActivity": true,
            "DegradedAfterLoss": "00:01:00", "Repository": "NAME", "InternalLogFile": "FILE.internal"
            """.Replace("FILE", file.FullName, StringComparison.Ordinal).Replace("NAME", Repository, StringComparison.Ordinal),
            builder => builder.AddEasyLogger());
        EasyLoggerProvider provider = host.Services.GetRequiredService<EasyLoggerProvider>();

        Assert.That(provider.Repository, Is.SameAs(_scene.Scene.Repository.Hierarchy));
        Assert.That(provider.Repository.GetAppenders().Select(appender => appender.Name), Is.EqualTo(new[] { "mine" }));
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
        using IHost host = Build(
            """ "{odd}": "00:00:03", "loglevel": { "Default": "Debug" }, "watch": false """.Replace("{odd}", odd, StringComparison.Ordinal),
            builder => builder.AddEasyLogger(options => options.Repository = Repository));

        Assert.That(host.Services.GetRequiredService<EasyLoggerProvider>().Settings.Watch, Is.False);
        Assert.That(_scene.Scene.Messages.Naming(odd), Has.One.Contains($"{odd} is not an option").And.None.Contains("loglevel"));
    }

    [Test]
    public void Section_ValueOfAnotherType_IsReportedAndTheDefaultApplies()
    {
        string odd = Some.Name("soon");
        using IHost host =
            Build($""" "FlushTimeout": "{odd}" """, builder => builder.AddEasyLogger(options => options.Repository = Repository));

        Assert.That(host.Services.GetRequiredService<EasyLoggerProvider>().Settings.FlushTimeout, Is.EqualTo(TimeSpan.FromSeconds(2)));
        Assert.That(
            _scene.Scene.Messages.Naming(odd), Has.Some.Contains($"FlushTimeout '{odd}' is not of type TimeSpan; 00:00:02 is used."));
    }

    [Test]
    public void Section_SeveralValuesWhereOneIsMeant_AreReported()
    {
        string odd = Some.Name("odd");
        using IHost host = Build(
            $""" "Configuration": ["a.config"], "IncludeScopes": {"{"} "a": true {"}"}, "{odd}": 1 """,
            builder => builder.AddEasyLogger(options => options.Repository = Repository));
        _ = host.Services.GetRequiredService<EasyLoggerProvider>();

        Assert.That(
            _scene.Scene.Messages.Naming(odd),
            Has.One.Contains("Configuration is not one value but several, and is not used. IncludeScopes is not one value"));
    }

    [Test]
    public void Section_Changes_TakesEffect()
    {
        _scene.Collect();
        using IHost host =
            Build(""" "IncludeScopes": false """, builder => builder.AddEasyLogger(options => options.Repository = Repository));
        ILogger<SettingsTests> log = host.Services.GetRequiredService<ILogger<SettingsTests>>();
        FileInfo other = Write("other.config", "other");
        WriteSettings($""" "IncludeScopes": true, "Configuration": "{other.FullName}" """);
        ((IConfigurationRoot)host.Services.GetRequiredService<IConfiguration>()).Reload();

        using (log.BeginScope("scope"))
        {
            Eventually.Holds(
                () => _scene.Scene.Repository.Hierarchy.GetAppenders().Any(appender => appender.Name == "other"),
                "the other file is in force");
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
    public void RelativePath_BeginsAtTheApplicationsFolderWhereverTheProgramWasStarted()
    {
        string file = $"{Some.Name("relative")}.config";
        File.WriteAllText(Path.Combine(AppContext.BaseDirectory, file), FacadeScene.Document("mine"));
        try
        {
            Action<ILoggingBuilder>[] ways = [builder => builder.AddEasyLogger(file), builder => builder.AddEasyLogger(new FileInfo(file))];
            foreach (Action<ILoggingBuilder> way in ways)
            {
                using TestRepository repository = new();
                using IHost host =
                    Build(string.Empty, builder => way(builder.AddEasyLogger(options => options.Repository = repository.Hierarchy.Name)));

                Assert.That(
                    host.Services.GetRequiredService<EasyLoggerProvider>().Repository.GetAppenders().Select(appender => appender.Name),
                        Is.EqualTo(new[] { "mine" }));
            }
        }
        finally
        {
            File.Delete(Path.Combine(AppContext.BaseDirectory, file));
        }
    }

    [Test]
    public void MissingFile_IsThrownWithPathAndFolder()
    {
        using ServiceProvider services =
            new ServiceCollection().AddLogging(builder => builder.AddEasyLogger("missing.config")).BuildServiceProvider();

        Assert.That(
            () => services.GetRequiredService<ILoggerFactory>(),
            Throws.TypeOf<FileNotFoundException>().With.Message.Contains("missing.config").And.Message.Contains(
                $"'{AppContext.BaseDirectory}'"));
    }

    [Test]
    public void EasyLoggerOfAType_InTheContainer_WritesToTheRepositoryOfTheProvider()
    {
        _scene.Collect();
        using IHost host = Build(string.Empty, builder => builder.AddEasyLogger(options => options.Repository = Repository));
        host.Services.GetRequiredService<IEasyLogger<SettingsTests>>().Info("a");

        Assert.That((_scene.Event.LoggerName, _scene.Event.RenderedMessage), Is.EqualTo((typeof(SettingsTests).FullName, "a")));
    }

    private IHost Build(string section, Action<ILoggingBuilder> add)
    {
        WriteSettings(section);
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Configuration.AddJsonFile(_scene.Scene.Folder.File("appsettings.json"), optional: false, reloadOnChange: false);
        add(builder.Logging.ClearProviders());
        return builder.Build();
    }

    private void WriteSettings(string section) =>
        File.WriteAllText(_scene.Scene.Folder.File("appsettings.json"), $$"""{ "Logging": { "EasyLogger": { {{section}} } } }""");

    private FileInfo Write(string file, string appender)
    {
        FileInfo written = new(_scene.Scene.Folder.File(file));
        File.WriteAllText(written.FullName, FacadeScene.Document(appender));
        return written;
    }
}
