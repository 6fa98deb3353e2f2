using System.Runtime.CompilerServices;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Flush, Shutdown, use after shutdown, process exit, finalizers.</summary>
internal static partial class LifecycleTopic
{
    private const int ExitTimeoutMilliseconds = 30_000;

    public static void Run(Golden golden)
    {
        golden.Case("LogManager.Flush: order, budget, result", Flush);
        golden.Case("Hierarchy.Shutdown: order", ShutdownOrder);
        golden.Case("a buffer's content at Shutdown", ShutdownOfABuffer);
        golden.Case("after Shutdown: log calls, ILog, new appenders", AfterShutdown);
        golden.Case("LogManager.Shutdown reaches every repository; ShutdownRepository one", ShutdownOfAll);
        foreach (string kind in ExitProbe.Kinds)
        {
            golden.Case("process exit: " + kind, () => ProcessExit(golden, kind));
        }

        golden.Case("finalizer: an appender that nobody keeps is closed; one that was closed is not", Finalizer);
    }

    private static void ShutdownOrder(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.ShutdownEvent += (_, _) => journal.Add("ShutdownEvent");
        repository.Root.AddAppender(new PlainAppender(journal, "root-plain"));
        repository.Root.AddAppender(Container(journal, "root-container"));
        Logger a = (Logger)repository.GetLogger("a");
        a.AddAppender(new PlainAppender(journal, "a-plain"));
        a.AddAppender(Container(journal, "a-container"));

        repository.Shutdown();
        golden.Line(journal.TakeOneLine());
        golden.Line($"left on root {repository.Root.Appenders.Count}, on a {a.Appenders.Count}, configured {repository.Configured}"
            + $", root level {repository.Root.Level!.Name}, threshold {repository.Threshold.Name}, enabled for INFO {a.IsEnabledFor(Level.Info)}");
        repository.Shutdown();
        golden.Line("second Shutdown: " + journal.TakeOneLine());
    }

    private static void ShutdownOfABuffer(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        BufferingForwardingAppender buffer = new() { Name = "buffer", BufferSize = 10 };
        buffer.AddAppender(new BulkAppender(journal, "child"));
        buffer.ActivateOptions();
        repository.Root.AddAppender(buffer);
        repository.Root.Log(Level.Info, "1", null);
        repository.Root.Log(Level.Info, "2", null);
        repository.Shutdown();
        golden.Line(journal.TakeOneLine());
    }

    private static void AfterShutdown(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        ProbeAppender closed = new() { Name = "a", Journal = journal, ErrorHandler = new ProbeErrorHandler(journal, "a") };
        repository.Root.AddAppender(closed);
        ILog log = LogManager.GetLogger(repository.Name, "x");
        repository.Shutdown();
        journal.Take();

        log.Info("after");
        ILog again = LogManager.GetLogger(repository.Name, "x");
        golden.Line($"ILog.Info: {Golden.Quote(journal.TakeOneLine())}, IsInfoEnabled {log.IsInfoEnabled}"
            + $", the same ILog from the manager {ReferenceEquals(log, again)}, the same logger {ReferenceEquals(log.Logger, again.Logger)}");

        closed.DoAppend(Make.Event("x", Level.Info, "direct"));
        golden.Line("DoAppend on the closed appender: " + journal.TakeOneLine());

        repository.Root.AddAppender(new ProbeAppender { Name = "b", Journal = journal });
        log.Info("again");
        golden.Line("a new appender works: " + journal.TakeOneLine());

        repository.Root.AddAppender(closed);
        log.Info("closed and attached again");
        golden.Line(journal.TakeOneLine());
    }

    private static void ShutdownOfAll(Golden golden)
    {
        Journal journal = new();
        Hierarchy one = Make.Repository(), two = Make.Repository();
        one.Root.AddAppender(new PlainAppender(journal, "one"));
        two.Root.AddAppender(new PlainAppender(journal, "two"));
        LogManager.ShutdownRepository(two.Name);
        golden.Line(journal.TakeOneLine());
        two.Root.AddAppender(new PlainAppender(journal, "two again"));
        LogManager.Shutdown();
        golden.Line(string.Join(" | ", journal.Take().Order(StringComparer.Ordinal)));
    }

    private static void ProcessExit(Golden golden, string kind)
    {
        using TempFolder folder = new();
        string target = folder.File("out.log");
        int? exitCode = Child.Run(["--exit-probe", kind, target], ExitTimeoutMilliseconds);
        string content = File.Exists(target) ? Golden.Quote(TempFolder.Read(target)) : "<none>";
        golden.Line($"timed out {exitCode is null}, exit code 0 {exitCode == 0}, file {content}");
    }

    private static void Finalizer(Golden golden)
    {
        Journal journal = new();
        ProbeAppender.KeepAll = false;
        Abandon(journal, close: false);
        Collect();
        golden.Line("not closed: " + journal.TakeOneLine());
        Abandon(journal, close: true);
        Collect();
        golden.Line("closed before: " + journal.TakeOneLine());
    }

    /// <summary>Not inlined: no local variable of the caller may keep the appender.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Abandon(Journal journal, bool close)
    {
        int thread = Environment.CurrentManagedThreadId;
        ProbeAppender appender = new() { Name = "left", Journal = journal };
        appender.OnClosing = () => journal.Add("on the same thread " + (Environment.CurrentManagedThreadId == thread));
        if (close)
        {
            appender.Close();
        }
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private static JournalForward Container(Journal journal, string name)
    {
        JournalForward container = new(journal) { Name = name };
        container.AddAppender(new PlainAppender(journal, name + "-child"));
        return container;
    }

    private sealed class JournalForward(Journal journal) : ForwardingAppender
    {
        protected override void OnClose()
        {
            journal.Add(Name + ".OnClose");
            base.OnClose();
        }
    }
}
