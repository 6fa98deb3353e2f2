using Easy.Logger;
using Easy.Logger.Extensions.Microsoft;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Logging;
using NLog.Config;
using NLog.Extensions.Logging;
using NLog.Targets;
using NLog.Targets.Wrappers;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using ILoggerFactory = Microsoft.Extensions.Logging.ILoggerFactory;

namespace Benchmarker.Micro;

/// <summary>A provider of Microsoft.Extensions.Logging whose lines are formatted and thrown away.</summary>
internal sealed class ProviderSubject
{
    /// <summary>The provider that this one is compared with.</summary>
    public const string Reference = "Log4Net.AspNetCore";

    private const string Category = "Shop.Orders.Checkout";

    private readonly Func<bool> _flush;

    private ProviderSubject(string name, ILoggerProvider provider, Func<bool> flush)
        : this(name, LoggerFactory.Create(builder => builder.SetMinimumLevel(LogLevel.Trace).AddProvider(provider)), flush)
    {
    }

    private ProviderSubject(string name, ILoggerFactory factory, Func<bool> flush)
    {
        Name = name;
        _flush = flush;
        Log = factory.CreateLogger(Category);
    }

    public string Name { get; }

    public ILogger Log { get; }

    /// <summary>Those with the same destination and layout, ours first.</summary>
    public static IReadOnlyList<ProviderSubject> All(bool isAsync, bool printsProperties)
    {
        IAppender own = Open(isAsync, printsProperties, out string repository);
        IAppender other = Open(isAsync, printsProperties, out string otherRepository);
        Log4NetProviderOptions options = new() { LoggerRepository = otherRepository, ExternalConfigurationSetup = true };
        List<ProviderSubject> subjects =
        [
            new("Easy.Logger", new EasyLoggerProvider(new EasyLoggerOptions { Repository = repository }), () => Flush(own)),
            new(Reference, new Log4NetProvider(options), () => Flush(other)),
            NLog(isAsync, printsProperties),
        ];
        return isAsync && !printsProperties ? [.. subjects, MicrosoftConsole()] : subjects;
    }

    /// <summary>Waits until the worker has nothing to do, so that a burst does not wait for the one before.</summary>
    public void Flush() => _ = _flush();

    private static bool Flush(IAppender appender) => appender is not IFlushable flushable || flushable.Flush(-1);

    private static IAppender Open(bool isAsync, bool printsProperties, out string repository)
    {
        string properties = printsProperties ? "%property{Customer} %property{Request} " : string.Empty;
        PatternLayout layout = new($"%date{{ISO8601}} [%level] %logger {properties}- %message%newline");
        TextWriterAppender text = new() { Name = "nothing", Writer = TextWriter.Null, ImmediateFlush = false, Layout = layout };
        IAppender appender = isAsync
            ? new AsyncBufferingForwardingAppender { Name = "async" }.Before(text.Activated())
            : text.Activated();
        Hierarchy hierarchy = (Hierarchy)LogManager.CreateRepository($"{Guid.NewGuid():N}");
        hierarchy.Root.Level = Level.Info;
        hierarchy.Root.AddAppender(appender);
        hierarchy.Configured = true;
        hierarchy.RaiseConfigurationChanged(EventArgs.Empty);
        repository = hierarchy.Name;
        return appender;
    }

    private static ProviderSubject NLog(bool isAsync, bool printsProperties)
    {
        string properties = printsProperties ? "${event-properties:Customer} ${scopeproperty:Request} " : string.Empty;
        Target target = new NullTarget("nothing")
        {
            FormatMessage = true,
            Layout = $"${{longdate}} [${{level}}] ${{logger}} {properties}- ${{message}}",
        };
        if (isAsync)
        {
            target = new AsyncTargetWrapper("async", target)
            {
                OverflowAction = AsyncTargetWrapperOverflowAction.Block,
                QueueLimit = 10_000,
                TimeToSleepBetweenBatches = 0,
            };
        }

        global::NLog.LogFactory factory = new();
        LoggingConfiguration configuration = new(factory);
        configuration.AddRule(global::NLog.LogLevel.Info, global::NLog.LogLevel.Fatal, target);
        factory.Configuration = configuration;
        return new ProviderSubject("NLog", new NLogLoggerProvider(new NLogProviderOptions(), factory), () =>
        {
            factory.Flush(TimeSpan.FromSeconds(10));
            return true;
        });
    }

    /// <summary>It formats on the caller's thread and writes on another, here into nothing. It has no levels of its own.</summary>
    private static ProviderSubject MicrosoftConsole()
    {
        TextWriter console = Console.Out;
        Console.SetOut(TextWriter.Null);
        ILoggerFactory factory = LoggerFactory.Create(builder => builder.SetMinimumLevel(LogLevel.Information)
            .AddSimpleConsole(options => options.IncludeScopes = true));
        Console.SetOut(console);
        return new ProviderSubject("Microsoft console", factory, () => true);
    }
}
