using System.CommandLine;
using System.Diagnostics;
using log4net.Util;
using Spectre.Console;

namespace Benchmarker.Watch;

/// <summary>Shows the meter live while something is logged: queue, rates, what is lost and why, what each attached appender does.</summary>
internal static class WatchCommand
{
    private const int MaxRate = 1_000_000;

    public static Command Create()
    {
        Option<double> seconds = OptionSet.SecondsOrForever(byDefault: 30);
        Option<int> threads = OptionSet.Threads(byDefault: 4);
        Option<int> rate = OptionSet.Number("--rate", "Log calls per second of all threads together.", byDefault: 20_000, MaxRate);
        Command command = new("watch", "Shows the meter live, with an attached appender that stalls and fails now and then.")
        {
            seconds, threads, rate,
        };
        command.SetAction(async (parsed, cancellation) =>
        {
            using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            if (parsed.GetValue(seconds) is > 0 and var limit)
            {
                end.CancelAfter(TimeSpan.FromSeconds(limit));
            }

            IWatchView view = Console.IsOutputRedirected ? new PlainWatchView(Console.Out) : new TerminalWatchView(AnsiConsole.Console);
            return await RunAsync(parsed.GetValue(threads), parsed.GetValue(rate), view, end.Token);
        });
        return command;
    }

    private static async Task<int> RunAsync(int threads, int rate, IWatchView view, CancellationToken end)
    {
        LogLog.EmitInternalMessages = false; // failures are a part of the show
        bool balanced = true;
        using TemporaryFolder folder = new();
        using MeterReader reader = new();
        using (new WatchScenario(threads, rate, folder.Path))
        {
            await view.FollowAsync(show => FollowAsync(
                reader,
                view.Interval,
                moment =>
                {
                    balanced &= moment.Components.All(component => component.Imbalance is null);
                    show(moment);
                },
                end));
        }

        MeterReading last = reader.Read();
        foreach (ComponentMoment total in WatchMoment.Of(last, last, TimeSpan.Zero, TimeSpan.Zero).Components)
        {
            balanced &= total.Imbalance is null && total.QueueSize == 0;
            IEnumerable<string> errors = total.Errors.Select(error => $"{error.Type} {error.Total:N0}");
            Console.WriteLine($"{total.Name}: {total.Enqueued:N0} events, {total.Forwarded:N0} forwarded, {string.Join(", ", errors)}");
        }

        Console.WriteLine(
            balanced ? "Every collection balanced, and nothing is left in the queue." : "DOES NOT HOLD: the counters did not balance.");
        return ExitCode.Of(balanced);
    }

    private static async Task FollowAsync(MeterReader reader, TimeSpan interval, Action<WatchMoment> show, CancellationToken end)
    {
        long start = Stopwatch.GetTimestamp();
        long readAt = start;
        MeterReading before = reader.Read();
        using PeriodicTimer timer = new(interval);
        do
        {
            await NextAsync(timer, end);
            MeterReading now = reader.Read();
            long at = Stopwatch.GetTimestamp();
            show(WatchMoment.Of(before, now, Stopwatch.GetElapsedTime(readAt, at), Stopwatch.GetElapsedTime(start, at)));
            (before, readAt) = (now, at);
        }
        while (!end.IsCancellationRequested);
    }

    private static async Task NextAsync(PeriodicTimer timer, CancellationToken end)
    {
        try
        {
            await timer.WaitForNextTickAsync(end);
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The time is over, or somebody pressed Ctrl+C: both are the end that was asked for, after one last look.
        }
    }
}
