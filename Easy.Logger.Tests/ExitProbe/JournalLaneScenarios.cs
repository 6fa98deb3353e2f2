using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>Programs that share one journal folder, or find in it what ends them.</summary>
internal static class JournalLaneScenarios
{
    private const string Poison = "poison";
    private const int Kept = 100;

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
    public static int Pass(string folder)
    {
        Logging.Configure(Logging.File(Path.Combine(folder, $"pass-{Environment.ProcessId}.log")), Journal(folder));
        Write(Kept);
        log4net.LogManager.Flush(60_000);
        BufferStatistics statistics = Logging.Appender.Statistics;
        Logging.Print($"recovered {statistics.Recovered} in use {statistics.Journal!.IsInUse}");
        return 83;
    }

    /// <summary>A new event comes first of all, then what ends the process, if it is given away.</summary>
    public static int RunWithPoison(string folder)
    {
        Logging.Configure(
            Logging.File(Path.Combine(folder, "exit.log"), type: "ExitProbe.JournalLaneScenarios+PoisonedFile, ExitProbe"),
            Journal(folder) + """<bufferSize value="4" /><closeTimeout value="100" />""");
        if (Directory.GetFiles(folder, "exit.log").Length == 0 || new FileInfo(Path.Combine(folder, "exit.log")).Length == 0)
        {
            Logging.Log.Info("good");
            Logging.Log.Error(Poison);
            Thread.CurrentThread.Join();
        }

        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Logging.Log.Error("started");
        appender.Flush(60_000);
        Console.WriteLine("started");
        SpinWait.SpinUntil(() => appender.Statistics.Journal!.RejectedAtRecovery > 0 && appender.Flush(60_000));
        Logging.Print($"rejected {appender.Statistics.Journal!.RejectedAtRecovery}");
        return 84;
    }

    /// <summary>Forwards what is in the journal.</summary>
    public static int Drain(string folder)
    {
        Logging.Configure(Logging.File(Path.Combine(folder, "exit.log")), Journal(folder));
        AwaitRecovery(folder);
        log4net.LogManager.Flush(60_000);
        Logging.Print($"recovered {Logging.Appender.Statistics.Recovered}");
        return 85;
    }

    /// <summary>Waits until all segments that are left are of one lane, which is this process's.</summary>
    private static void AwaitRecovery(string folder)
    {
        string journal = Path.Combine(folder, "journal");
        SpinWait.SpinUntil(
            () => Directory.GetFiles(journal, "*.segment", SearchOption.AllDirectories).Select(LaneOf).Distinct().Count() <= 1);
    }

    private static string LaneOf(string segment) => Path.GetFileName(segment)[..Path.GetFileName(segment).LastIndexOf('-')];

    private static string Journal(string folder) => $"""<journal value="{Path.Combine(folder, "journal")}" />""";

    private static void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Logging.Log.InfoFormat("{0} {1}", Environment.ProcessId, i);
        }
    }

    /// <summary>A destination that ends the process on one event.</summary>
    public sealed class PoisonedFile : FileAppender
    {
        /// <inheritdoc />
        protected override void Append(LoggingEvent loggingEvent)
        {
            if (loggingEvent.RenderedMessage == Poison)
            {
                Environment.Exit(86);
            }

            base.Append(loggingEvent);
        }
    }
}
