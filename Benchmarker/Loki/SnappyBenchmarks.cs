using BenchmarkDotNet.Attributes;

namespace Benchmarker.Loki;

/// <summary>Which package packs a push, and how fast? Each returns the packed size.</summary>
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
        _destination = new byte[Snappier.Snappy.GetMaxCompressedLength(_source.Length)];
        Console.WriteLine(
            $"// {Source}: {_source.Length} bytes, of which IronSnappy makes {IronSnappyEncode()}, Snappier {SnappierEncode()}");
    }

    [Benchmark(Baseline = true)]
    public int IronSnappyEncode() => IronSnappy.Snappy.Encode(_source).Length;

    [Benchmark]
    public int SnappierEncode() => Snappier.Snappy.Compress(_source, _destination);
}
