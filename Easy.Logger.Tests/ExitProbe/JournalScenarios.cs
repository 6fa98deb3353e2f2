namespace ExitProbe;

/// <summary>A program that is killed again and again, with one journal for all its runs and a log for each.</summary>
internal static class JournalScenarios
{
    public static int LogUntilKilled(string folder)
    {
        int run = Configure(folder);
        using CountedProducers producers = new(folder, run);
        producers.Run();
        return 0;
    }

    /// <summary>What the last kill left comes through, and nothing else.</summary>
    public static int Recover(string folder)
    {
        Configure(folder);
        AwaitRecovery(folder);
        log4net.LogManager.Flush(60_000);
        return 80;
    }

    /// <summary>Waits until all segments that are left are of one lane, which is this process's.</summary>
    public static void AwaitRecovery(string folder)
    {
        string journal = Path.Combine(folder, "journal");
        SpinWait.SpinUntil(
            () => Directory.GetFiles(journal, "*.segment", SearchOption.AllDirectories).Select(LaneOf).Distinct().Count() <= 1);
    }

    private static string LaneOf(string segment) => Path.GetFileName(segment)[..Path.GetFileName(segment).LastIndexOf('-')];

    /// <returns>Which run this is.</returns>
    private static int Configure(string folder)
    {
        int run = Directory.GetFiles(folder, "run-*").Length;
        Logging.Configure(
            Logging.File(Path.Combine(folder, $"run-{run:00}.log"), pattern: "%message %property{easylogger.recovered}%newline"),
            $"""<journal value="{Path.Combine(folder, "journal")}" />""");
        return run;
    }
}
