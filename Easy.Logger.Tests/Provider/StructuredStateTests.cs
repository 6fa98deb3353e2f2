using System.Collections;
using System.Text.Json.Nodes;
using Easy.Logger.Extensions.Microsoft.State;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Arguments of a log call become properties and a message, as they were at the call, whatever happens to them later.</summary>
internal sealed partial class StructuredStateTests : ProviderScene
{
    private static readonly DateTime _date = new(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc);

    private static readonly object[] _immutable =
    [
        "a", 1, 1L, 1.0, true, Guid.Empty, DateTime.UnixEpoch, TimeSpan.Zero, 1m, DateTimeOffset.UnixEpoch, 'a', 1u, 1ul, (short)1,
        (ushort)1, (byte)1, (sbyte)1, 1f, DayOfWeek.Monday, (nint)1, (nuint)1, default(DateOnly), default(TimeOnly), default(Half),
        default(Int128), default(UInt128),
    ];

    private static readonly object[] _others = [new StringBuilder(), new int[1], new Version(1, 0), ValueTuple.Create(1), DBNull.Value];

    [TestCase("", TestName = "{m}(what the child can print)")]
    [TestCase("""<fix value="Message" />""", TestName = "{m}(nothing but the message)")]
    [TestCase("""<fix value="All" />""", TestName = "{m}(all)")]
    [Demand("E11")]
    public void Arguments_BehindTheForwarder_KeepTheirTypes(string options)
    {
        const string Template = "{Count} of {Due} for {Customer} at {Price} {Missing}";
        Guid id = Guid.NewGuid();
        Collect(options).Log().LogInformation(Template, 42, _date, id, 12.5m, null);

        Assert.That(Event.LookupProperty("Count"), Is.TypeOf<int>());
        Assert.That(Event.LookupProperty("Due"), Is.TypeOf<DateTime>().And.Property("Kind").EqualTo(DateTimeKind.Utc));
        Assert.That(
            Values("Count", "Due", "Customer", "Price", "Missing", "MessageTemplate", "{OriginalFormat}"),
            Is.EqualTo(new object?[] { 42, _date, id, 12.5m, null, Template, null }));
        Assert.That(Event.RenderedMessage, Is.EqualTo($"42 of 02/29/2024 13:07:05 for {id} at 12.5 (null)"));
    }

    /// <summary>Names that have the sign of structured loggers are there without it; an event id where it is not the default.</summary>
    [Test]
    public void Log_StateOfAnyKind_HasItsPairsAsProperties()
    {
        Dictionary<string, object?> dictionary = new() { ["a"] = 1, ["b"] = "two" };
        ILogger log = Collect(OwnProperties).Log();
        log.Log(LogLevel.Information, default, dictionary, exception: null, (_, _) => "text");
        log.Log(LogLevel.Information, default, Pairs(("a", 1), ("{OriginalFormat}", "t"), ("a", 2)), exception: null, (_, _) => "text");
        log.Log(LogLevel.Information, default, "text", exception: null, (state, _) => state);
        using (log.BeginScope(new Dictionary<string, object> { ["@User"] = "ada" }))
        {
            log.LogInformation(new EventId(0), "{@Order} {$Text} {@}", 7, "b", 1);
        }

        log.LogInformation(new EventId(0, "named"), "a");
        log.LogInformation(new EventId(-3), "b");
        OrderShipped(log, 42, _date);

        Assert.That(Texts.Take(3), Is.All.EqualTo("text"));
        AssertProperties(Events[0], ("a", 1), ("b", "two"));
        AssertProperties(Events[1], ("a", 2), ("MessageTemplate", "t"));
        AssertProperties(Events[2]);
        AssertProperties(
            Events[3], ("User", "ada"), ("Order", 7), ("Text", "b"), ("@", 1), ("MessageTemplate", "{@Order} {$Text} {@}"));
        AssertProperties(Events[4], ("EventName", "named"), ("MessageTemplate", "a"));
        AssertProperties(Events[5], ("EventId", -3), ("MessageTemplate", "b"));
        AssertProperties(
            Events[6], ("Order", 42), ("On", _date), ("EventId", 7), ("EventName", "Shipped"), ("MessageTemplate", "{Order} on {On}"));
    }

