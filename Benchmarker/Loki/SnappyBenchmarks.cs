using BenchmarkDotNet.Attributes;
using Easy.Logger.Loki.Encoding;

namespace Benchmarker.Loki;

/// <summary>Is the snappy encoder of our own worth having, beside the package that one can get? Each tells in its result what is left of the input.</summary>
[MemoryDiagnoser]
public class SnappyBenchmarks
{
    private byte[] _source = [];
    private byte[] _destination = [];

    [Params("push", "line", "noise")]
    public string Source { get; set; } = "push";

    [GlobalSetup]
    public void SetUp()
    {
        _source = Source switch
        {
            "push" => SnappyInput.Push(1000),
            "line" => SnappyInput.Push(1),
            _ => SnappyInput.Noise(SnappyInput.Push(1000).Length),
        };
        _destination = new byte[SnappyBlock.MaxCompressedLength(_source.Length)];
        Console.WriteLine($"// {Source}: {_source.Length} bytes, of which IronSnappy makes {IronSnappyEncode()}, SnappyBlock {Own()}");
    }

    [Benchmark(Baseline = true)]
    public int IronSnappyEncode() => IronSnappy.Snappy.Encode(_source).Length;

    [Benchmark]
    public int Own() => SnappyBlock.Compress(_source, _destination);
}
