using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using Benchmarker.Micro;
using Benchmarker.Reporting;

namespace Benchmarker.Soak;

/// <summary>Measures a log call by the attached appender, beside the same one alone: <c>caller --children</c>.</summary>
internal static class ChildCostCommand
{
    public const int Rounds = 41;

    public static int Run(int rounds, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Show();
        try
        {
            ChildCostRow[] rows = [.. MeasuredChild.All.SelectMany(child => ChildCostRun.Measure(child, rounds))];
            ChildCostReport report = new(environment.ByName, rounds, rows);
            report.Write(Console.Out);
            JsonReport.Write(json, report);
            return ExitCode.Success;
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine(e.Message);
            return ExitCode.Failure;
        }
    }
}

/// <summary>
/// Measures an appender alone and attached, in turns: bursts that fit into the queue, and after each one a flush, not measured.
/// </summary>
internal static class ChildCostRun
{
    /// <summary>How many frames are on the stack, about, that of the method that logs included.</summary>
    private static readonly int[] _frames = [5, 40, 100];

    private static readonly TimeSpan _maxWarmUpPerRound = TimeSpan.FromMilliseconds(250);

    public static IReadOnlyList<ChildCostRow> Measure(MeasuredChild child, int rounds)
    {
        using TemporaryFolder folder = new();
        ChildSubject direct = new(child, folder.Path, isWrapped: false);
        ChildSubject wrapped = new(child, folder.Path, isWrapped: true);
        WarmUp.UntilCompiled(rounds * _maxWarmUpPerRound, () => Measure(direct, wrapped, _frames[0], rounds: 1));
        (Bursts Direct, Bursts Wrapped)[] bursts = [.. _frames.Select(frames => Measure(direct, wrapped, frames, rounds))];
        (bool, bool) locates = (direct.Close(), wrapped.Close());
        return [.. _frames.Zip(bursts, (frames, pair) => ChildCostRow.Of(child.Name, frames, pair, locates))];
    }

    private static (Bursts Direct, Bursts Wrapped) Measure(ChildSubject direct, ChildSubject wrapped, int frames, int rounds)
    {
        Bursts ofDirect = new(direct, rounds);
        Bursts ofWrapped = new(wrapped, rounds);
        Thread thread = new(() => Descend(frames, () =>
        {
            for (int round = 0; round < rounds; round++)
            {
                // Each is the first of a pair as often as the other.
                Burst(round % 2 == 0 ? ofDirect : ofWrapped);
                Burst(round % 2 == 0 ? ofWrapped : ofDirect);
            }
        }));
        thread.Start();
        thread.Join();
        return (ofDirect, ofWrapped);
    }

    private static void Burst(Bursts bursts)
    {
        BurstRun.Burst(bursts, CallerCostRun.Burst);
        ((ChildSubject)bursts.Subject).Flush();
    }

    /// <summary>Not optimized: a last call could take the place of its caller's frame.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Descend(int frames, Action measure)
    {
        const int below = 4; // the action, its burst, that of BurstRun, and the method that logs
        if (new StackTrace().FrameCount + below >= frames)
        {
            measure();
        }
        else
        {
            Descend(frames, measure);
        }
    }
}

/// <summary>The JSON file: where and on what it was measured, and the rows.</summary>
internal sealed record ChildCostReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("bursts")] int Bursts,
    [property: JsonPropertyName("rows")] IReadOnlyList<ChildCostRow> Rows)
{
    private const string Explanation =
        "Lower quartiles of bursts on one thread, and their ratio. Bytes: of the calling thread. Location: whose lines show the caller.";

    /// <summary>For a terminal.</summary>
    public void Write(TextWriter output)
    {
        TextColumns.Write(
            output,
            [
                ["child", "frames", "direct us", "wrapped us", "ratio", "direct B/call", "wrapped B/call", "location"],
                .. Rows.Select(row => (string[])
                [
                    row.Child,
                    $"{row.Frames}",
                    $"{row.DirectUs:N2}",
                    $"{row.WrappedUs:N2}",
                    ResultColumns.Ratio(row.Ratio),
                    $"{row.DirectBytes:N0}",
                    $"{row.WrappedBytes:N0}",
                    Location(row),
                ]),
            ],
            numbers: true);
        output.WriteLine(Explanation);
    }

    private static string Location(ChildCostRow row) => (row.DirectLocates, row.WrappedLocates) switch
    {
        (true, true) => "both",
        (true, false) => "direct only",
        (false, true) => "wrapped only",
        _ => "-",
    };
}

/// <summary>A child at one depth of the stack, in the JSON file. The names are relied on by scripts.</summary>
internal sealed record ChildCostRow(
    [property: JsonPropertyName("child")] string Child,
    [property: JsonPropertyName("frames")] int Frames,
    [property: JsonPropertyName("directUs")] double DirectUs,
    [property: JsonPropertyName("wrappedUs")] double WrappedUs,
    [property: JsonPropertyName("ratio")] double Ratio,
    [property: JsonPropertyName("directBytes")] double DirectBytes,
    [property: JsonPropertyName("wrappedBytes")] double WrappedBytes,
    [property: JsonPropertyName("directLocates")] bool DirectLocates,
    [property: JsonPropertyName("wrappedLocates")] bool WrappedLocates)
{
    private const double Undisturbed = 0.25;

    /// <summary>With lower quartiles: other processes only make bursts slower.</summary>
    public static ChildCostRow Of(string child, int frames, (Bursts Direct, Bursts Wrapped) pair, (bool Direct, bool Wrapped) found) => new(
        child,
        frames,
        Rounded(pair.Direct.Quantile(Undisturbed) / 1e3),
        Rounded(pair.Wrapped.Quantile(Undisturbed) / 1e3),
        Rounded(pair.Wrapped.Quantile(Undisturbed) / pair.Direct.Quantile(Undisturbed)),
        Rounded(pair.Direct.BytesPerEvent),
        Rounded(pair.Wrapped.BytesPerEvent),
        found.Direct,
        found.Wrapped);

    private static double Rounded(double value) => Math.Round(value, 3);
}
