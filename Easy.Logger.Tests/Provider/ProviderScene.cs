using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>A log4net repository of its own with a provider on it, and a child that keeps the events. Most fixtures are one.</summary>
[Category("Provider")]
internal class ProviderScene : IDisposable
{
    public const string Shop = "Shop.Orders";

    /// <summary>With this option an event's properties are its own alone, not those of the contexts as well.</summary>
    public const string OwnProperties = """<fix value="Message" />""";

    private readonly Stack<IDisposable> _owned = [];
    private EasyLoggerProvider? _provider;

    public LogScene Scene { get; } = new();

    public string Name => Scene.Repository.Hierarchy.Name;

    public IReadOnlyList<LoggingEvent> Events
    {
        get
        {
            Assert.That(Scene.Appender.Flush(-1), Is.True);
            return Scene.Repository.Appender<GatedAppender>().Events;
        }
    }

    public LoggingEvent Event => Events.Single();

    public IEnumerable<string?> Texts => Events.Select(logged => logged.RenderedMessage);

    public ProviderScene Collect(string options = "", string level = "ALL")
    {
        Scene.Configure(
            """<appender name="kept" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />""",
            Scene.Async(options, "kept"),
            $"""<root><level value="{level}" /><appender-ref ref="{Scene.Name}" /></root>""");
        return this;
    }

    public EasyLoggerProvider Provider(Action<EasyLoggerOptions>? configure = null) =>
        _provider ??= Owned(new EasyLoggerProvider(Options(configure)));

    public EasyLoggerOptions Options(Action<EasyLoggerOptions>? configure = null)
    {
        EasyLoggerOptions options = new() { Repository = Name };
        configure?.Invoke(options);
        return options;
    }

    public ILogger Log(Action<EasyLoggerOptions>? configure = null) => Provider(configure).CreateLogger(Shop);

    /// <summary>A logger factory with this provider alone, as programs have it.</summary>
    public ILoggerFactory Factory(Action<EasyLoggerOptions>? configure = null) => Owned(LoggerFactory.Create(
        builder => builder.SetMinimumLevel(LogLevel.Trace).AddProvider(Provider(configure))));

    public IEnumerable<object?> Values(params string[] names) => names.Select(Event.LookupProperty);

    public T Owned<T>(T disposable)
        where T : IDisposable
    {
        _owned.Push(disposable);
        return disposable;
    }

    public void Dispose()
    {
        Array.ForEach([.. Scene.Repository.Hierarchy.GetAppenders().OfType<GatedAppender>()], (GatedAppender child) => child.OpenGate());
        while (_owned.TryPop(out IDisposable? owned))
        {
            owned.Dispose();
        }

        Scene.Dispose();
    }
}

/// <summary>A repository of the application's own that does something each time somebody has asked for its appenders.</summary>
internal sealed class OwnHierarchy : log4net.Repository.Hierarchy.Hierarchy
{
    public Action? OnLook { get; set; }

    public override IAppender[] GetAppenders()
    {
        IAppender[] before = base.GetAppenders();
        OnLook?.Invoke();
        return before;
    }
}

/// <summary>Options that change when a test says so, also when whoever listened has left: a change can be on its way then.</summary>
internal sealed class ChangingOptions(EasyLoggerOptions options) : IOptionsMonitor<EasyLoggerOptions>, IDisposable
{
    private Action<EasyLoggerOptions, string?>? _listener;

    public bool IsDisposed { get; private set; }

    public EasyLoggerOptions CurrentValue => options;

    public EasyLoggerOptions Get(string? name) => options;

    public IDisposable? OnChange(Action<EasyLoggerOptions, string?> listener)
    {
        _listener = listener;
        return this;
    }

    public void Dispose() => IsDisposed = true;

    public void Raise(EasyLoggerOptions changed, string? name = null) => _listener!(changed, name ?? Options.DefaultName);
}
