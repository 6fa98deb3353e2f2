using BenchmarkDotNet.Attributes;
using Benchmarker.HandOff;
using log4net.Core;

namespace Benchmarker.Micro;

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
        Thread[] producers = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(() => Post(handOff, Posts / Threads)))];
        consumer.Start();
        Array.ForEach(producers, producer => producer.Start());
        Array.ForEach(producers, producer => producer.Join());
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
