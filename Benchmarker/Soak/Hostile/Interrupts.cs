using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Soak.Hostile;

/// <summary>Thread.Interrupt meets threads that log, flush and close, and the worker.</summary>
internal static class Interrupts
{
    private const int Events = 500;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new(
            "interrupt-callers",
            "an interrupt throws nothing out of a log call, stays pending for the application, and every call is counted",
            Callers),
        new("interrupt-worker", "an appender that interrupts the worker makes no other appender fail", Worker),
        new("interrupt-flush", "an interrupted Flush ends, does not return true too early, and everything is written", Flush),
        new("interrupt-close", "an interrupted Close writes everything, and the interrupt stays pending", Close),
    ];

    private static void Callers(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.BufferSize, appender.BlockTimeout) = (20, 10, 10_000),
            ScenarioLog.File(new PacedFileAppender(), path))
        { IsDirect = true };
        int interrupted = 0;
        bool isOver = false;
        context.Ready();
        Thread[] callers = Threads.Start(4, _ => Log());
        for (int i = 0; i < 100; i++)
        {
            Thread.Sleep(5);
            Array.ForEach(callers, caller => caller.Interrupt());
        }

        Volatile.Write(ref isOver, true);
        context.AwaitCallers(callers);
        log.Close();
        BufferStatistics counters = log.CheckCalls();
        context.Seen($"{interrupted} interrupts came out after a call");
        context.Check(interrupted > 0, "no interrupt was pending after a log call");
        context.Check(
            counters.Dropped == counters.DroppedFor(DropReason.Interrupted),
            $"events were dropped for another reason than the interrupt: {CounterText.From(counters)}");
        context.Check(
            ScenarioLog.Lines(path) == counters.Forwarded,
            $"{counters.Forwarded:N0} forwarded, but {ScenarioLog.Lines(path):N0} lines");

        void Log()
        {
            while (!Volatile.Read(ref isOver))
            {
                log.Write((object)"event");
                try
                {
                    Thread.Sleep(0);
                    Thread.Yield();
                    Thread.Sleep(TimeSpan.FromTicks(1));
                }
                catch (ThreadInterruptedException)
                {
                    Interlocked.Increment(ref interrupted);
                }
            }
        }
    }

    private static void Worker(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        WaitingAppender innocent = new();
        ScenarioLog log = new(context, appender => appender.IdleTime = 1, new InterruptingAppender(), innocent, ScenarioLog.File(path));
        context.Ready();
        for (int i = 0; i < 20; i++)
        {
            log.Write(10);
            context.Check(log.Appender.Flush(5_000), "Flush returned false");
        }

        log.Close();
        log.CheckAllWritten(path);
        context.Check(innocent.Count == log.Calls, $"the appender behind got {innocent.Count} of {log.Calls} events");
    }

    private static void Flush(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = Open(context, path);
        bool? flushed = null;
        long pending = 0;
        Thread flushing = new(() =>
        {
            try
            {
                flushed = log.Appender.Flush(-1);
            }
            catch (ThreadInterruptedException)
            {
                // An application that interrupts its own thread expects to see it.
            }

            pending = log.Counters.Pending;
        })
        { IsBackground = true };
        flushing.Start();
        Thread.Sleep(100);
        flushing.Interrupt();
        context.Check(flushing.Join(5_000), "Flush did not return");
        string outcome = flushed is { } answer ? $"returned {answer}" : "threw ThreadInterruptedException";
        context.Seen($"Flush {outcome} with {pending} events pending");
        context.Check(flushed != true || pending == 0, "Flush returned true while events were pending");
        log.Close();
        log.CheckAllWritten(path);
    }

    private static void Close(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = Open(context, path);
        bool isPending = false;
        Thread closing = new(() =>
        {
            context.Guard("Close", log.Appender.Close);
            try
            {
                Thread.Sleep(1);
            }
            catch (ThreadInterruptedException)
            {
                isPending = true;
            }
        })
        { IsBackground = true };
        closing.Start();
        Thread.Sleep(100);
        closing.Interrupt();
        context.Check(closing.Join(5_000), "Close did not return");
        context.Check(isPending, "the interrupt was lost in Close");
        context.Check(log.Counters.State == BufferState.Closed, "Close was not complete");
        log.CheckAllWritten(path);
        log.Close();
    }

    /// <summary>With half a second of work for the paced file.</summary>
    private static ScenarioLog Open(ScenarioContext context, string path)
    {
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.IdleTime) = (2 * Events, 3_600_000),
            ScenarioLog.File(new PacedFileAppender(), path));
        context.Ready();
        log.Write(Events);
        return log;
    }

    private sealed class InterruptingAppender : IAppender
    {
        public string Name { get; set; } = "interrupting";

        public void DoAppend(LoggingEvent loggingEvent) => Thread.CurrentThread.Interrupt();

        public void Close()
        {
            // It has nothing to close.
        }
    }

    /// <summary>Waits for something in each append, as one with a lock or a socket does.</summary>
    private sealed class WaitingAppender : IAppender
    {
        public string Name { get; set; } = "waiting";

        public int Count { get; private set; }

        public void DoAppend(LoggingEvent loggingEvent)
        {
            Thread.Sleep(1);
            Count++;
        }

        public void Close()
        {
            // It has nothing to close.
        }
    }
}
