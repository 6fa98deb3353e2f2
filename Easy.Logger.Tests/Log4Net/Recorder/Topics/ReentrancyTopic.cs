using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Logging from inside logging on the same thread.</summary>
internal static class ReentrancyTopic
{
    public static void Run(Golden golden)
    {
        golden.Case("an appender that logs from Append to a logger that leads back to it", LogFromAppend);
        golden.Case("the same with an array", AppendFromAppend);
        golden.Case("two appenders that log to each other's loggers", TwoAppenders);
        golden.Case("a child of a buffering forwarder that logs while a batch is sent", ChildOfABuffer);
        golden.Case("message object whose ToString logs to the same logger", ToStringLogs);
        golden.Case("message object whose ToString logs, rendered by a filter, by Fix in a buffer", ToStringLogsIntoABuffer);
        golden.Case("the guard is per appender and thread bound by its lock: another thread's event is not dropped", OtherThread);
        golden.Case("an appender attached below itself", Ring);
    }

    private static void LogFromAppend(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        ILogger x = repository.GetLogger("x");
        int depth = 0;
        ProbeAppender logging = new() { Name = "a", Journal = journal, ErrorHandler = new ProbeErrorHandler(journal) };
        logging.OnAppend = _ =>
        {
            if (depth++ < 5)
            {
                x.Log(typeof(ReentrancyTopic), Level.Info, "inner" + depth, null);
            }
        };
        repository.Root.AddAppender(logging);
        repository.Root.AddAppender(new ProbeAppender { Name = "b", Journal = journal });
        x.Log(typeof(ReentrancyTopic), Level.Info, "outer", null);
        golden.Line(journal.TakeOneLine());
    }

    private static void AppendFromAppend(Golden golden)
    {
        Journal journal = new();
        ProbeAppender appender = new() { Name = "a", Journal = journal };
        appender.OnAppend = e =>
        {
            if (!e.RenderedMessage!.StartsWith("inner", StringComparison.Ordinal))
            {
                appender.DoAppend(Make.Event("x", Level.Info, "inner single"));
                appender.DoAppend([Make.Event("x", Level.Info, "inner array")]);
            }
        };
        appender.DoAppend([Make.Event("x", Level.Info, "1"), Make.Event("x", Level.Info, "2")]);
        golden.Line(journal.TakeOneLine());
    }

    private static void TwoAppenders(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        Logger loggerA = (Logger)repository.GetLogger("la"), loggerB = (Logger)repository.GetLogger("lb");
        loggerA.AddAppender(new ProbeAppender { Name = "a", Journal = journal, OnAppend = _ => loggerB.Log(Level.Info, "from a", null) });
        loggerB.AddAppender(new ProbeAppender { Name = "b", Journal = journal, OnAppend = _ => loggerA.Log(Level.Info, "from b", null) });
        loggerA.Log(Level.Info, "start", null);
        golden.Line(journal.TakeOneLine());
    }

    private static void ChildOfABuffer(Golden golden)
    {
        Logger root = Make.Repository().Root;
        Journal journal = new();
        BufferingForwardingAppender buffer = new() { Name = "buffer", BufferSize = 2 };
        bool logged = false;
        buffer.AddAppender(new BulkAppender(journal, "b")
        {
            OnAppend = _ =>
            {
                if (!logged)
                {
                    logged = true;
                    root.Log(Level.Info, "inner", null);
                }
            },
        });
        buffer.ActivateOptions();
        root.AddAppender(buffer);
        for (int i = 1; i <= 4; i++)
        {
            root.Log(Level.Info, "m" + i, null);
        }

        golden.Line("while appending: " + journal.TakeOneLine());
        logged = false;
        buffer.Flush();
        golden.Line("while flushing: " + journal.TakeOneLine());
        buffer.Flush();
        golden.Line("second flush: " + journal.TakeOneLine());
        root.Log(Level.Info, "m5", null);
        logged = false;
        buffer.Close();
        golden.Line("while closing: " + journal.TakeOneLine());
    }

    private static void ToStringLogs(Golden golden)
    {
        Logger root = Make.Repository().Root;
        using StringWriter writer = new();
        TextWriterAppender appender = new() { Name = "t", Layout = new PatternLayout("%m|"), Writer = writer };
        appender.ActivateOptions();
        root.AddAppender(appender);
        root.Log(Level.Info, new LoggingMessage(root), null);
        golden.Line("text writer: " + Golden.Quote(writer.ToString()));

        Logger other = Make.Repository().Root;
        Journal journal = new();
        other.AddAppender(new PlainAppender(journal, "plain"));
        other.Log(Level.Info, new LoggingMessage(other), null);
        golden.Line("appender without a guard: " + journal.TakeOneLine());
    }

    private static void ToStringLogsIntoABuffer(Golden golden)
    {
        Logger root = Make.Repository().Root;
        Journal journal = new();
        BufferingForwardingAppender buffer = new() { Name = "buffer", BufferSize = 2 };
        buffer.AddAppender(new BulkAppender(journal, "b"));
        buffer.ActivateOptions();
        root.AddAppender(buffer);
        root.Log(Level.Info, new LoggingMessage(root), null);
        buffer.Flush();
        golden.Line(journal.TakeOneLine());
    }

    private static void OtherThread(Golden golden)
    {
        Journal journal = new();
        using ManualResetEventSlim inside = new();
        ProbeAppender appender = new()
        {
            Name = "a",
            Journal = journal,
            OnAppend = e =>
            {
                if (e.RenderedMessage == "slow")
                {
                    inside.Set();
                    // Time enough for the other thread to be at the appender's lock.
                    Pause.Milliseconds(200);
                }
            },
        };
        Thread other = new(() =>
        {
            inside.Wait();
            appender.DoAppend(Make.Event("x", Level.Info, "other"));
        });
        other.Start();
        appender.DoAppend(Make.Event("x", Level.Info, "slow"));
        other.Join();
        golden.Line(journal.TakeOneLine());
    }

    private static void Ring(Golden golden)
    {
        Journal journal = new();
        ForwardingAppender ring = new() { Name = "f" };
        ring.AddAppender(new PlainAppender(journal, "leaf"));
        ring.AddAppender(ring);
        ring.DoAppend(Make.Event("x", Level.Info, "m"));
        golden.Line(journal.TakeOneLine());
        // Closing it is not recorded: OnClose runs into itself until the stack ends.
    }

    private sealed class LoggingMessage(Logger logger)
    {
        public override string ToString()
        {
            logger.Log(Level.Info, "logged by ToString", null);
            return "object text";
        }
    }
}
