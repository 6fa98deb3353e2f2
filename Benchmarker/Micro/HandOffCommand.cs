using System.CommandLine;
using System.Diagnostics;
using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>Compares the ways of handing events from callers to the worker, by themselves, see docs/design/decisions.md.</summary>
internal static class HandOffCommand
{
    private const int Limit = 16_384;
    private const int BatchSize = 512;
    private const int Rounds = 3;

    private static readonly int[] _threadCounts = [1, 2, 4, 16, 64];

    private static readonly Func<IHandOff>[] _variants =
    [
        () => new AppenderHandOff(Limit, BatchSize),
        () => new EventChannelHandOff(Limit, BatchSize),
        () => new BufferChannelHandOff(Limit, BatchSize),
    ];

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds();
        Command command =
            new("handoff", "The hand-off of events from callers to the worker, with 1 to 64 threads; medians of three rounds.") { seconds };
        command.SetAction(parsed =>
        {
            TimeSpan duration = TimeSpan.FromSeconds(parsed.GetValue(seconds) / (_threadCounts.Length * _variants.Length * Rounds));
            Console.WriteLine(
                $"{"threads",7}  {string.Join("  ", _variants.Select(variant => $"{variant().Name,20}"))}   million events/s handed over");
            foreach (int threads in _threadCounts)
            {
                Console.WriteLine(
                    $"{threads,7}  {string.Join("  ", Medians(threads, duration).Select(median => $"{median / 1e6,20:F2}"))}");
            }

            return ExitCode.Success;
        });
        return command;
    }

    private static IEnumerable<double> Medians(int threads, TimeSpan duration)
    {
        // Rounds outside, variants inside: what else the machine does meets all of them alike.
        List<double>[] rates = [.. _variants.Select(_ => new List<double>())];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < _variants.Length; i++)
            {
                rates[i].Add(HandOffRun.Measure(_variants[i](), threads, duration));
            }
        }

        return rates.Select(rounds => rounds.Order().ElementAt(Rounds / 2));
    }
}

/// <summary>Lets threads post the same fixed event as fast as they can to one consumer that does nothing with it.</summary>
internal static class HandOffRun
{
    /// <returns>Events per second from the first post until the consumer has taken the last.</returns>
    public static double Measure(IHandOff handOff, int threads, TimeSpan duration)
    {
        LoggingEvent loggingEvent = new(new LoggingEventData { Level = Level.Info, Message = "message" });
        long posted = 0;
        using ManualResetEventSlim gate = new();
        long taken = 0;
        Thread consumer = new(() => taken = handOff.Drain()) { IsBackground = true };
        consumer.Start();
        Thread[] producers = Threads.Start(threads, _ =>
        {
            const int callsBetweenLooks = 64;
            gate.Wait();
            long calls = 0;
            for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < duration; calls += callsBetweenLooks)
            {
                for (int i = 0; i < callsBetweenLooks; i++)
                {
                    handOff.Post(loggingEvent);
                }
            }

            Interlocked.Add(ref posted, calls);
        });
        long started = Stopwatch.GetTimestamp();
        gate.Set();
        Array.ForEach(producers, producer => producer.Join());
        handOff.Complete();
        consumer.Join();
        TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
        return posted == taken
            ? taken / elapsed.TotalSeconds
            : throw new InvalidOperationException($"{handOff.Name}: {posted:N0} events were posted but {taken:N0} came.");
    }
}

/// <summary>What does it cost to hand an event from its caller to a worker that does nothing with it?</summary>
[MemoryDiagnoser]
public class HandOffBenchmarks
{
    private const int Posts = 1 << 18;
    private const int Limit = 16_384;
    private const int BatchSize = 512;

    private readonly LoggingEvent _event = Events.NewFixed(1);

    [Params(1, 4)]
    public int Threads { get; set; } = 1;

    [Benchmark(Baseline = true, OperationsPerInvoke = Posts)]
    public void ChannelOfEvents() => Run(new EventChannelHandOff(Limit, BatchSize));

