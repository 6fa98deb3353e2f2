using System.Collections;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the arguments of a log call become: properties of the event.</summary>
[Category("Provider")]
internal sealed partial class StructuredStateTests : IDisposable
{
    private static readonly DateTime _date = new(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc);

    private readonly ProviderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [TestCase("", TestName = "Arguments_BehindTheForwarder_KeepTheirTypes(what the child can print)")]
    [TestCase("""<fix value="Message" />""", TestName = "Arguments_BehindTheForwarder_KeepTheirTypes(nothing but the message)")]
    [TestCase("""<fix value="All" />""", TestName = "Arguments_BehindTheForwarder_KeepTheirTypes(all)")]
    [Demand("E11")]
    public void Arguments_BehindTheForwarder_KeepTheirTypes(string options)
    {
        Guid id = Guid.NewGuid();
        _scene.Collect(options).Log().LogInformation("{Count} of {Due} for {Customer} at {Price} {Missing}", 42, _date, id, 12.5m, null);

        LoggingEvent logged = _scene.Event;
        Assert.Multiple(() =>
        {
            Assert.That(logged.LookupProperty("Count"), Is.TypeOf<int>().And.EqualTo(42));
            Assert.That(logged.LookupProperty("Due"), Is.TypeOf<DateTime>().And.EqualTo(_date));
            Assert.That(((DateTime)logged.LookupProperty("Due")!).Kind, Is.EqualTo(DateTimeKind.Utc));
            Assert.That(logged.LookupProperty("Customer"), Is.EqualTo(id));
            Assert.That(logged.LookupProperty("Price"), Is.EqualTo(12.5m));
            Assert.That(logged.LookupProperty("Missing"), Is.Null);
            Assert.That(logged.LookupProperty("MessageTemplate"), Is.EqualTo("{Count} of {Due} for {Customer} at {Price} {Missing}"));
            Assert.That(logged.LookupProperty("{OriginalFormat}"), Is.Null);
            Assert.That(logged.RenderedMessage, Is.EqualTo($"42 of 02/29/2024 13:07:05 for {id} at 12.5 (null)"));
        });
    }

    [Test]
    public void Log_GeneratedMethod_HasArgumentsAndEvent()
    {
        OrderShipped(_scene.Collect(ProviderScene.OwnProperties).Log(), 42, _date);

        AssertProperties(
            ("Order", 42), ("On", _date), ("EventId", 7), ("EventName", "Shipped"), ("MessageTemplate", "order {Order} on {On}"));
    }

    [TestCase("de-DE")]
    [TestCase("")]
    public void Log_AnyMessage_IsTheOneOfMicrosoftsFormatter(string culture)
    {
        System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.GetCultureInfo(culture); // NUnit puts it back
        PlainLogger plain = new();
        foreach (ILogger log in new[] { plain, _scene.Collect(ProviderScene.OwnProperties).Log() })
        {
            log.LogInformation("{A}", new List<object?> { null, 1.5, 2.5f, "x", new DateTime(2024, 1, 2) });
            Measured(log, new Measure());
        }

        Assert.That(_scene.Events.Select(logged => logged.RenderedMessage), Is.EqualTo(plain.Messages));
    }

    [Test]
    public void Log_EventId_IsThereWhereItIsNotTheDefault()
    {
        ILogger log = _scene.Collect().Log();
        log.LogInformation(new EventId(0), "a");
        log.LogInformation(new EventId(0, "named"), "b");
        log.LogInformation(new EventId(-3), "c");

        Assert.That(_scene.Events.Select(logged => logged.LookupProperty("EventId")), Is.EqualTo(new object?[] { null, null, -3 }));
        Assert.That(_scene.Events.Select(logged => logged.LookupProperty("EventName")), Is.EqualTo(new object?[] { null, "named", null }));
    }

