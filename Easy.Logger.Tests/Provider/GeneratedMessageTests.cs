using System.Collections;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Messages of methods that the compiler generates, with more arguments than the runtime has a type for.</summary>
[Category("Provider")]
internal sealed partial class GeneratedMessageTests
{
    private readonly ProviderScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Log_PlaceholderIsRepeated_MessageHasEveryValue()
    {
        Repeated(_scene.Collect().Log(), new Text("a"), 2, 3, 4, 5, 6, 7);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("a 2 3 4 5 6 7 and a a"));
        Assert.That(_scene.Event.LookupProperty("A"), Is.EqualTo("a"));
    }

    [Test]
    public void Log_PlaceholderHasASign_MessageHasItsValue()
    {
        Signed(_scene.Collect().Log(), new Text("a"), 2, 3, 4, 5, 6, 7);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("a 2 3 4 5 6 7"));
        Assert.That(_scene.Event.LookupProperty("a"), Is.EqualTo("a"), "the compiler gives it the name of the parameter");
    }

    [Test]
    public void Log_MethodOfAGenericType_RendersAValueOnce()
    {
        Text text = new("a");
        Typed<string>.Log(_scene.Collect().Log(), text, 2, 3, 4, 5, 6, 7);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("a 2 3 4 5 6 7"));
        Assert.That(_scene.Event.LookupProperty("A"), Is.EqualTo("a"));
        Assert.That(text.Renderings, Is.EqualTo(1));
    }

    /// <summary>What is declared as a sequence is written in brackets, all else as it writes itself.</summary>
    [Test]
    public void Log_ValueIsASequence_MessageIsThatOfTheGeneratedMethod()
    {
        JsonNode json = JsonNode.Parse("""{"id":7}""")!;
        object dictionary = new Dictionary<string, int> { ["a"] = 1 };
        MessageCollector expected = new();
        foreach (ILogger log in (ILogger[])[expected, _scene.Collect().Log()])
        {
            Sequences(log, json, dictionary, [1, 2], json, [], new Letters(), new Letters());
        }

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo(expected.Message));
        Assert.That(_scene.Event.LookupProperty("A"), Is.EqualTo(json.ToString()));
    }

    [LoggerMessage(4, LogLevel.Information, "{A} {B} {C} {D} {E} {F:X} {G} {F}")]
    private static partial void Sequences(
        ILogger log, object a, object b, IEnumerable<int> c, JsonNode d, List<int> e, object f, Letters g);

    [LoggerMessage(1, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G} and {A} {A}")]
    private static partial void Repeated(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    [LoggerMessage(2, LogLevel.Information, "{@A} {B} {C} {D} {E} {F} {G}")]
    private static partial void Signed(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    private static partial class Typed<T>
    {
        [LoggerMessage(3, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G}")]
        public static partial void Log(ILogger log, Text a, int b, int c, int d, int e, int f, int g);
    }

    private sealed class MessageCollector : ILogger
    {
        public string? Message { get; private set; }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Message = formatter(state, exception);
    }

    private sealed class Letters : IEnumerable<char>, IFormattable
    {
        public IEnumerator<char> GetEnumerator() => "ab".GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public string ToString(string? format, IFormatProvider? formatProvider) => $"letters {format}";
    }

    private sealed class Text(string text)
    {
        public int Renderings { get; private set; }

        public override string ToString()
        {
            Renderings++;
            return text;
        }
    }
}
