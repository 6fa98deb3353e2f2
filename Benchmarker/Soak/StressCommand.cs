using System.CommandLine;
using System.Diagnostics;
using log4net.Util;

namespace Benchmarker.Soak;

/// <summary>Runs the tests' stress scenario for as long as one likes, a new seed every few seconds.</summary>
internal static class StressCommand
{
    private static readonly TimeSpan _runTime = TimeSpan.FromSeconds(5);

    public static Command Create()
    {
        Option<double> minutes = OptionSet.Minutes();
        Option<int?> seed = OptionSet.Seed();
        Command command = new(
            "stress", "Random appenders, options and reloads under load: the counters are exact, and the order is kept.")
        {
            minutes, seed,
        };
        command.SetAction(parsed =>
        {
            LogLog.EmitInternalMessages = false; // failures by the thousand are the point
            StressResult[] results =
                [.. OptionSet.Seeds(parsed.GetValue(seed), TimeSpan.FromMinutes(parsed.GetValue(minutes))).Select(Run)];
            int failed = results.Count(result => result.Faults.Count > 0);
            Console.WriteLine($"{results.Length} runs, {failed} failed");
            return ExitCode.Of(failed == 0);
        });
        return command;
    }

    private static StressResult Run(int seed)
    {
        StressResult result = new StressRun(seed, _runTime).Run();
        Console.WriteLine($"seed {seed}: {(result.Faults.Count == 0 ? "ok" : "FAILED")}, {result.Summary}");
        foreach (string fault in result.Faults)
        {
            Console.WriteLine($"  {fault}");
        }

        return result;
    }
}

/// <summary>
/// Lets threads log to forwarders whose children are slow, fail, log and flush, while options change, configurations are reloaded, children
/// and filters come and go; then compares every counter with what the children got.
/// </summary>
/// <remarks>The seed fixes what is done and in which order; when the threads meet is up to the machine.</remarks>
internal sealed class StressRun(int seed, TimeSpan duration)
{
    /// <summary>Everything that waits has a limit far below it.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(60);

    private readonly Lock _lock = new();
    private readonly List<string> _faults = [];

    /// <returns>What was not as it should be, and a line about what happened.</returns>
    public StressResult Run()
    {
        StressWorld world = new(seed);
        void Receive(object? source, LogReceivedEventArgs received) => Examine(received.LogLog, world);
        LogLog.LogReceived += Receive;
        try
        {
            return Run(world);
        }
        finally
        {
            LogLog.LogReceived -= Receive;
        }
    }

    private StressResult Run(StressWorld world)
    {
        StressProducer[] producers =
            [.. Enumerable.Range(0, Math.Max(4, Environment.ProcessorCount)).Select(
                index => new StressProducer($"p{index}", seed + 100 + index, world.Log))];
        Disturbances disturbances = new(world, seed);
        using CancellationTokenSource stop = new();
        using MeterObserver meter = new(component => component.StartsWith(world.Name, StringComparison.Ordinal));
        Thread[] threads = [.. disturbances.Loops.Select(loop => Start(loop.Run)), .. producers.Select(producer => Start(producer.Run))];
        stop.Token.WaitHandle.WaitOne(duration);
        stop.Cancel();

        long deadline = Stopwatch.GetTimestamp() + (long)(_patience.TotalSeconds * Stopwatch.Frequency);
        TimeSpan Left() => TimeSpan.FromTicks(Math.Max(0, Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), deadline).Ticks));
        int stuck = threads.Count(thread => !thread.Join(Left()));
        if (stuck > 0)
        {
            // Their numbers are not final, so the counters cannot be compared.
            return new StressResult(
                seed, [$"{stuck} of {threads.Length} threads are still in a call after {_patience.TotalSeconds:N0} s"], string.Empty);
        }

        Thread closing = Start(_ => world.Close());
        bool ended = closing.Join(Left()) && SpinWait.SpinUntil(() => world.Lives.All(life => life.HasEnded), Left());
        Add(ended ? null : "Close did not come back, or a worker is left");
        world.Shutdown();
        Compare(world, producers, disturbances);
        meter.Dispose();
        meter.Faults.Take(3).ToList().ForEach(Add);
        Add(meter.Readings > 0 ? null : "the meter reported nothing");
        long calls = Calls(world, producers);
        string done = string.Join(", ", disturbances.Loops.Select(loop => loop.Summary));
        return new StressResult(seed, _faults, $"{world.Lives.Count / world.Width} configurations of {world.Width}, {calls:N0} calls; "
            + $"{meter.Readings} readings of the meter; {done}");

        Thread Start(Action<CancellationToken> run)
        {
            Thread thread = new(() => run(stop.Token)) { IsBackground = true };
            thread.Start();
            return thread;
        }
    }

    private void Compare(StressWorld world, StressProducer[] producers, Disturbances disturbances)
    {
        foreach (string fault in world.Lives.SelectMany(life => life.Faults()).Concat(disturbances.Faults))
        {
            Add(fault);
        }

        Array.ForEach(producers, producer => Add(producer.Thrown is null ? null : $"a log call threw: {producer.Thrown}"));
        long calls = Calls(world, producers);
        foreach (IGrouping<string?, ForwarderLife> lives in world.Lives.GroupBy(life => life.Forwarder.Name))
        {
            long counted = lives.Sum(life => life.Calls);
            Add(counted == calls || (counted < calls && MayMiss(world)) ? null : $"{calls:N0} calls were made but {counted:N0} are in the "
                + $"counters of {lives.Key}");
        }
    }

    /// <summary>
    /// A call that comes while log4net exchanges the appenders of its logger may reach none of them: also with nothing but an
    /// appender that counts (Easy.Logger.Tests/Log4Net/ReloadTests).
    /// </summary>
    private static bool MayMiss(StressWorld world) => world.Lives.Count > world.Width;

    private static long Calls(StressWorld world, StressProducer[] producers) =>
        producers.Sum(producer => producer.Calls) + world.Lives.Sum(life => life.Echoes);

    /// <summary>log4net catches what an appender throws and reports it to its internal log.</summary>
    private void Examine(LogLog message, StressWorld world)
    {
        if (message.Exception is not null && message.Source.Assembly != typeof(Easy.Logger.AsyncBufferingForwardingAppender).Assembly
            && message.Message.Contains(world.Name, StringComparison.Ordinal))
        {
            Add($"{message.Message}: {message.Exception}");
        }
    }

    private void Add(string? fault)
    {
        if (fault is not null)
        {
            lock (_lock)
            {
                _faults.Add(fault);
            }
        }
    }
}

/// <summary>What a stress run found.</summary>
internal sealed record StressResult(int Seed, IReadOnlyList<string> Faults, string Summary);
