using Easy.Logger;
using Easy.Logger.Interfaces;
using log4net;
using log4net.Appender;
using Microsoft.Extensions.DependencyInjection;

namespace ExitProbe;

/// <summary>The one service of a process, with or without a log4net.config beside the program.</summary>
internal static class FacadeScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private static string BesideIt => Path.Combine(AppContext.BaseDirectory, "log4net.config");

    /// <summary>
    /// The file is read, its change reaches a logger handed out before, and what was logged is in the file after Dispose.
    /// </summary>
    public static int FollowAndDispose(string folder)
    {
        IEasyLogger logger = Log4NetService.Instance.GetLogger("facade");
        Console.WriteLine($"configured from: {Log4NetService.Instance.Configuration?.FullName}");
        logger.Info("one");

        string second = Path.Combine(folder, "second.log");
        File.WriteAllText(BesideIt, File.ReadAllText(BesideIt).Replace("first.log", "second.log", StringComparison.Ordinal));
        bool followed =
            SpinWait.SpinUntil(() => LogManager.GetRepository().GetAppenders().OfType<FileAppender>().Single().File == second, _patience);
        Console.WriteLine($"followed: {followed}");
        logger.Info("two");

        Log4NetService.Instance.Dispose();
        Console.WriteLine($"after Dispose: {string.Join(' ', File.ReadAllLines(second))}");
        logger.Info("three");
        return 90;
    }

    /// <summary>Nothing is beside the program: loggers are refused until it says which file to take.</summary>
    public static int ConfigureByHand(string folder)
    {
        Refuse("service", () => Log4NetService.Instance.GetLogger<Consumer>());
        Refuse("container", () => Consumers().GetRequiredService<Consumer>());
        Log4NetService.Instance.Configure(new FileInfo(Path.Combine(folder, "by-hand.config")));
        Log4NetService.Instance.GetLogger<Consumer>().Info("one");
        return 91;
    }

    /// <summary>Nobody mentions the service: the container makes the loggers, and the end of the process writes what waits.</summary>
    public static int Inject()
    {
        using ServiceProvider services = Consumers();
        services.GetRequiredService<Consumer>().Work();
        services.GetRequiredService<Consumer.Helper>().Work();
        Console.WriteLine("the same logger: "
            + $"{ReferenceEquals(services.GetService<IEasyLogger<Consumer>>(), services.GetService<IEasyLogger<Consumer>>())}");
        return 92;
    }

    private static ServiceProvider Consumers() => new ServiceCollection()
        .AddSingleton(typeof(IEasyLogger<>), typeof(Log4NetLogger<>))
        .AddTransient<Consumer>()
        .AddTransient<Consumer.Helper>()
        .BuildServiceProvider();

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
