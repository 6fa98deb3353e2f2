using System.CommandLine;
using System.Diagnostics;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Microsoft.Extensions.Logging;

namespace Benchmarker.Micro;

/// <summary>What a call of <c>ILogger</c> costs its caller, with this provider and with others in the same run.</summary>
internal static partial class ProviderCommand
{
    private const int Burst = 512;
    private const int MaxRounds = 100_000;
    private const double MaxRatio = 1.5;

    private static readonly TimeSpan _maxWarmUp = TimeSpan.FromSeconds(5);

    private static readonly (string Name, bool HasScopes, Action<ILogger, int> Log)[] _calls =
    [
        ("disabled", false, (log, i) => log.LogDebug("{Id}", "a")),
        ("constant", false, (log, i) => log.LogInformation("The order was accepted")),
        ("3 arguments", false, (log, i) => log.LogInformation("Order {Id} of {Customer} costs {Amount}", i, "Ada", 12.5)),
        ("3 scopes", true, (log, i) => log.LogInformation("The order was accepted")),
        ("generated", false, (log, i) => Accepted(log, i, "Ada", 12.5)),
    ];

    public static Command Create()
    {
        Option<int> rounds = OptionSet.Number("--rounds", "How many bursts of calls are measured of each.", byDefault: 301, MaxRounds);
        Option<FileInfo?> json = OptionSet.Json();
        Command command = new("provider", "Calls of ILogger with this provider and with others: time and bytes of the caller's thread.")
        {
            rounds, json,
        };
        command.SetAction(parsed => Run(parsed.GetValue(rounds), parsed.GetValue(json)));
        return command;
    }

    private static int Run(int rounds, FileInfo? json)
    {
        BenchmarkEnvironment.Show();
        List<ProviderRow> rows = [];
        foreach ((bool isAsync, bool printsProperties) in ((bool, bool)[])[(false, false), (false, true), (true, false), (true, true)])
        {
            IReadOnlyList<ProviderSubject> subjects = ProviderSubject.All(isAsync, printsProperties);
            foreach ((string name, bool hasScopes, Action<ILogger, int> log) in _calls)
            {
                using Scopes scopes = new(subjects, hasScopes);
                WarmUp.UntilCompiled(_maxWarmUp, () => Measure(subjects, log, rounds: 3));
                (double Nanoseconds, double Bytes)[] costs = Measure(subjects, log, rounds);
                rows.AddRange(subjects.Zip(costs, (subject, cost) =>
                    new ProviderRow(isAsync ? "async" : "direct", printsProperties, name, subject.Name, cost.Nanoseconds, cost.Bytes)));
            }
        }

        Write(rows);
        JsonReport.Write(json, rows);
        IEnumerable<ProviderRow> own = rows.Where(row => row.Provider == "Easy.Logger");
        return ExitCode.Of(Verdict.Report(own.Select(row => Promise(row, Reference(rows, row)))));
    }

    private static ProviderRow Reference(List<ProviderRow> rows, ProviderRow row) =>
        rows.Single(other => other with { Nanoseconds = 0, Bytes = 0 } == row with
        {
            Provider = ProviderSubject.Reference,
            Nanoseconds = 0,
            Bytes = 0
        });

    /// <summary>Rounds by turns, so that all meet the same machine; medians.</summary>
    private static (double Nanoseconds, double Bytes)[] Measure(
        IReadOnlyList<ProviderSubject> subjects, Action<ILogger, int> log, int rounds)
    {
        double[][] times = [.. subjects.Select(_ => new double[rounds])];
        double[][] bytes = [.. subjects.Select(_ => new double[rounds])];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < subjects.Count; i++)
            {
                int at = (i + round) % subjects.Count;
                long before = GC.GetAllocatedBytesForCurrentThread();
                long start = Stopwatch.GetTimestamp();
                for (int call = 0; call < Burst; call++)
                {
                    log(subjects[at].Log, call);
                }

                times[at][round] = Stopwatch.GetElapsedTime(start).TotalNanoseconds / Burst;
                bytes[at][round] = (double)(GC.GetAllocatedBytesForCurrentThread() - before) / Burst;
                subjects[at].Flush();
            }
        }

        return [.. times.Zip(bytes, (time, size) => (Spread.Of(time)!.Value.Median, Spread.Of(size)!.Value.Median))];
    }

    private static void Write(List<ProviderRow> rows) => TextColumns.Write(
        Console.Out,
        [
            ["destination, call", "provider", "ns", "ratio", "B/call"],
            .. rows.Select(row => (string[])
            [
                $"{row.Destination}{(row.PrintsProperties ? " %property" : string.Empty)}, {row.Call}",
                row.Provider,
                $"{row.Nanoseconds:N0}",
                ResultColumns.Ratio(row.Nanoseconds / Reference(rows, row).Nanoseconds),
                $"{row.Bytes:N0}",
            ]),
        ],
        numbers: true);

    private static (bool Holds, string What) Promise(ProviderRow row, ProviderRow reference)
    {
        double bytes = !row.PrintsProperties && row.Call is not ("disabled" or "constant") ? 2 : 1;
        return (
            row.Nanoseconds <= reference.Nanoseconds * MaxRatio && row.Bytes <= (reference.Bytes * bytes) + 1,
            $"{row.Destination}{(row.PrintsProperties ? " with %property" : string.Empty)}, {row.Call}: at most {MaxRatio}x the time and "
                + $"{bytes}x the "
            + $"bytes of {reference.Provider} ({row.Nanoseconds:N0} and {reference.Nanoseconds:N0} ns, {row.Bytes:N0} and "
            + $"{reference.Bytes:N0} B)");
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Order {Id} of {Customer} costs {Amount}")]
    private static partial void Accepted(ILogger log, int id, string customer, double amount);

    /// <summary>A call of one provider to one destination.</summary>
    private sealed record ProviderRow(
        string Destination, bool PrintsProperties, string Call, string Provider, double Nanoseconds, double Bytes);

    /// <summary>Those of a web request: two of the server, one of the application.</summary>
    private sealed class Scopes(IReadOnlyList<ProviderSubject> subjects, bool areOpen) : IDisposable
    {
        private readonly IDisposable?[] _scopes = !areOpen ? [] :
        [
            .. subjects.SelectMany(subject => (IDisposable?[])
            [
                subject.Log.BeginScope(new Dictionary<string, object> { ["Connection"] = "0HN1" }),
                subject.Log.BeginScope(new Dictionary<string, object> { ["Request"] = "0HN1:1", ["Path"] = "/orders" }),
                subject.Log.BeginScope("checkout"),
            ]),
        ];

        public void Dispose()
        {
            foreach (IDisposable? scope in _scopes.Reverse())
            {
                scope?.Dispose();
            }
        }
    }
}
