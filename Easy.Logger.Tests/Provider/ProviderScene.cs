using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>A log4net repository of its own with a provider on it, and a child that keeps the events.</summary>
internal sealed class ProviderScene : IDisposable
{
    public const string Category = "Shop.Orders";

    /// <summary>With this option an event's properties are its own alone, not those of the contexts as well.</summary>
    public const string OwnProperties = """<fix value="Message" />""";

    private EasyLoggerProvider? _provider;

    public LogScene Scene { get; } = new();

    /// <summary>What came to the child, when <see cref="Collect" /> was called.</summary>
    public IReadOnlyList<LoggingEvent> Events
    {
        get
        {
            Assert.That(Scene.Appender.Flush(-1), Is.True);
            return Scene.Repository.Appender<GatedAppender>().Events;
        }
    }

    public LoggingEvent Event => Events.Single();

    /// <summary>Puts our appender before a child that keeps events, both with default options.</summary>
    public ProviderScene Collect(string options = "", string level = "ALL")
    {
        Scene.Configure(
            """<appender name="kept" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />""",
            Scene.Async(options, "kept"),
            $"""<root><level value="{level}" /><appender-ref ref="{Scene.Name}" /></root>""");
        return this;
    }

    /// <summary>The provider; made at the first call, with these options.</summary>
    public EasyLoggerProvider Provider(Action<EasyLoggerOptions>? configure = null) =>
        _provider ??= new EasyLoggerProvider(Options(configure));

    public EasyLoggerOptions Options(Action<EasyLoggerOptions>? configure = null)
    {
        EasyLoggerOptions options = new() { Repository = Scene.Repository.Hierarchy.Name };
        configure?.Invoke(options);
        return options;
    }

    /// <summary>A logger as the provider makes it, without a factory around it.</summary>
    public ILogger Log(Action<EasyLoggerOptions>? configure = null) => Provider(configure).CreateLogger(Category);

    /// <summary>A logger factory with this provider alone, as programs have it.</summary>
    public ILoggerFactory Factory(Action<EasyLoggerOptions>? configure = null) => LoggerFactory.Create(
        builder => builder.SetMinimumLevel(LogLevel.Trace).AddProvider(Provider(configure)));

    public void Dispose()
    {
        _provider?.Dispose();
        Scene.Dispose();
    }
}
