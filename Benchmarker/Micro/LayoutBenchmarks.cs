using System.Globalization;
using BenchmarkDotNet.Attributes;
using Easy.Logger.Rendering;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.Micro;

/// <summary>What does each part of the README's pattern cost, by log4net's own layout and compiled?</summary>
[MemoryDiagnoser]
public class LayoutBenchmarks
{
    private readonly StringWriter _writer = new(CultureInfo.InvariantCulture);
    private readonly TextBuffer _text = new();
    private CompiledPattern? _compiled;
    private readonly LoggingEvent _event = Events.NewFixed(123_456);
    private PatternLayout _layout = new();

    [Params(Events.Pattern, "%date{ISO8601}", "%-5level", "%2thread", "%logger{1}", "%message%newline", "%exception")]
    public string Pattern { get; set; } = Events.Pattern;

    [GlobalSetup]
    public void SetUp()
    {
        _layout = new PatternLayout(Pattern);
        _compiled = new PatternCompiler([], isConsole: false).Compile(_layout);
    }

    [Benchmark(Baseline = true)]
    public int Stock()
    {
        _writer.GetStringBuilder().Clear();
        _layout.Format(_writer, _event);
        return _writer.GetStringBuilder().Length;
    }

    [Benchmark]
    public int Compiled()
    {
        _text.Clear();
        _compiled!.Write(_text, _event);
        return _text.Length;
    }
}