    [Benchmark(OperationsPerInvoke = Posts)]
    public void ChannelOfBuffers() => Run(new BufferChannelHandOff(Limit, BatchSize));

    [Benchmark(OperationsPerInvoke = Posts)]
    public void Appender() => Run(new AppenderHandOff(Limit, BatchSize));

    private void Run(IHandOff handOff)
    {
        long taken = 0;
        Thread consumer = new(() => taken = handOff.Drain());
        consumer.Start();
        Benchmarker.Threads.Run(Threads, _ => Post(handOff, Posts / Threads));
        handOff.Complete();
        consumer.Join();
        if (taken != Posts)
        {
            throw new InvalidOperationException($"{Posts:N0} events were posted but {taken:N0} came.");
        }
    }

    private void Post(IHandOff handOff, int count)
    {
        for (int i = 0; i < count; i++)
        {
            handOff.Post(_event);
        }
    }
}

/// <summary>One way of getting events from many threads to one, bounded, blocking when full.</summary>
internal interface IHandOff
{
    string Name { get; }

    /// <summary>Any thread: hands one event over, waits while there is no room.</summary>
    void Post(LoggingEvent loggingEvent);

    /// <summary>After the last event.</summary>
    void Complete();

    /// <summary>The one consumer: takes everything until completed.</summary>
    /// <returns>How many events came.</returns>
    long Drain();
}

/// <summary>A bounded channel of events; the reader gathers what is there into batches.</summary>
internal sealed class EventChannelHandOff(int limit, int batchSize) : IHandOff
{
    private readonly Channel<LoggingEvent> _channel = Channel.CreateBounded<LoggingEvent>(
        new BoundedChannelOptions(limit) { FullMode = BoundedChannelFullMode.Wait, SingleReader = true });

    public string Name => "channel of events";

    public void Post(LoggingEvent loggingEvent)
    {
        if (!_channel.Writer.TryWrite(loggingEvent))
        {
            _channel.Writer.WriteAsync(loggingEvent).AsTask().GetAwaiter().GetResult();
        }
    }

    public void Complete() => _channel.Writer.Complete();

    public long Drain()
    {
        long count = 0;
        while (_channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            LoggingEvent[] batch = new LoggingEvent[batchSize];
            int size = 0;
            while (size < batchSize && _channel.Reader.TryRead(out LoggingEvent? loggingEvent))
            {
                batch[size++] = loggingEvent;
            }

            count += size;
        }

        return count;
    }
}

/// <summary>Callers fill a buffer under a lock; full buffers go over a bounded channel.</summary>
internal sealed class BufferChannelHandOff(int limit, int batchSize) : IHandOff
{
    private readonly Lock _lock = new();
    private readonly Channel<LoggingEvent[]> _channel = Channel.CreateBounded<LoggingEvent[]>(
        new BoundedChannelOptions(Math.Max(1, limit / batchSize)) { FullMode = BoundedChannelFullMode.Wait, SingleReader = true });

    private LoggingEvent[] _buffer = new LoggingEvent[batchSize];
    private int _count;

    public string Name => "channel of buffers";

    public void Post(LoggingEvent loggingEvent)
    {
        lock (_lock)
        {
            _buffer[_count++] = loggingEvent;
            if (_count < _buffer.Length)
            {
                return;
            }

            // Under the lock, or another thread's later buffer could overtake this one.
            Send(_buffer);
            _buffer = new LoggingEvent[batchSize];
            _count = 0;
        }
    }

    public void Complete()
    {
        lock (_lock)
        {
            Send(_buffer[.._count]);
            _channel.Writer.Complete();
        }
    }

    public long Drain()
    {
        long count = 0;
        while (_channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            while (_channel.Reader.TryRead(out LoggingEvent[]? batch))
            {
                count += batch.Length;
            }
        }

        return count;
    }

    private void Send(LoggingEvent[] buffer)
    {
        if (!_channel.Writer.TryWrite(buffer))
        {
            _channel.Writer.WriteAsync(buffer).AsTask().GetAwaiter().GetResult();
        }
    }
}
