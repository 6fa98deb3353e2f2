using BenchmarkDotNet.Attributes;
using Easy.Logger.Rendering;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>What does a garbage collection of the youngest generation cost while a queue is full, of events or of their values?</summary>
public class CollectionBenchmarks
{
    private const int QueueLimit = 16_384;

    private readonly CapturedEvent[] _queue = new CapturedEvent[QueueLimit];
    private readonly LastCall _lastCall = new();

    [Params(false, true)]
    public bool KeepsValues { get; set; }

    /// <summary>All of them are young: the collection before has moved what was there to an older generation.</summary>
    [IterationSetup]
    public void Fill()
    {
        for (int i = 0; i < _queue.Length; i++)
        {
            LoggingEvent loggingEvent = Events.New(i);
            _queue[i] = !KeepsValues ? CapturedEvent.WithMessage(loggingEvent, _lastCall)
                : CapturedEvent.TryKeepValues(loggingEvent, readsThread: true, _lastCall, out CapturedEvent values) ? values
                : throw new InvalidOperationException("The values were not kept.");
        }
    }

    [Benchmark]
    public int Collect()
    {
        GC.Collect(0);
        return _queue.Length;
    }
}
