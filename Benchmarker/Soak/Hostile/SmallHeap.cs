using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;

namespace Benchmarker.Soak.Hostile;

/// <summary>The heap has a limit, as in a container: bursts of large messages, and somebody who uses up what is left.</summary>
internal static class SmallHeap
{
    private const int HeapMegabytes = 96;
    private const int Producers = 4;
    private const int Completed = 10_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("memory-burst", "a burst of large messages that the heap cannot hold ends nothing, and every call is counted", Burst),
        Scenario("memory-batch", "a batch too large to be formatted ends nothing, and every event is counted", Batch),
        Scenario(
            "memory-full",
            "a heap that is full time and again, for callers and worker, ends nothing, and every call is counted",
            Full),
        Scenario("memory-activate", "ActivateOptions that runs out of memory drops nothing", Activate),
    ];

    private static HostileScenario Scenario(string name, string promise, Action<ScenarioContext> run) =>
        new(name, promise, run) { HeapLimit = HeapMegabytes };

    private static void Burst(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, appender => appender.QueueLimit = 1_000, ScenarioLog.File(new PacedFileAppender(), path))
        {
            IsDirect = true,
        };
        context.Ready();
        int refused = 0;
        Threads.Run(Producers, _ => Log());
        context.Seen($"{refused} messages found no memory before their call");
        context.Check(refused > 0, "the heap was never full");
        CheckGoesOn(context, log, path);

        void Log()
        {
            for (int i = 0; i < 300; i++)
            {
                if (TryMake(() => new string('x', 200_000)) is { } message)
                {
                    log.TryWrite(message);
                }
                else
                {
                    Interlocked.Increment(ref refused);
                    Thread.Sleep(1);
                }
            }
        }
    }

    private static void Batch(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.BufferSize, appender.IdleTime) = (400, 200, 3_600_000),
            ScenarioLog.File(path))
        { IsDirect = true };
        context.Ready();
        for (int i = 0; i < 120; i++)
        {
            log.TryWrite(new string('x', 300_000));
        }

        CheckGoesOn(context, log, path);
    }

    private static void Full(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, appender => (appender.QueueLimit, appender.IdleTime) = (500, 5), ScenarioLog.File(path))
        {
            IsDirect = true,
        };
        log.Write(1_000); // everything is compiled that needs memory to be
        log.Appender.Flush(Completed);
        using CancellationTokenSource stop = new();
        context.Ready();
        Thread[] producers = Threads.Start(Producers, _ => Log());
        int times = 0;
        for (int i = 0; i < 25; i++)
        {
            times += Ballast.HoldAll(milliseconds: 25) ? 1 : 0;
            Thread.Sleep(10);
        }

        stop.Cancel();
        Array.ForEach(producers, producer => producer.Join());
        context.Seen($"the heap was full {times} times");
        context.Check(times > 0, "the heap was never full");
        CheckGoesOn(context, log, path);

        void Log()
        {
            while (!stop.IsCancellationRequested)
            {
                log.TryWrite("a short message");
            }
        }
    }

    private static void Activate(ScenarioContext context)
    {
        const int Waiting = 60_000;
        string path = context.PathOf("log.txt");
        HangingAppender gate = new(HangingCall.Append);
        ScenarioLog log = new(
            context,
            appender => (appender.QueueLimit, appender.IdleTime) = (2 * Waiting, 3_600_000),
            gate,
            ScenarioLog.File(path));
        context.Ready();
        log.Write(Waiting);
        context.Check(log.Counters.Pending == Waiting, "the events do not wait");
        log.Appender.Overflow = OverflowPolicy.DropLowestLevel;
        string outcome;
        using (Ballast.HoldAllBut(bytes: 1 << 20))
        {
            outcome = Outcome(log.Appender);
        }

        context.Seen($"ActivateOptions {outcome}");
        gate.Release();
        context.Check(log.Appender.Flush(Completed), "Flush returned false");
        log.Close();
        log.CheckAllWritten(path);
    }

    private static string Outcome(AsyncBufferingForwardingAppender appender)
    {
        try
        {
            appender.ActivateOptions();
            return "returned";
        }
        catch (OutOfMemoryException)
        {
            return "threw OutOfMemoryException";
        }
    }

    /// <summary>There is memory again: the queued events are written, a new event is written, and everything is counted.</summary>
    private static void CheckGoesOn(ScenarioContext context, ScenarioLog log, string path)
    {
        context.Eventually(() => log.Appender.Flush(1_000) || log.Counters.Pending == 0, Completed, "the queue did not become empty");
        int lines = ScenarioLog.Lines(path);
        log.Write(1);
        context.Check(log.Appender.Flush(Completed), "Flush returned false when there was memory again");
        context.Check(ScenarioLog.Lines(path) > lines, "an event was not written when there was memory again");
        log.Close();
        BufferStatistics counters = log.CheckCalls();
        lines = ScenarioLog.Lines(path);
        context.Check(lines >= counters.Forwarded, $"{counters.Forwarded:N0} forwarded, but {lines:N0} lines");
    }

    private static string? TryMake(Func<string> make)
    {
        try
        {
            return make();
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }
}

/// <summary>Memory that is used up, so that nobody else finds any.</summary>
internal sealed class Ballast : IDisposable
{
    private const int Large = 64 << 10;
    private const int Small = 256;

    private readonly byte[]?[] _blocks = new byte[1 << 16][];
    private int _count;

    private Ballast()
    {
    }

    /// <summary>Uses up the whole heap for a moment.</summary>
    /// <returns>Whether it was full.</returns>
    public static bool HoldAll(int milliseconds)
    {
        try
        {
            using Ballast ballast = new();
            bool isFull = ballast.Fill(Large);
            isFull &= ballast.Fill(Small);
            Thread.Sleep(milliseconds);
            return isFull;
        }
        catch (OutOfMemoryException)
        {
            return true; // not even room for the list
        }
    }

    /// <summary>Uses up the heap but for so much.</summary>
    public static Ballast HoldAllBut(int bytes)
    {
        Ballast ballast = new();
        ballast.Fill(Large);
        for (int i = 0; i < bytes / Large && ballast._count > 0; i++)
        {
            ballast._blocks[--ballast._count] = null;
        }

        return ballast;
    }

    public void Dispose() => Array.Clear(_blocks);

    /// <returns>Whether no further block was to be had.</returns>
    private bool Fill(int size)
    {
        try
        {
            while (_count < _blocks.Length)
            {
                _blocks[_count] = new byte[size];
                _count++;
            }

            return false;
        }
        catch (OutOfMemoryException)
        {
            return true;
        }
    }
}
