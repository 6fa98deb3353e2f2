using BenchmarkDotNet.Attributes;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>What does it cost a caller to make an event, and to fix it?</summary>
[MemoryDiagnoser]
public class FixBenchmarks
{
    private long _counter;

    [Benchmark(Baseline = true)]
    public LoggingEvent New() => Events.New(++_counter);

    [Benchmark]
    public LoggingEvent ThreadAndException() => Fixed(FixFlags.ThreadName | FixFlags.Exception);

    [Benchmark]
    public LoggingEvent MessageThreadAndException() => Fixed(Events.Fixed);

    [Benchmark]
    public LoggingEvent Partial() => Fixed(FixFlags.Partial);

    private LoggingEvent Fixed(FixFlags flags)
    {
        LoggingEvent loggingEvent = Events.New(++_counter);
        loggingEvent.Fix = flags;
        return loggingEvent;
    }
}
