using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>A process that logs and ends in some way; what is in the file afterwards is the record.</summary>
internal static class ExitProbe
{
    public static IReadOnlyList<string> Kinds { get; } =
        ["main", "main-buffer", "exit", "exit-thread", "failfast", "unhandled", "shutdown-first", "no-repository", "background-busy"];

    public static void Run(string kind, string target)
    {
        if (kind == "no-repository")
        {
            ClosingAppender alone = new(target) { Name = "alone" };
            alone.DoAppend(Make.Event("a", Level.Info, "1"));
            GC.KeepAlive(alone);
            return;
        }

        Hierarchy repository = (Hierarchy)LogManager.GetRepository(typeof(ExitProbe).Assembly);
        repository.Configured = true;
        repository.Root.AddAppender(kind == "main-buffer" ? Buffered(target) : new ClosingAppender(target) { Name = "closing" });
        ILog log = LogManager.GetLogger(typeof(ExitProbe));
        AppDomain.CurrentDomain.ProcessExit += (_, _) => log.Info("from a handler added later");
        log.Info("1");
        if (kind == "shutdown-first")
        {
            LogManager.Shutdown();
            log.Info("2");
            repository.Root.AddAppender(new ClosingAppender(target) { Name = "late" });
            log.Info("3");
        }

        End(kind);
    }

    private static BufferingForwardingAppender Buffered(string target)
    {
        BufferingForwardingAppender buffer = new() { Name = "buffer" };
        buffer.AddAppender(new ClosingAppender(target) { Name = "child" });
        buffer.ActivateOptions();
        return buffer;
    }

    private static void End(string kind)
    {
        switch (kind)
        {
            case "exit":
                Environment.Exit(0);
                break;

            case "exit-thread":
                Thread thread = new(() => Environment.Exit(0));
                thread.Start();
                thread.Join();
                break;

            case "failfast":
                Environment.FailFast("end");
                break;

            case "unhandled":
                throw new InvalidOperationException("end");

            case "background-busy":
                new Thread(AskForever) { IsBackground = true }.Start();
                Pause.Milliseconds(50);
                break;

            default:
                // Main returns.
                break;
        }
    }

    private static void AskForever()
    {
        while (true)
        {
            LogManager.GetLogger("busy").Logger.IsEnabledFor(Level.Info);
            Pause.Milliseconds(1);
        }
    }

    /// <summary>Writes what it got when it is closed, and only then.</summary>
    private sealed class ClosingAppender(string target) : AppenderSkeleton
    {
        private readonly List<string?> _lines = [];

        protected override void Append(LoggingEvent loggingEvent) => _lines.Add(loggingEvent.RenderedMessage);

        protected override void OnClose() => File.AppendAllText(target, string.Join(',', _lines) + ",closed\n");
    }
}