    [Test]
    public void Log_ArgumentHasANameOfOursOrOfAContextProperty_ArgumentWins()
    {
        const string Names = "{EventId} {EventName} {Scope} {MessageTemplate} {TraceId} {SpanId} {OfContext}";
        log4net.ThreadContext.Properties["OfContext"] = "context";
        ILogger log = Collect().Log(options => options.IncludeActivity = true);
        using System.Diagnostics.Activity activity = new("request");
        activity.Start();
        using (log.BeginScope("scope"))
        {
            log.LogInformation(new EventId(7, "seven"), Names, 1, 2, 3, 4, 5, 6, 7);
        }

        log4net.ThreadContext.Properties.Remove("OfContext");
        Assert.That(Names.Split(' ').Select(name => Event.LookupProperty(name.Trim('{', '}'))), Is.EqualTo(Enumerable.Range(1, 7)));
    }

    /// <summary>What is declared as a sequence is written by generated methods in brackets, all else as it writes itself.</summary>
    [TestCase("de-DE")]
    [TestCase("")]
    public void Log_AnyMessage_IsTheOneOfMicrosoftsFormatterAndItsValuesAreRenderedOnceAtTheCall(string culture)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture); // NUnit puts it back
        JsonNode json = JsonNode.Parse("""{"id":7}""")!;
        object dictionary = new Dictionary<string, int> { ["a"] = 1 };
        Action<ILogger, IEnumerable<int>, Exception?> found = LoggerMessage.Define<IEnumerable<int>>(LogLevel.Warning, 1, "found {Query}");
        PlainLogger plain = new();
        Text[] texts = [];
        int runs = 0;
        foreach (ILogger log in (ILogger[])[plain, Collect().Log()])
        {
            runs = 0;
            texts = [new Text("a"), new Text("a"), new Text("a")];
            List<object?> items = [null, 1.5, 2.5f, "x", new DateTime(2024, 1, 2)];
            IEnumerable<int> query = Enumerable.Range(1, 2).Where(i => i > 1 || ++runs > 0);
            Repeated(log, texts[0], 2, 3, 4, 5, 6, 7);
            Signed(log, texts[1], 2, 3, 4, 5, 6, 7);
            Typed<string>.Log(log, texts[2], 2, 3, 4, 5, 6, 7);
            Sequences(log, json, dictionary, [1, 2], json, [], new Letters(), new Letters());
            OrdersFound(log, LogLevel.Warning, new Text("new"), query, 0.5, missing: null);
            found(log, query, null);
            log.LogInformation("at {Price:F2} for {Order,8} {Number:000}", new Measure(), new Text("new"), 7);
            log.LogInformation("{A}", items);
            Measured(log, new Measure());

            // As loggers do that stand around another and add to its messages.
            KeyValuePair<string, object?>[] state = [new("Order", new Text("new")), new("{OriginalFormat}", "order {Order}")];
            log.Log(LogLevel.Information, default, state, exception: null, (pairs, _) => $"[x] {pairs[0].Value}");
            items.Clear();
            Array.ForEach(texts, text => text.Value = null);
        }

        Assert.That(Texts, Is.EqualTo(plain.Messages));
        Assert.That(texts.Select(text => text.Renderings), Is.All.EqualTo(1));
        Assert.That(runs, Is.EqualTo(2), "each query runs once");
        Assert.That(Events.Take(4).Select(logged => logged.LookupProperty("A")), Is.EqualTo(new[] { "a", null, "a", json.ToString() }));
        Assert.That(Events[1].LookupProperty("a"), Is.EqualTo("a"), "the compiler gives it the name of the parameter");
        Assert.That(Events.Skip(4).Take(2).Select(logged => logged.LookupProperty("Query")), Is.EqualTo(new[] { "[1, 2]", "1, 2" }));
        Assert.That(new[] { 4, 6, 9 }.Select(i => Events[i].LookupProperty("Order")), Is.All.EqualTo("new"));
        Assert.That(
            new[] { "Price", "Number" }.Select(Events[6].LookupProperty), Is.EqualTo(new object[] { "2.00", 7 }));
    }

    /// <summary>Where the type of a state shows it, the type of a value is looked at, else the value: both have to agree.</summary>
    [Test]
    public void Contains_ImmutableValueOrAnother_IsTheSameOfItAndOfItsType() => Assert.Multiple(() =>
    {
        Assert.That(ImmutableTypes.Contains(typeof(int?)), Is.True);
        Type[] ofManyValues = [typeof(ValueTuple<int>?), typeof(object), typeof(IFormattable)];
        Assert.That(ofManyValues.Where(ImmutableTypes.Contains), Is.Empty);
        foreach (object value in _immutable.Concat(_others))
        {
            bool expected = _immutable.Contains(value);
            Assert.That(ImmutableTypes.Contains(value), Is.EqualTo(expected), $"{value.GetType()}");
            Assert.That(ImmutableTypes.Contains(value.GetType()), Is.EqualTo(expected), $"type {value.GetType()}");
        }
    });

    private static IEnumerable<KeyValuePair<string, object?>> Pairs(params (string Key, object? Value)[] pairs) =>
        pairs.Select(pair => KeyValuePair.Create(pair.Key, pair.Value));

    private static void AssertProperties(LoggingEvent logged, params (string Name, object Value)[] expected) =>
        Assert.That(logged.Properties.GetKeys().Select(key => (key, logged.Properties[key])), Is.EquivalentTo(expected));

    [LoggerMessage(7, LogLevel.Information, "{Order} on {On}", EventName = "Shipped")]
    private static partial void OrderShipped(ILogger log, int order, DateTime on);

    [LoggerMessage(11, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G} and {A} {A}")]
    private static partial void Repeated(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    [LoggerMessage(12, LogLevel.Information, "{@A} {B} {C} {D} {E} {F} {G}")]
    private static partial void Signed(ILogger log, Text a, int b, int c, int d, int e, int f, int g);

    [LoggerMessage(14, LogLevel.Information, "{A} {B} {C} {D} {E} {F:X} {G} {F}")]
    private static partial void Sequences(
        ILogger log, object a, object b, IEnumerable<int> c, JsonNode d, List<int> e, object f, Letters g);

    [LoggerMessage(EventId = 8, Message = "{Number} in {Query} and {Missing} of {Order}")]
    private static partial void OrdersFound(
        ILogger log, LogLevel level, Text order, IEnumerable<int> query, double number, object? missing);

    [LoggerMessage(3, LogLevel.Information, "g {M:0.0} {M:0.000}")]
    private static partial void Measured(ILogger log, Measure m);

    private static partial class Typed<T>
    {
        [LoggerMessage(13, LogLevel.Information, "{A} {B} {C} {D} {E} {F} {G}")]
        public static partial void Log(ILogger log, Text a, int b, int c, int d, int e, int f, int g);
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

    private sealed class Text(string text)
    {
        public string? Value { get; set; } = text;

        public int Renderings { get; private set; }

        public override string ToString()
        {
            Renderings++;
            return Value ?? throw new ObjectDisposedException(nameof(Text));
        }
    }

    private sealed class Letters : IEnumerable<char>, IFormattable
    {
        public IEnumerator<char> GetEnumerator() => "ab".GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public string ToString(string? format, IFormatProvider? formatProvider) => $"letters {format}";
    }

    private sealed class Measure : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => 2.ToString(format, formatProvider);
    }
}
