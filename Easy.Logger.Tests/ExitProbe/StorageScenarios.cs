using System.Globalization;
using Easy.Logger.Diagnostics;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;

namespace ExitProbe;

/// <summary>
/// Programs that share one journal folder. And a program that spills numbered pushes: what it has done it prints, so that whoever kills it
/// knows.
/// </summary>
internal static class StorageScenarios
{
    private const int Kept = 100;

    /// <summary>Bytes that all pushes may take; a test of what is dropped is another one.</summary>
    private const long MaxBytes = 1L << 30;

    private const int SegmentBytes = 200_000;

    /// <summary>Keeps some events waiting until it is killed.</summary>
    public static int Hold(string folder)
    {
        Logging.Configure(
            """<appender name="child" type="ExitProbe.HungAppender, ExitProbe" />""",
            Journal(folder) + """<idleTime value="3600000" /><bufferSize value="10" />""");
        Write(Kept);
        HungAppender.Entered.Wait();
        Console.WriteLine("ready");
        Thread.CurrentThread.Join();
        return 0;
    }

    /// <summary>Logs beside others, ends as it should, and says what it found of theirs.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="left">How many events of an earlier run are waited for; under load, a flush goes before them.</param>
    public static int Pass(string folder, int left)
    {
        Logging.Configure(Logging.File(Path.Combine(folder, $"pass-{Environment.ProcessId}.log")), Journal(folder));
        Write(Kept);
        log4net.LogManager.Flush(60_000);
        SpinWait.SpinUntil(() => Logging.Appender.Statistics.Recovered >= left, 60_000);
        BufferStatistics statistics = Logging.Appender.Statistics;
        Logging.Print($"recovered {statistics.Recovered} in use {statistics.Journal!.IsInUse}");
        return 83;
    }

    /// <summary>Forwards what is in the journal.</summary>
    public static int Drain(string folder)
    {
        Logging.Configure(Logging.File(Path.Combine(folder, "exit.log")), Journal(folder));
        SpinWait.SpinUntil( // all segments that are left are of one lane, which is this process's
            () => Directory.GetFiles(Path.Combine(folder, "journal"), "*.segment", SearchOption.AllDirectories)
                .Select(path => Path.GetFileName(path)).Select(name => name[..name.LastIndexOf('-')]).Distinct().Count() <= 1);
        log4net.LogManager.Flush(60_000);
        Logging.Print($"recovered {Logging.Appender.Statistics.Recovered}");
        return 85;
    }

    private static string Journal(string folder) => $"""<journal value="{Path.Combine(folder, "journal")}" />""";

    private static void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Logging.Log.InfoFormat("{0} {1}", Environment.ProcessId, i);
        }
    }

    /// <summary>Never returns.</summary>
    public static int AppendUntilKilled(string folder, bool removes)
    {
        using SpillStore store = Open(folder);
        if (removes)
        {
            new Thread(() => Remove(store)) { IsBackground = true }.Start();
        }

        Append(store, folder);
        return 0;
    }

    /// <summary>Whoever starts it has limited how long a file can get.</summary>
    public static int AppendToTheLimit(string folder)
    {
        using SpillStore store = Open(folder);
        int written = 0;
        while (written < 1000 && new NumberedPush(written, 5000).AppendTo(store))
        {
            written++;
        }

        bool again = new NumberedPush(written, 5000).AppendTo(store) || new NumberedPush(written, 5000).AppendTo(store);
        Console.WriteLine($"written: {written}, and again: {again}");
        Console.WriteLine($"a small one: {new NumberedPush(written, 10).AppendTo(store)}, refused lines: {store.RefusedLines}");
        Logging.Print($"bytes: {store.Bytes}");
        return 81;
    }

    private static SpillStore Open(string folder) =>
        SpillStore.Open(
            Path.Combine(folder, "spill"),
            $"process {Environment.ProcessId}",
            MaxBytes,
            SegmentBytes,
            text => Console.WriteLine($"reported: {text}"));

    private static void Append(SpillStore store, string folder)
    {
        for (int number = int.Parse(File.ReadAllText(Path.Combine(folder, "first")), CultureInfo.InvariantCulture); true; number++)
        {
            if (!new NumberedPush(number).AppendTo(store))
            {
                Environment.Exit(1);
            }

            Console.WriteLine($"appended {number}");
        }
    }

    private static void Remove(SpillStore store)
    {
        while (true)
        {
            if (store.TryPeek(out SpilledPush push))
            {
                int number = NumberedPush.NumberOf(push);
                store.Remove();
                Console.WriteLine($"removed {number}");
            }
        }
    }
}
