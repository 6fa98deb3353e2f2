using BenchmarkDotNet.Attributes;

namespace Benchmarker.EventSource;

/// <summary>
/// What does it cost to write an event with a text? The same as the command <c>event-source</c>, but one after the other: on a machine that
/// does something else, too, trust differences of some ten percent here, and the command for less.
/// </summary>
[MemoryDiagnoser]
[InvocationCount(Invocations)]
[WarmupCount(6)]
[IterationCount(10)]
public class EventSourceBenchmarks
{
    private const int Invocations = 4_096; // of the longest text a third of what the session holds

    private readonly AppenderSubject _appender = new();
    private readonly StringSubject _string = new(Subjects.OwnString);
    private SampleText _text = new(0);
    private IHearing? _hearing;
    private long _written;

    [ParamsAllValues]
    public Audience Audience { get; set; }

    [Params(10, 100, 1_000, 10_000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Begin()
    {
        _text = new SampleText(Length);
        _appender.Prepare(Length);
        _string.Prepare(Length);
        _written = 0;
        _hearing = Hearing.Of(Audience);
    }

    [IterationCleanup]
    public void AwaitAll() => _hearing?.AwaitAll(_written);

    [GlobalCleanup]
    public void End() => _hearing?.Dispose();

    [Benchmark(Baseline = true)]
    public void NewString() => Write<StrAlloc>();

    [Benchmark]
    public void ArrayPool() => Write<PooledArray>();

    [Benchmark]
    public void ThreadStaticBuffer() => Write<ThreadStatic>();

    [Benchmark]
    public void StackAlloc() => Write<StackAlloc>();

    [Benchmark]
    public void StackAllocUncleared() => Write<StackAllocUncleared>();

    [Benchmark]
    public void EasyLogger() => Write<OwnedBuffer>();

    [Benchmark]
    public void EasyLoggerOfAString()
    {
        _written++;
        _string.Write(1);
    }

    [Benchmark]
    public void DoAppend()
    {
        _written++;
        _appender.Write(1);
    }

    private void Write<T>()
        where T : ITechnique
    {
        _written++;
        T.Write(1, Subject.N2, _text.Part);
    }
}
