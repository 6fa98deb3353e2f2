using System.IO.MemoryMappedFiles;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>Ends of a program while appenders are stuck or in use, or are unknown to log4net.</summary>
internal static class EndScenarios
{
    private const int ManyAppenders = 100;
    private const int Calls = 20_000;

    /// <summary>Of a configuration, with an appender of which nobody else knows.</summary>
    public static int ReturnAfterAMistake()
    {
        new LokiAppender { Name = "loki", Url = "nowhere" }.ActivateOptions();
        return 161;
    }

    /// <summary>At the end of the process log4net closes one after the other: it is there first.</summary>
    public static int ReturnWithManyHungAppenders()
    {
        Hierarchy repository = (Hierarchy)LogManager.GetRepository();
        for (int i = 0; i < ManyAppenders; i++)
        {
            AsyncBufferingForwardingAppender appender = Logging.Alone(new HungAppender(), $"hung {i}", closeTimeout: 2_000);
            appender.DoAppend(Logging.Event("held", log4net.Core.Level.Error));
            SpinWait.SpinUntil(() => appender.Statistics.InFlight == 1);
            repository.Root.AddAppender(appender);
        }

        return 150;
    }

    /// <summary>log4net knows neither of them.</summary>
    public static int ReturnWhileTheOuterOneOfTwoHasEvents(string file)
    {
        AsyncBufferingForwardingAppender inner = Logging.Alone(Logging.NewFile(file), "inner", closeTimeout: 30_000);
        AsyncBufferingForwardingAppender outer = Logging.Alone(inner, "outer", closeTimeout: 30_000);
        for (int i = 0; i < Logging.Lines; i++)
        {
            outer.DoAppend(Logging.Event($"line {i}"));
        }

        return 153;
    }

    /// <summary>
    /// Threads log numbered lines until the process ends from outside, or by another thread. How many of their calls have returned is in a
    /// file that is mapped into memory, and so outlives the end.
    /// </summary>
    public static int LogUntilTheEnd(string folder, bool crashes)
    {
        Logging.ToFile(Path.Combine(folder, "exit.log"), options: string.Empty);
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(
            Path.Combine(folder, "returned"), FileMode.CreateNew, mapName: null, Producers.Count * sizeof(long));
        using MemoryMappedViewAccessor returned = file.CreateViewAccessor();
        Producers producers = new(inBackground: false, report: (id, count) => returned.Write(id * sizeof(long), count));
        if (crashes)
        {
            producers.Await(Calls / Producers.Count);
            new Thread(() => throw new InvalidOperationException("the scenario's crash")).Start();
        }

        Thread.CurrentThread.Join();
        return 0;
    }
}
