using BenchmarkDotNet.Attributes;

namespace Benchmarker.DogStatsd;

/// <summary>
/// What does it cost to write the tags of a metric? The article's six categories; the same as the command <c>dogstatsd</c>, but one after
/// the other.
/// </summary>
[MemoryDiagnoser]
public class TagBenchmarks
{
    private TagCalls _calls = new(TagKind.None, hasGlobal: false);

    [ParamsAllValues]
    public TagKind Tags { get; set; }

    [ParamsAllValues]
    public bool Global { get; set; }

    [GlobalSetup]
    public void SetUp() => _calls = new TagCalls(Tags, Global);

    [Benchmark(Baseline = true)]
    public string? PlainJoin() => _calls.PlainJoin();

    [Benchmark]
    public string? WithStringBuilder() => _calls.WithStringBuilder();

    [Benchmark]
    public int IntoSpan() => _calls.IntoSpan();

    [Benchmark]
    public int IntoBufferWriter() => _calls.IntoBufferWriter();

    [Benchmark]
    public string? Format() => _calls.AsString();
}
