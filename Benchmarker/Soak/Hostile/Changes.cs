using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Benchmarker.Soak.Hostile;

/// <summary>Layouts, filters, thresholds, options and attached appenders change while threads log.</summary>
internal static class Changes
{
    private const int Producers = 4;
    private const int Rounds = 300;

    private static readonly string[] _patterns = ["%message%newline", "%thread %message%newline", "%date %-5level - %message%newline"];

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("changes", "changed layouts, filters, thresholds, options and attached appenders cost no event under load", Run),
    ];

    private static void Run(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        FileAppender file = ScenarioLog.File(path);
        ScenarioLog log = new(context, appender => (appender.QueueLimit, appender.BlockTimeout) = (1_000, -1), file) { IsDirect = true };
        using CancellationTokenSource stop = new();
        context.Ready();
        IReadOnlyList<Thread> producers = log.Produce(Producers, stop.Token);
        FileAppender other = ScenarioLog.File(context.PathOf("other.txt"));
        context.Within(15_000, "the changes", () =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                Change(log.Appender, file, other, i);
                Thread.Sleep(1);
            }
        });
        stop.Cancel();
        context.AwaitCallers(producers);
        context.Check(log.Calls > Rounds, "there was no load");
        context.Check(log.Appender.Flush(5_000), "Flush returned false");
        log.Close();
        BufferStatistics counters = log.Counters;
        log.CheckAllWritten(path);
        context.Check(counters.Rejected == 0, $"{counters.Rejected} events were rejected");
    }

    private static void Change(AsyncBufferingForwardingAppender appender, FileAppender file, FileAppender other, int round)
    {
        switch (round % 6)
        {
            case 0:
                file.Layout = new PatternLayout(_patterns[round / 6 % _patterns.Length]);
                break;

            case 1:
                appender.AddAppender(other);
                break;

            case 2:
                file.AddFilter(new StringMatchFilter { StringToMatch = "nowhere to be found" });
                appender.AddFilter(new LevelRangeFilter { LevelMin = Level.Debug, AcceptOnMatch = false });
                break;

            case 3:
                (file.Threshold, appender.Threshold) = (Level.Debug, Level.Debug);
                other.Threshold = round % 4 == 1 ? Level.Error : Level.All;
                break;

            case 4:
                (appender.QueueLimit, appender.BufferSize) = (500 + (round % 7 * 100), 50 + (round % 5 * 10));
                appender.ActivateOptions();
                break;

            default:
                file.ClearFilters();
                appender.ClearFilters();
                appender.RemoveAppender(other);
                break;
        }
    }
}
