using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using Easy.Logger.Loki;
using log4net.Util;

namespace Easy.Logger.Tests.Loki;

/// <summary>Lines that are JSON objects.</summary>
[Category("Loki")]
internal sealed class JsonLineTests
{
    private static readonly TestCaseData<object?, string>[] _values =
    [
        new(1000, "1000"),
        new(-5L, "-5"),
        new((short)-3, "-3"),
        new((byte)7, "7"),
        new(ulong.MaxValue, "18446744073709551615"),
        new("a \"b\" \\ <c> é\n", "\"a \\\"b\\\" \\\\ <c> é\\n\""),
        new(0.25, "0.25"),
        new(0.1f, "0.1"),
        new(double.NaN, "\"NaN\""),
        new(double.NegativeInfinity, "\"-Infinity\""),
        new(float.NaN, "\"NaN\""),
        new(1.10m, "1.10"),
        new(true, "true"),
        new(false, "false"),
        new(Guid.Parse("00000000-0000-0000-0000-000000000042"), "\"00000000-0000-0000-0000-000000000042\""),
        new(new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc), "\"2024-01-02T03:04:05Z\""),
        new(new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), "\"2024-01-02T03:04:05+02:00\""),
        new(TimeSpan.FromSeconds(90), "\"00:01:30\""),
        new(DayOfWeek.Friday, "\"Friday\""),
        new(null, "null"),
        new(new List<object?> { 1, "a", null, 0.5 }, """[1,"a",null,0.5]"""),
        new(Array.Empty<int>(), "[]"),
        new(new Dictionary<string, object?> { ["a"] = new Dictionary<int, bool> { [1] = true }, ["b"] = new[] { 2 } },
            """{"a":{"1":true},"b":[2]}"""),
    ];

    [TestCaseSource(nameof(_values))]
    public void Property_OfAnyType_IsWrittenAsWhatItIs(object? value, string expected)
    {
        JsonElement line = LineOf(Event(properties: new PropertiesDictionary { ["value"] = value }));

        Assert.That(line.GetProperty("value").GetRawText(), Is.EqualTo(expected));
    }

    [Test]
    public void Property_WhoseTextThrows_CostsItsValueAlone()
    {
        JsonElement line =
            LineOf(Event(properties: new PropertiesDictionary { ["bad"] = new Thrower(), ["list"] = new object[] { new Thrower(), 1 } }));

        Assert.That(line.GetProperty("bad").GetString(), Is.EqualTo("(Thrower cannot be written: NotSupportedException)"));
        Assert.That(line.GetProperty("list")[1].GetInt32(), Is.EqualTo(1));
    }

    /// <summary>What may be more than there is memory for is cut off as any line that is too long.</summary>
    [Test]
    public void Property_ThatRefersToItself_IsCutOff()
    {
        Dictionary<string, object> parent = [];
        foreach (int i in Enumerable.Range(0, 300))
        {
            parent[$"child {i}"] = new Dictionary<string, object> { ["parent"] = parent };
        }

        JsonElement line = LineOf(Event(properties: new PropertiesDictionary { ["value"] = parent }));

        Assert.That(line.GetProperty("CutOffBytes").GetInt32(), Is.GreaterThan(262_144));
    }

    [TestCase("😀 𝄞 <b>&'")]
    [TestCase("\u0001\u007f\u2028\uFEFF")]
    public void Texts_OfAllKinds_AreReadAsTheyWere(string text)
    {
        JsonElement line =
            LineOf(Event(text, new InvalidOperationException(text), new PropertiesDictionary { ["value"] = text, [text] = 1 }));

        Assert.That(line.GetProperty("Message").GetString(), Is.EqualTo(text));
        Assert.That(line.GetProperty("value").GetString(), Is.EqualTo(text));
        Assert.That(line.GetProperty(text).GetInt32(), Is.EqualTo(1));
        Assert.That(line.GetProperty("Exception").GetProperty("Message").GetString(), Is.EqualTo(text));
    }

    [Test]
    public void Property_AnotherCulture_IsWrittenInTheSameWay()
    {
        System.Globalization.CultureInfo before = System.Globalization.CultureInfo.CurrentCulture;
        System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.GetCultureInfo("de-DE");
        try
        {
            JsonElement line =
                LineOf(Event(properties: new PropertiesDictionary { ["a"] = 1234.5, ["b"] = new DateTime(2024, 1, 2), ["c"] = 0.5m }));
            Assert.That((line.GetProperty("a").GetRawText(), line.GetProperty("c").GetRawText()), Is.EqualTo(("1234.5", "0.5")));
            Assert.That(line.GetProperty("b").GetString(), Is.EqualTo("2024-01-02T00:00:00"));
        }
        finally
        {
            System.Globalization.CultureInfo.CurrentCulture = before;
        }
    }

    [Test]
    public void Property_ListInItself_Ends()
    {
        List<object> ring = [1];
        ring.Add(ring);

        JsonElement line = LineOf(Event(properties: new PropertiesDictionary { ["ring"] = ring, ["after"] = 2 }));

        Assert.That(line.GetProperty("ring")[1][0].GetInt32(), Is.EqualTo(1));
        Assert.That(line.GetProperty("after").GetInt32(), Is.EqualTo(2));
    }

    [Test]
    public void Property_LongList_IsCutOffBehindAThousand() =>
        Assert.That(
            LineOf(Event(properties: new PropertiesDictionary { ["list"] = new int[5_000] })).GetProperty("list").GetArrayLength(),
            Is.EqualTo(1_000));

    [TestCase("Message")]
    [TestCase("Logger")]
    [TestCase("Level")]
    [TestCase("Thread")]
    [TestCase("Exception")]
    public void Property_NameOfOurs_GetsAnUnderscore(string name)
    {
        JsonElement line = LineOf(Event("text", new InvalidOperationException("why"), new PropertiesDictionary { [name] = "theirs" }));

        Assert.That(line.GetProperty("_" + name).GetString(), Is.EqualTo("theirs"));
        Assert.That(line.EnumerateObject().Count(property => property.Name == name), Is.EqualTo(1));
        Assert.That(line.GetProperty("Message").GetString(), Is.EqualTo("text"));
    }

    [Test]
    public void Line_Event_HasItsMessageLoggerLevelAndThread()
    {
        using LokiScene scene = Scene();
        scene.Send(scene.Event("a \"text\"\nof two lines", Level.Warn, logger: "Shop.Ordérs"));

        using JsonDocument line = JsonDocument.Parse(scene.Lines.Single());

        Assert.That(
            line.RootElement.EnumerateObject().Select(property => (property.Name, property.Value.GetString())),
            Is.EqualTo([("Message", "a \"text\"\nof two lines"), ("Logger", "Shop.Ordérs"), ("Level", "WARN"), ("Thread", "1")]));
    }

    [Test]
    public void Line_WithALayout_HasWhatThatWritesAsMessage()
    {
        using LokiScene scene = Scene(new PatternLayout("[%logger] %message%newline"));
        scene.Send("text");

        using JsonDocument line = JsonDocument.Parse(scene.Lines.Single());

        Assert.That(line.RootElement.GetProperty("Message").GetString(), Is.EqualTo("[Shop.Orders] text"));
    }

    [Test]
    public void Lines_NamesThatChange_EachHasItsOwn()
    {
        using LokiScene scene = Scene();
        string[][] names = [["a", "b"], ["b", "a"], ["a"], [], ["a", "c"], ["c", "d"], ["a", "b", "c"], ["quote\"d"], ["a", "b"]];

        scene.Send(Array.ConvertAll(names, own =>
        {
            PropertiesDictionary properties = [];
            Array.ForEach(own, name => properties[name] = "of " + name);
            return scene.Event(properties: properties);
        }));

        for (int i = 0; i < names.Length; i++)
        {
            using JsonDocument line = JsonDocument.Parse(scene.Lines[i]);
            Assert.That(
                line.RootElement.EnumerateObject().Skip(4).Select(property => (property.Name, property.Value.GetString())),
                Is.EqualTo(names[i].Order(StringComparer.Ordinal).Select(name => (name, "of " + name))));
        }
    }

    [Test]
    public void Exception_WithInnerOnes_IsAnObject()
    {
        Exception thrown = Thrown(new InvalidOperationException("outer", Thrown(new ArgumentException("inner"))));

        JsonElement exception = LineOf(Event(exception: thrown)).GetProperty("Exception");

        JsonElement inner = exception.GetProperty("InnerException");
        Assert.Multiple(() =>
        {
            Assert.That(exception.GetProperty("Type").GetString(), Is.EqualTo("System.InvalidOperationException"));
            Assert.That(exception.GetProperty("Message").GetString(), Is.EqualTo("outer"));
            Assert.That(exception.GetProperty("StackTrace").GetString(), Is.EqualTo(thrown.StackTrace).And.Contains(nameof(Thrown)));
            Assert.That(inner.GetProperty("Type").GetString(), Is.EqualTo("System.ArgumentException"));
            Assert.That(inner.GetProperty("Message").GetString(), Is.EqualTo("inner"));
            Assert.That(inner.TryGetProperty("InnerException", out _), Is.False);
        });
    }

    [Test]
    public void Exception_OfSeveral_HasThemAll()
    {
        AggregateException several = new(new InvalidOperationException("one"), new ArgumentException("two", new FormatException("three")));

        JsonElement[] all = [.. LineOf(Event(exception: several)).GetProperty("Exception").GetProperty("InnerExceptions").EnumerateArray()];

        Assert.That(all.Select(one => one.GetProperty("Message").GetString()), Is.EqualTo(["one", "two"]));
        Assert.That(all[0].GetProperty("StackTrace").ValueKind, Is.EqualTo(JsonValueKind.Null), "never thrown");
        Assert.That(all[1].GetProperty("InnerException").GetProperty("Type").GetString(), Is.EqualTo("System.FormatException"));
    }

    [Test]
    public void Exception_ThatCannotBeRead_CostsItsMessageAlone()
    {
        JsonElement exception = LineOf(Event(exception: new Unreadable())).GetProperty("Exception");

        Assert.That(exception.GetProperty("Message").GetString(), Is.EqualTo("(cannot be read: NotSupportedException)"));
        Assert.That(exception.GetProperty("Type").GetString(), Does.EndWith(nameof(Unreadable)));
    }

    [Test]
    public void Exception_VeryDeep_IsCutOff()
    {
        Exception deep = new InvalidOperationException("0");
        for (int i = 1; i < 100; i++)
        {
            deep = new InvalidOperationException($"{i}", deep);
        }

        int depth = 1;
        JsonElement one = LineOf(Event(exception: deep)).GetProperty("Exception");
        while (one.TryGetProperty("InnerException", out JsonElement inner))
        {
            depth++;
            one = inner;
        }

        Assert.That(depth, Is.EqualTo(20));
    }

    [Test]
    public void Exception_OnlyItsText_IsItsStackTrace()
    {
        using LokiScene scene = Scene();
        InvalidOperationException exception = new("why");
        scene.Send(scene.Event(exception: exception));

        using JsonDocument line = JsonDocument.Parse(scene.Lines.Single());

        Assert.That(line.RootElement.GetProperty("Exception").GetRawText(), Is.EqualTo($$"""{"StackTrace":"{{exception}}"}"""));
    }

    private static LokiScene Scene(ILayout? layout = null) => new(appender =>
    {
        appender.BodyFormat = LokiBodyFormat.Json;
        appender.Layout = layout;
    });

    private static LoggingEvent Event(string message = "text", Exception? exception = null, PropertiesDictionary? properties = null)
    {
        LoggingEvent loggingEvent = new(typeof(JsonLineTests), repository: null, "Shop", Level.Info, message, exception);
        foreach (string name in (properties ?? []).GetKeys())
        {
            loggingEvent.Properties[name] = properties![name];
        }

        return loggingEvent;
    }

    private static JsonElement LineOf(LoggingEvent loggingEvent)
    {
        using LokiScene scene = Scene();
        scene.Send(loggingEvent);
        Assert.That(scene.Errors.Errors, Is.Empty);
        using JsonDocument line = JsonDocument.Parse(scene.Lines.Single());
        return line.RootElement.Clone();
    }

    private static Exception Thrown(Exception exception)
    {
        try
        {
            throw exception;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    private sealed class Thrower
    {
        public override string ToString() => throw new NotSupportedException();
    }

    [SuppressMessage("Design", "CA1032", Justification = "Nobody but this test makes one.")]
    private sealed class Unreadable : Exception
    {
        public override string Message => throw new NotSupportedException();

        public override string ToString() => "unreadable";
    }
}
