using System.Globalization;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using log4net.Util;
using Microsoft.Win32.SafeHandles;

namespace ExitProbe;

/// <summary>
/// What a destination can do to the program that logs to it, where that has to be a process of its own: its console, its heap, its files.
/// </summary>
internal static class DestinationScenarios
{
    private const int SharedLines = 5_000;
    private const int ConsoleLines = 20_000;
    private const int DeadChildEvents = 100_000;

    public static int Run(string scenario, string folder) => scenario switch
    {
        "shared" => ShareFile(folder),
        "hold" => HoldFile(folder),
        "console-closed" => LogToStreamThatIsClosed(folder),
        _ => LogToDeadChild(Enum.Parse<OverflowPolicy>(scenario.Replace("dead-child-", string.Empty, StringComparison.Ordinal))),
    };

    /// <summary>One of several processes that write to one file; they begin together.</summary>
    private static int ShareFile(string folder)
    {
        Logging.Configure(Logging.File(
            Path.Combine(folder, "exit.log"), """<lockingModel type="log4net.Appender.FileAppender+InterProcessLock" />"""));
        AwaitGo(folder);
        for (int i = 0; i < SharedLines; i++)
        {
            Logging.Log.InfoFormat("{0} {1}", Environment.ProcessId, i);
        }

        return 70;
    }

    /// <summary>Keeps the file to itself until it has to end.</summary>
    private static int HoldFile(string folder)
    {
        using FileStream file = new(Path.Combine(folder, "file.log"), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        AwaitGo(folder);
        return 74;
    }

    private static void AwaitGo(string folder)
    {
        Console.WriteLine("ready");
        SpinWait.SpinUntil(() => File.Exists(Path.Combine(folder, "go")));
    }

    /// <summary>.NET's own console writer takes a closed pipe for success. A writer of the program's own does not.</summary>
    private static int LogToStreamThatIsClosed(string folder)
    {
        using SafeFileHandle output = new(1, ownsHandle: false);
        using FileStream stream = new(output, FileAccess.Write, bufferSize: 1);
        using StreamWriter writer = new(stream) { AutoFlush = true };
        Console.SetOut(writer);
        int complaints = 0;
        LogLog.LogReceived += (_, received) =>
            complaints += received.LogLog.Source.Assembly == typeof(AsyncBufferingForwardingAppender).Assembly ? 1 : 0;
        LogLog.EmitInternalMessages = false;
        string children = Logging.Console + Logging.File(Path.Combine(folder, "exit.log"), name: "file");
        Logging.Configure(children, """<blockTimeout value="-1" />""", "child", "file");
        Logging.Write(0, ConsoleLines);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        appender.Flush(-1);
        BufferStatistics counters = appender.Statistics;
        SpinWait.SpinUntil( // another thread writes them
            () => counters.Failed == 0 || Volatile.Read(ref complaints) > 0, TimeSpan.FromSeconds(30));
        Console.Error.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"forwarded {counters.Forwarded} failed {counters.Failed} complaints {complaints}"));
        return counters.Accepted == ConsoleLines ? 72 : 0;
    }

    /// <summary>Prints how long the queue ever was and by how much the heap has grown since it was full.</summary>
    private static int LogToDeadChild(OverflowPolicy overflow)
    {
        Logging.ToHungChild(waiting: 0, $"""<overflow value="{overflow}" /><blockTimeout value="1" /><queueLimit value="2000" />""");
        LogMany(10_000);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        long longest = LogMany(DeadChildEvents);
        long growth = GC.GetTotalMemory(forceFullCollection: true) - before;
        BufferStatistics counters = Logging.Appender.Statistics;
        long balance = counters.Accepted - counters.Dropped - counters.Pending;
        Logging.Print($"longest {longest} growth {growth} balance {balance}");
        return 73;
    }

    private static long LogMany(int count)
    {
        long longest = 0;
        for (int i = 0; i < count; i++)
        {
            string message = new('.', 500);
            if (i % 3 == 0)
            {
                Logging.Log.Debug(message);
            }
            else
            {
                Logging.Log.Info(message);
            }

            if (i % 100 == 0)
            {
                longest = Math.Max(longest, Logging.Appender.Statistics.Pending);
            }
        }

        return longest;
    }
}
