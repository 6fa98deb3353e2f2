using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Hosting;
using Easy.Logger.Interfaces;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>How programs set the provider up: files, appsettings.json, containers; also settings that change or are wrong.</summary>
internal sealed class SettingsTests : ProviderScene
{
    private const string NoFilters = """ "LogLevel": {} """;

    private IHost? _host;

    [Test]
    public void Configuration_None_DefaultFileIsReadWhereNobodyHasConfigured([Values] bool isConfigured)
    {
        Scene.Write("log4net.config", "default");
        if (isConfigured)
        {
            Collect();
        }

        Assert.That(Prepare(options => options.Watch = false), Is.SameAs(Scene.Repository.Hierarchy));
        Assert.That(Scene.Appenders, isConfigured ? Does.Not.Contain("default").And.Contains("kept") : Is.EqualTo(new[] { "default" }));
    }

    [Test]
    public void Configuration_NoneAndNoDefaultFile_IsReported()
    {
        Assert.That(Prepare().Configured, Is.False);
        Assert.That(
            Scene.Messages.Naming(Name),
            Has.One.Contains(Scene.Folder.File("log4net.config")).And.One.Contains("nothing is written"));
    }

    /// <summary>A FileInfo remembers whether the file was there; and a service is started in another folder than its own.</summary>
    [Test]
    public void Configuration_AskedFor_IsReadAlsoWhereSomebodyHasConfigured([Values] bool isRelative)
    {
        string name = $"{Some.Name("mine")}.config";
        FileInfo file = new(isRelative ? name : Scene.Folder.File(name));
        Assert.That(file.Exists, Is.False);
        Scene.Write(name, "mine");
        Collect();

        Prepare(options => (options.Configuration, options.Watch) = (file, false));

        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "mine" }));
    }

    [Test]
    public void Repository_None_IsThatOfTheEntryAssembly() => Assert.That(
        Prepare(options => options.Repository = null), Is.SameAs(LogManager.GetRepository(Assembly.GetEntryAssembly()!)));

    [TestCase("00:00:00")]
    [TestCase("01:00:00")]
    [TestCase("-00:00:01", "FlushTimeout '-00:00:01' is not between 00:00:00 and 01:00:00; 00:00:02 is used.")]
    public void Options_OutOfBounds_AreReplacedAndNamed(string text, params string[] problemsOfTheTimeout)
    {
        TimeSpan value = TimeSpan.Parse(text, CultureInfo.InvariantCulture);
        string folder = Scene.Folder.Path;
        EasyLoggerOptions options = new() { Repository = " ", FlushTimeout = value, InternalLogFile = folder };

        ProviderSettings settings = ProviderSettings.Of(options, out IReadOnlyList<string> problems);

        Assert.That((settings.Repository, settings.InternalLogFile), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(settings.FlushTimeout, Is.EqualTo(problemsOfTheTimeout.Length == 0 ? value : TimeSpan.FromSeconds(2)));
        Assert.That(
            problems,
            Is.EqualTo(problemsOfTheTimeout.Prepend("Repository ' ' is not a name; the repository of the entry assembly is used.")
                .Append($"InternalLogFile '{folder}' is not the path of a file; none is written. It is a folder.")));
    }

    [Test]
    public void Section_EveryOption_IsReadAndCodeWins()
    {
        FileInfo file = Scene.Write("mine.config", "mine");
        EasyLoggerProvider provider = Build(
            """
            "Configuration": "FILE", "Watch": false, "FlushTimeout": "00:00:07", "IncludeScopes": false, "IncludeActivity": true,
            "DegradedAfterLoss": "00:01:00", "Repository": "NAME", "InternalLogFile": "FILE.internal"
            """.Replace("FILE", file.FullName, StringComparison.Ordinal).Replace("NAME", Name, StringComparison.Ordinal),
            builder => builder.AddEasyLogger(options => options.IncludeScopes = true));

        Assert.That(provider.Repository, Is.SameAs(Scene.Repository.Hierarchy));
        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "mine" }));
        Assert.That(
            (provider.Settings.Watch, provider.Settings.FlushTimeout, provider.Settings.IncludeScopes, provider.Settings.IncludeActivity),
            Is.EqualTo((false, TimeSpan.FromSeconds(7), true, true)));
        Assert.That(provider.Settings.DegradedAfterLoss, Is.EqualTo(TimeSpan.FromMinutes(1)));
        Assert.That(provider.Settings.InternalLogFile, Is.EqualTo($"{file.FullName}.internal"));
    }

    [Test]
    public void Section_Mistakes_AreOneMessageAndTheDefaultsApply()
    {
        string odd = Some.Name("FlushTimout");
        EasyLoggerProvider provider = Build(
            $$"""
            "{{odd}}": "00:00:03", "loglevel": { "Default": "Debug" }, "watch": false, "FlushTimeout": "soon", "DegradedAfterLoss": "-1",
            "Configuration": ["a.config"], "IncludeScopes": { "a": true }, "InternalLogFile": "{{Scene.Folder.File("internal.log")}}"
            """);

        string message = Scene.Messages.Naming(odd).Single();
        Assert.That(message, Does.Contain($"{odd} is not an option").And.Not.Contain("loglevel"));
        Assert.That(message, Does.Contain("Configuration is not one value but several, and is not used."));
        Assert.That(message, Does.Contain("IncludeScopes is not one value but several, and is not used."));
        Assert.That(message, Does.Contain("FlushTimeout 'soon' is not of type TimeSpan; 00:00:02 is used."));
        Assert.That(message, Does.Contain("DegradedAfterLoss '-1.00:00:00' is not between"));
        Assert.That(provider.Settings.FlushTimeout, Is.EqualTo(TimeSpan.FromSeconds(2)));
        Assert.That(provider.Settings.Watch, Is.False);
        Assert.That(Scene.Folder.Lines("internal.log"), Has.Some.Contains(odd));
    }

    [Test]
    public void Watch_IsSwitchedOnAndOff_TheFileIsFollowedAsLongAsItIsOn()
    {
        string section = $""" "Configuration": "{Scene.Write("first.config", "first").FullName}", "Watch": """;
        FileInfo witness = Scene.Write("witness.config", "witness");
        using ProviderScene other = new();
        other.Provider(options => options.Configuration = witness);
        Build(section + "false");
        AssertNotFollowed("first", "second");

        Change(section + "true");
        Scene.Write("first.config", "third");
        Eventually.Holds(() => Scene.Appenders.Contains("third"), "the change is read");

        Change(section + "false");
        AssertNotFollowed("third", "fourth");

        void AssertNotFollowed(string before, string after)
        {
            Scene.Write("first.config", after);
            Scene.Write("witness.config", after);
            Eventually.Holds(() => other.Scene.Appenders.Contains(after), "the watch of another provider sees its file");
            Assert.That(Scene.Appenders, Is.EqualTo(new[] { before }));
        }
    }

    [Test]
    public void Section_Changes_TakesEffectAndAFileThatIsNoneOrComesLaterIsReported()
    {
        string odd = Some.Name("odd");
        string late = Scene.Folder.File("late.config");
        Build($""" "Configuration": "{Scene.Write("first.config", "first").FullName}", "IncludeScopes": false """);
        Assert.That(Get<EasyLoggerProvider>().Settings.IncludeScopes, Is.False);

        Assert.That(() => Change($""" "Configuration": "{odd}\u0000" """), Throws.Nothing);
        Assert.That(Scene.Messages.Naming(odd), Has.Some.Contains("Configuration ").And.Some.Contains("is not a path"));
        Change($""" "Configuration": "{late}", "IncludeScopes": false """);
        Assert.That(Scene.Messages.Naming(late), Has.Some.Contains("the changed options do not apply"));
        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "first" }));

        Scene.Write("late.config", "late");
        ILogger<SettingsTests> log = Get<ILogger<SettingsTests>>();
        Change($""" "Configuration": "{late}", "IncludeScopes": true """);
        Eventually.Holds(() => Scene.Appenders.Contains("late"), "the other file is in force");
        using (log.BeginScope("scope"))
        {
            log.LogInformation("a");
        }

        Assert.That(Scene.Repository.Appender<MemoryAppender>().GetEvents().Single().LookupProperty("Scope"), Is.EqualTo("scope"));
    }

    [Test]
    public void Change_OfFlushTimeout_IsThatOfTheNextFlushUnlessTheNameIsAnotherOrAfterTheEnd()
    {
        string path = Scene.Folder.File("late.log");
        ChangingOptions change = new(Options(options => options.FlushTimeout = TimeSpan.Zero));
        EasyLoggerProvider provider = EasyLoggerProvider.Follow(change);
        change.Raise(Options(), "other");
        Assert.That(provider.Flush(CancellationToken.None), Is.False);
        change.Raise(Options());
        Assert.That(provider.Flush(CancellationToken.None), Is.True);

        provider.Dispose();
        Assert.That(change.IsDisposed, Is.True);
        change.Raise(Options(options => options.InternalLogFile = path));
        LogLog.Warn(GetType(), "after the end");
        InternalLogs.Flush();
        Assert.That(File.Exists(path), Is.False);
    }

    [Test]
    public async Task ClearProviders_AfterAddEasyLogger_NothingIsMadeOrConfigured()
    {
        string name = Some.Name("never");
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Logging.AddEasyLogger(Scene.Folder.File("missing.config")).AddEasyLogger(
            options => options.Repository = name).ClearProviders();
        using IHost host = builder.Build();
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
        FileInfo file = new(isPath ? "missing.config" : Scene.Folder.File("missing.config"));
        using ServiceProvider services =
            Services(builder => (isPath ? builder.AddEasyLogger("missing.config") : builder.AddEasyLogger(file)).AddEasyLogger(Use));

        Assert.That(
            () => services.GetRequiredService<ILoggerFactory>(),
            Throws.TypeOf<FileNotFoundException>().With.Message.Contains(file.FullName).And.Message.Contains(
                $"'{AppContext.BaseDirectory}'").And.Property("FileName").EqualTo(file.FullName));
    }

    [Test]
    public void AddEasyLogger_InAContainer_FiltersOfItsSectionAreInForceAndLoggersOfTheFacadeWriteThere()
    {
        Collect();
        Build(
            """ "LogLevel": { "Default": "Debug", "Shop.Quiet": "Warning" } """, beside: """ "LogLevel": { "Default": "Error" } """);
        ILoggerFactory factory = Get<ILoggerFactory>();

        factory.CreateLogger("Shop").LogTrace("a");
        factory.CreateLogger("Shop").LogDebug("b");
        factory.CreateLogger("Shop.Quiet").LogInformation("c");
        factory.CreateLogger("Shop.Quiet").LogWarning("d");
        Get<IEasyLogger<SettingsTests>>().Info("e");

        Assert.That(Texts, Is.EqualTo(new[] { "b", "d", "e" }));
        Assert.That(Events[^1].LoggerName, Is.EqualTo(typeof(SettingsTests).FullName));
    }

    [Test]
    public void AddEasyLogger_SeveralTimes_RegistersOnceAndTheLastOptionsWin()
    {
        FileInfo file = new(Scene.Folder.File("my.config"));
        File.WriteAllText(
            file.FullName, $"<log4net>{Scene.File(pattern: "%property{Scope}|%message%newline")}{LogScene.Root("file")}</log4net>");
        using ServiceProvider services = Services(builder => Assert.That(
            builder.AddEasyLogger(file).AddEasyLogger(Use).AddEasyLogger(options => options.IncludeScopes = false).AddEasyLogger(),
            Is.SameAs(builder)));

        Assert.That(services.GetServices<IHostedService>().OfType<FlushAtStop>().Count(), Is.EqualTo(1));
        Assert.That(services.GetServices<ILoggerProvider>().Single(), Is.SameAs(services.GetRequiredService<EasyLoggerProvider>()));
        ILogger<SettingsTests> log = services.GetRequiredService<ILogger<SettingsTests>>();
        using (log.BeginScope("scope"))
        {
            log.LogInformation("a");
        }

        Assert.That(Scene.Lines(), Is.EqualTo(new[] { "(null)|a" }));
    }

    private EasyLoggerProvider Build(string section, Action<ILoggingBuilder>? add = null, string beside = NoFilters)
    {
        WriteSettings(section, beside);
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Configuration.AddJsonFile(Scene.Folder.File("appsettings.json"), optional: false, reloadOnChange: false);
        (add ?? (logging => logging.AddEasyLogger(Use)))(builder.Logging.ClearProviders());
        _host = Owned(builder.Build());
        return Get<EasyLoggerProvider>();
    }

    private T Get<T>()
        where T : notnull => _host!.Services.GetRequiredService<T>();

    private void Change(string section)
    {
        WriteSettings(section, NoFilters);
        ((IConfigurationRoot)Get<IConfiguration>()).Reload();
    }

    private void WriteSettings(string section, string beside) => File.WriteAllText(
        Scene.Folder.File("appsettings.json"), $$"""{ "Logging": { "EasyLogger": { {{section}} }, {{beside}} } }""");

    private static ServiceProvider Services(Action<ILoggingBuilder> add) =>
        new ServiceCollection().AddLogging(builder => add(builder.SetMinimumLevel(LogLevel.Trace))).BuildServiceProvider();

    private void Use(EasyLoggerOptions options) => options.Repository = Name;

    private ILoggerRepository Prepare(Action<EasyLoggerOptions>? configure = null) =>
        RepositorySetup.Prepare(ProviderSettings.Of(Options(configure), out _), Scene.Folder.Path).Repository;
}
