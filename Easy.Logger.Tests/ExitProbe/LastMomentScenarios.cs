namespace ExitProbe;

/// <summary>Threads log numbered lines until the process ends from outside, or by another thread.</summary>
internal static class LastMomentScenarios
{
    private const int Calls = 20_000;

    public static int LogUntilTheEnd(string folder) => Log(folder, _ => { });

    public static int LogUntilAnotherThreadCrashes(string folder) => Log(folder, producers => new Thread(() =>
    {
        SpinWait.SpinUntil(() => producers.Returned > Calls);
        throw new InvalidOperationException("the scenario's crash");
    }).Start());

    private static int Log(string folder, Action<CountedProducers> begin)
    {
        Logging.ToFile(Path.Combine(folder, "exit.log"), options: string.Empty);
        using CountedProducers producers = new(folder);
        begin(producers);
        producers.Run();
        return 0;
    }
}
