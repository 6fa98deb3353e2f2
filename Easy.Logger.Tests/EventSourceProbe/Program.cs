using System.Xml;
using Easy.Logger.EventSource;
using log4net;
using log4net.Config;
using log4net.Repository;

namespace EventSourceProbe;

/// <summary>Logs a list of events through the appenders, as soon as somebody listens.</summary>
internal static class Program
{
    private const string Configuration =
        """
        <log4net>
          <root><level value="ALL" /><appender-ref ref="Async" /></root>
          <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="Events" /></appender>
          <appender name="Events" type="Easy.Logger.EventSource.EventSourceAppender, Easy.Logger.EventSource" />
        </log4net>
        """;

    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private static int Main()
    {
        Thread.CurrentThread.Name = ProbeEvents.ThreadName;
        ILoggerRepository repository = LogManager.GetRepository(typeof(Program).Assembly);
        XmlDocument document = new() { XmlResolver = null };
        document.LoadXml(Configuration);
        XmlConfigurator.Configure(repository, document.DocumentElement!);
        Console.WriteLine($"process {Environment.ProcessId}");

        if (!SpinWait.SpinUntil(() => EasyLoggerEventSource.Instance.IsEnabled(), _patience))
        {
            Console.Error.WriteLine("Nobody listens.");
            return 1;
        }

        ThreadContext.Properties["Tenant"] = "north";
        ThreadContext.Properties["Attempt"] = 3;
        foreach (ProbeEvent probe in ProbeEvents.All)
        {
            repository.GetLogger(probe.Logger).Log(typeof(Program), probe.Level, probe.Message, probe.Exception);
        }

        LogManager.Shutdown();
        Console.WriteLine("done");
        return 0;
    }
}
