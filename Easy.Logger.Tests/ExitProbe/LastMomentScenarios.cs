namespace ExitProbe;

/// <summary>Threads log numbered lines until the process ends from outside, or by another thread.</summary>
internal static class LastMomentScenarios
{
    public static int LogUntilTheEnd(string folder)
    {
        Logging.ToFile(Path.Combine(folder, "exit.log"), options: string.Empty);
        using JournaledProducers producers = new(folder, run: 0);
        producers.Run();
        return 0;
    }

    public static int LogUntilAnotherThreadCrashes(string folder)
    {
        new Thread(() =>
        {
            Thread.Sleep(1_000);
            throw new InvalidOperationException("the scenario's crash");
        }).Start();
        return LogUntilTheEnd(folder);
    }
}
