using BenchmarkDotNet.Attributes;
using Easy.Logger;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Benchmarker.Loki;

/// <summary>
/// What does it cost to make lines of JSON of a thousand events? The second group of the measurement of the Serilog sink for Loki, version
/// 9, which measures its formatter. Events are used once, because the text of a stack trace is kept in its exception.
/// </summary>
[MemoryDiagnoser]
[InvocationCount(1)]
[WarmupCount(3)]
[IterationCount(15)]
public class LokiLineBenchmarks
{
    private const int Events = 1_000;

    private readonly ByteBuffer _texts = new(capacity: 64 * 1024);
    private JsonLine _line = null!;
    private EventBatch _batch = null!;

    [ParamsAllValues]
    public SinkPayload Payload { get; set; }

    [GlobalSetup]
    public void SetUp() => _line = new JsonLine(layout: null, _texts, BatchLimits.LineBytes, writesTraceContext: false);

    [IterationSetup]
    public void Begin()
    {
        _batch = new EventBatch(SinkEvents.Make(Payload, Events));
        _texts.Clear();
    }

    [Benchmark]
    public int Format()
    {
        for (int i = 0; i < _batch.Count; i++)
        {
            _line.Write(new BatchItem(_batch, i));
        }

        return _texts.Length;
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        _line.Dispose();
        _texts.Dispose();
    }
}
