using Easy.Logger;
using Easy.Logger.Interfaces;
using log4net;
using log4net.Appender;
using Microsoft.Extensions.DependencyInjection;

namespace ExitProbe;

/// <summary>The one service of a process, without a log4net.config beside the program.</summary>
internal static class FacadeScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Loggers are refused until it says which file to take. Then a container makes them, a change of the file reaches them, and what was
    /// logged is in the file after Dispose.
    /// </summary>
    public static int Run(string folder)
    {
        string file = Path.Combine(folder, "by-hand.config");
        using ServiceProvider services = new ServiceCollection()
            .AddSingleton(typeof(IEasyLogger<>), typeof(Log4NetLogger<>))
            .AddTransient<Consumer>()
            .AddTransient<Consumer.Helper>()
            .BuildServiceProvider();
        Refuse("service", () => Log4NetService.Instance.GetLogger<Consumer>());
        Refuse("container", () => services.GetRequiredService<Consumer>());
        Log4NetService.Instance.Configure(new FileInfo(file));
        services.GetRequiredService<Consumer>().Work();
        services.GetRequiredService<Consumer.Helper>().Work();
        IEasyLogger logger = services.GetRequiredService<IEasyLogger<Consumer>>();
        Console.WriteLine($"the same logger: {ReferenceEquals(logger, services.GetRequiredService<IEasyLogger<Consumer>>())}");

        string second = Path.Combine(folder, "second.log");
        File.WriteAllText(file, File.ReadAllText(file).Replace("first.log", "second.log", StringComparison.Ordinal));
        bool followed =
            SpinWait.SpinUntil(() => LogManager.GetRepository().GetAppenders().OfType<FileAppender>().Single().File == second, _patience);
        Console.WriteLine($"followed: {followed}");
        logger.Info("two");

        Log4NetService.Instance.Dispose();
        Console.WriteLine($"after Dispose: {string.Join(' ', File.ReadAllLines(second))}");
        logger.Info("three");
        return 90;
    }

    private static void Refuse(string who, Action getLogger)
    {
        try
        {
            getLogger();
            Console.WriteLine($"{who}: not refused");
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine($"{who}: {e.Message}");
        }
    }

    /// <summary>A class that gets its logger as its constructor says.</summary>
    internal sealed class Consumer(IEasyLogger<Consumer> logger)
    {
        public void Work() => logger.InfoFormat("work {0}", 1);

        internal sealed class Helper(IEasyLogger<Helper> logger)
        {
            public void Work() => logger.Info("help");
        }
    }
}
