using System.Globalization;
using BenchmarkDotNet.Attributes;
using Easy.Logger.Rendering;
using log4net.Core;
using log4net.Util;

namespace Benchmarker.Micro;

/// <summary>What does it cost to make the text of a message?</summary>
[MemoryDiagnoser]
public class RenderBenchmarks
{
    private readonly StringWriter _writer = new(CultureInfo.InvariantCulture);
    private readonly LoggingEvent _event = Events.New(123_456);
    private readonly TextBuffer _text = new();
    private readonly LastCall _lastCall = new();
    private readonly long _number = 123_456;
    private readonly SystemStringFormat _message = new(CultureInfo.InvariantCulture, "Counter is: {0}", 123_456L);

    [Benchmark(Baseline = true)]
    public string StringFormat() => string.Format(CultureInfo.InvariantCulture, "Counter is: {0}", _number);

    [Benchmark]
    public string? SystemStringFormatToString() => _message.ToString();

    /// <summary>What fixing the message does the first time.</summary>
    [Benchmark]
    public string? RenderedMessage() => Events.New(_number).RenderedMessage;

    [Benchmark]
    public int WriteRenderedMessage()
    {
        _writer.GetStringBuilder().Clear();
        _event.WriteRenderedMessage(_writer);
        return _writer.GetStringBuilder().Length;
    }

    /// <summary>What is done of it at the call.</summary>
    [Benchmark]
    public bool Defer() => CapturedEvent.WithMessage(_event, _lastCall).HasMessage;

    /// <summary>Both together.</summary>
    [Benchmark]
    public int DeferAndWrite()
    {
        _text.Clear();
        CapturedEvent.WithMessage(_event, _lastCall).WriteMessage(_text);
        return _text.Length;
    }
}