    [Test]
    public void Log_StateIsADictionary_IsProperties()
    {
        Dictionary<string, object?> state = new() { ["a"] = 1, ["b"] = "two" };
        _scene.Collect(ProviderScene.OwnProperties).Log().Log(LogLevel.Information, default, state, exception: null, (_, _) => "text");

        AssertProperties(("a", 1), ("b", "two"));
        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("text"));
    }

    [Test]
    public void Log_StateIsAnySequenceOfPairs_IsProperties()
    {
        _scene.Collect(ProviderScene.OwnProperties).Log().Log(
            LogLevel.Information, default, new Pairs(("a", 1), ("{OriginalFormat}", "t"), ("a", 2)), exception: null, (_, _) => "text");

        AssertProperties(("a", 2), ("MessageTemplate", "t"));
    }

    [Test]
    public void Log_StateIsAText_HasNoProperties()
    {
        _scene.Collect(ProviderScene.OwnProperties).Log().Log(LogLevel.Information, default, "state", exception: null, (state, _) => state);

        AssertProperties();
        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("state"));
    }

    [Test]
    public void Log_ArgumentHasANameOfOurs_ArgumentWins()
    {
        ILogger log = _scene.Collect(ProviderScene.OwnProperties).Log(options => options.IncludeActivity = true);
        using System.Diagnostics.Activity activity = new("request");
        activity.Start();
        using (log.BeginScope("scope"))
        {
            log.LogInformation(
                new EventId(7, "seven"), "{EventId} {EventName} {Scope} {MessageTemplate} {TraceId} {SpanId}", 1, 2, 3, 4, 5, 6);
        }

        AssertProperties(("EventId", 1), ("EventName", 2), ("Scope", 3), ("MessageTemplate", 4), ("TraceId", 5), ("SpanId", 6));
    }

    [Test]
    public void Log_ArgumentHasTheNameOfAContextProperty_ArgumentWins()
    {
        string name = Some.Name("argument");
        log4net.ThreadContext.Properties[name] = "context";
        _scene.Collect().Log().Log(LogLevel.Information, default, new Pairs((name, "state")), exception: null, (_, _) => "text");
        log4net.ThreadContext.Properties.Remove(name);

        Assert.That(_scene.Event.LookupProperty(name), Is.EqualTo("state"));
    }

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
        PlainLogger expected = new();
        foreach (ILogger log in (ILogger[])[expected, _scene.Collect().Log()])
        {
            Sequences(log, json, dictionary, [1, 2], json, [], new Letters(), new Letters());
        }

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo(expected.Messages.Single()));
        Assert.That(_scene.Event.LookupProperty("A"), Is.EqualTo(json.ToString()));
    }

    [LoggerMessage(14, LogLevel.Information, "{A} {B} {C} {D} {E} {F:X} {G} {F}")]
    private static partial void Sequences(
        ILogger log, object a, object b, IEnumerable<int> c, JsonNode d, List<int> e, object f, Letters g);

    [LoggerMessage(11, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G} and {A} {A}")]
    private static partial void Repeated(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    [LoggerMessage(12, LogLevel.Information, "{@A} {B} {C} {D} {E} {F} {G}")]
    private static partial void Signed(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    private static partial class Typed<T>
    {
        [LoggerMessage(13, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G}")]
        public static partial void Log(ILogger log, Text a, int b, int c, int d, int e, int f, int g);
    }

    [LoggerMessage(7, LogLevel.Information, "order {Order} on {On}", EventName = "Shipped")]
    private static partial void OrderShipped(ILogger log, int order, DateTime on);

    private void AssertProperties(params (string Name, object Value)[] expected) => Assert.That(
        _scene.Event.Properties.GetKeys().Select(key => (key, _scene.Event.Properties[key])), Is.EquivalentTo(expected));

    [LoggerMessage(3, LogLevel.Information, "g {M:0.0} {M:0.000}")]
    private static partial void Measured(ILogger log, Measure m);

    private sealed class Measure : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => 2.ToString(format, formatProvider);
    }

    private sealed class PlainLogger : ILogger
    {
        public List<string> Messages { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Messages.Add(formatter(state, exception));
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

    private sealed class Pairs(params (string Key, object? Value)[] pairs) : IEnumerable<KeyValuePair<string, object?>>
    {
        public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() =>
            pairs.Select(pair => KeyValuePair.Create(pair.Key, pair.Value)).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
