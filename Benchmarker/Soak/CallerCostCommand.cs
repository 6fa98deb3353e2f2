using System.CommandLine;
using System.Diagnostics;
using System.Text.Json.Serialization;
using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger.Buffering;

namespace Benchmarker.Soak;

/// <summary>What a log call costs its caller while the worker keeps up, beside the same call into an appender that does nothing.</summary>
internal static class CallerCostCommand
{
    private const int MaxRounds = 1_000_000;
    private const double LimitRatio = 1.7;
    private const double LimitRatioOfDropped = 1.6;
    private const double LimitBytes = 16;

    public static Command Create()
    {
        Option<int> rounds = OptionSet.Number("--rounds", "How many bursts of calls are measured of each.", byDefault: 5000, MaxRounds);
        Option<bool> children = new("--children")
        {
            Description = "Measures by attached appender, beside the same appender alone, at several depths of the stack; "
                + $"{ChildCostCommand.Rounds} rounds when --rounds is left out.",
        };
        Option<FileInfo?> json = OptionSet.Json();
        Command command =
            new("caller", "A log call while the worker keeps up, beside the same call into an appender that does nothing.")
        {
            rounds, children, json,
        };
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(children))
            {
                bool isRoundsGiven = parsed.GetResult(rounds) is { Implicit: false };
                return ChildCostCommand.Run(isRoundsGiven ? parsed.GetValue(rounds) : ChildCostCommand.Rounds, parsed.GetValue(json));
            }

            return ExitCode.Of(Measure(parsed.GetValue(rounds), parsed.GetValue(json)));
        });
        return command;
    }

    private static bool Measure(int rounds, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Show();
        using TemporaryFolder folder = new();
        using StuckLogger none = StuckLogger.Empty();
        using StuckLogger full = StuckLogger.BehindText(OverflowPolicy.DropNewest, blockTimeout: 0);
        ILoggingSetup async = ScenarioCatalog.Find("async")!.Open(folder.Path);
        CallerCostReport report = new(
            environment.ByName, [.. Measure(rounds, none, "queued", async.Log), Measure(rounds, none, "dropped", full.LogCounter)[1]]);
        async.Close();
        report.Write(Console.Out);
        JsonReport.Write(json, report);
        return Report(report.Rows[1], "a call that is queued while the worker keeps up", LimitRatio)
            & Report(report.Rows[2], "a call whose event is dropped because the queue is full", LimitRatioOfDropped);
    }

    /// <summary>Each by itself: what the compiler makes of a call depends on what it sees of others.</summary>
    private static IReadOnlyList<CallerCostRow> Measure(int rounds, StuckLogger none, string name, Action<long> log)
    {
        CallerCostRun run = new([("into nothing", none.LogCounter), (name, log)]);
        run.Measure(rounds); // until everything has its final machine code
        return run.Measure(rounds);
    }

    private static bool Report(CallerCostRow row, string what, double limit) => Verdict.Report(
        row.Ratio <= limit && row.BytesMore <= LimitBytes,
        $"{what} takes at most {limit}x of a call into nothing, and {LimitBytes:N0} B more");
}

/// <summary>
/// Bursts of calls of each kind, in turns, with pauses in which the worker finishes: what is compared meets the same machine.
/// </summary>
/// <param name="calls">The kinds of calls, the one to compare with first.</param>
internal sealed class CallerCostRun(IReadOnlyList<(string Name, Action<long> Log)> calls)
{
    /// <summary>A batch, so that each burst has its share of waking the worker.</summary>
    public const int Burst = 512;

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(0.5);

    public IReadOnlyList<CallerCostRow> Measure(int rounds)
    {
        Bursts[] all = [.. calls.Select(call => new Bursts(new LogCalls(call.Name, call.Log), rounds))];
        for (int round = 0; round < rounds; round++)
        {
            Array.ForEach(all, bursts => BurstRun.Burst(bursts, Burst));
            Pause();
        }

        return
        [
            .. all.Select(bursts => new CallerCostRow(
                bursts.Subject.Name,
                bursts.Median,
                bursts.Median / all[0].Median,
                bursts.BytesPerEvent,
                bursts.BytesPerEvent - all[0].BytesPerEvent)),
        ];
    }

    /// <summary>Not a sleep: a processor that has slept begins slowly.</summary>
    private static void Pause()
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < _pause)
        {
            Thread.SpinWait(20);
        }
    }

    private sealed class LogCalls(string name, Action<long> log) : BurstSubject(name)
    {
        private long _counter;

        public override void Write(int count)
        {
            for (int i = 0; i < count; i++)
            {
                log(++_counter);
            }
        }
    }
}

/// <summary>The JSON file: where and on what it was measured, and the calls, the first one into nothing.</summary>
internal sealed record CallerCostReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("rows")] IReadOnlyList<CallerCostRow> Rows)
{
    /// <summary>For a terminal.</summary>
    public void Write(TextWriter output)
    {
        TextColumns.Write(
            output,
            [
                ["call", "ns", "ratio", "B/call", "B more"],
                .. Rows.Select(row => (string[])
                    [row.Call, $"{row.Nanoseconds:N0}", ResultColumns.Ratio(row.Ratio), $"{row.Bytes:N1}", $"{row.BytesMore:N1}"]),
            ],
            numbers: true);
        output.WriteLine($"Medians of bursts of {CallerCostRun.Burst} calls on one thread.");
    }
}

/// <summary>One kind of call, on the caller's thread alone.</summary>
/// <param name="Call">What comes of it.</param>
/// <param name="Nanoseconds">The median time.</param>
/// <param name="Ratio">The same as a multiple of a call into nothing.</param>
/// <param name="Bytes">What it allocates; log4net's own event and message are most of it.</param>
/// <param name="BytesMore">What it allocates beyond a call into nothing.</param>
internal sealed record CallerCostRow(
    [property: JsonPropertyName("call")] string Call,
    [property: JsonPropertyName("nanoseconds")] double Nanoseconds,
    [property: JsonPropertyName("ratio")] double Ratio,
    [property: JsonPropertyName("bytes")] double Bytes,
    [property: JsonPropertyName("bytesMore")] double BytesMore);
