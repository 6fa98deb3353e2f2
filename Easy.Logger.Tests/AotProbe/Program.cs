using System.Diagnostics.Tracing;
using Easy.Logger;
using Easy.Logger.EventSource;
using Easy.Logger.Interfaces;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AotProbe;

/// <summary>
/// A program that is configured in code, as one must be that is trimmed or compiled ahead of time: log4net makes what its XML names by
/// reflection. Logs through log4net, the facade and Microsoft.Extensions.Logging into the folder that it is given.
/// </summary>
internal static class Program
{
    private const int Lines = 1000;

    public static int Main(string[] arguments)
    {
        string folder = arguments[0];
        AsyncBufferingForwardingAppender buffered = Buffered(Path.Combine(folder, "stock.log"), new RollingFileAppender());
        CountingAppender counting = new();
        AsyncBufferingForwardingAppender foreign = Buffered(Path.Combine(folder, "derived.log"), counting);
        EventSourceAppender events = new() { Name = "events" };
        events.ActivateOptions();
        using CountingListener listener = new();
        BasicConfigurator.Configure(LogManager.GetRepository(typeof(Program).Assembly), buffered, foreign, events);

        ILog log = LogManager.GetLogger(typeof(Program).Assembly, typeof(Program));
        Parallel.For(0, Lines, i => log.InfoFormat("log4net {0}", i));
        Log(Log4NetService.Instance.GetLogger(typeof(Program)));
        Host();
        LogManager.Shutdown();

        Console.WriteLine(
            $"forwarded {buffered.Statistics.Forwarded} and {foreign.Statistics.Forwarded}, calls of the override {counting.Calls}");
        Console.WriteLine($"event source: {(listener.Problem ?? $"{listener.Events} events")}");
        return 90;
    }

    private static AsyncBufferingForwardingAppender Buffered(string path, RollingFileAppender file)
    {
        PatternLayout layout = new("%date{yyyy} %level %logger %message%newline");
        file.Name = Path.GetFileName(path);
        file.File = path;
        file.Layout = layout;
        file.ActivateOptions();
        AsyncBufferingForwardingAppender appender = new() { Name = $"async {file.Name}", Journal = $"{path}.journal" };
        appender.AddAppender(file);
        appender.ActivateOptions();
        return appender;
    }

    private static void Log(IEasyLogger log)
    {
        for (int i = 0; i < Lines; i++)
        {
            log.InfoFormat("facade {0}", i);
        }
    }

    private static void Host()
    {
        HostApplicationBuilder builder = Microsoft.Extensions.Hosting.Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Logging.AddEasyLogger(options => options.IncludeActivity = true);
        using IHost host = builder.Build();
        Microsoft.Extensions.Logging.ILogger log = host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("AotProbe.Program");
        using (log.BeginScope(new Dictionary<string, object> { ["request"] = 7 }))
        {
            for (int i = 0; i < Lines; i++)
            {
                Messages.Provider(log, i);
            }
        }
    }

    /// <summary>Needs the manifest, which the runtime makes by reflection.</summary>
    private sealed class CountingListener : EventListener
    {
        private const int Message = 7;

        private int _events;

        public CountingListener() =>
            EnableEvents(EasyLoggerEventSource.Instance, EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);

        public int Events => _events;

        /// <summary>What is wrong with the last event that is not as it should be.</summary>
        public string? Problem { get; private set; }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventSource.Name != EasyLoggerEventSource.ProviderName)
            {
                return;
            }

            Interlocked.Increment(ref _events);
            if (eventData.PayloadNames?[Message] != "message" || eventData.Payload?[Message] is not string { Length: > 0 })
            {
                Problem = $"{eventData.EventId} {eventData.EventName} {string.Join(' ', eventData.PayloadNames ?? [])} {eventData.Message}";
            }
        }
    }

    /// <summary>Not log4net's own: each event must come through its override.</summary>
    private sealed class CountingAppender : RollingFileAppender
    {
        public int Calls { get; private set; }

        protected override void Append(LoggingEvent loggingEvent)
        {
            Calls++;
            base.Append(loggingEvent);
        }
    }
}
