using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Tests.Loki;

[Category("Loki")]
internal sealed class LineTests
{
    private const int LineLimit = 262_144;

    private static readonly InvalidOperationException _why = new("why");

    private static readonly (object? Value, string Json)[] _values =
    [
        (1000, "1000"),
        (-5L, "-5"),
        ((short)-3, "-3"),
        ((byte)7, "7"),
        (ulong.MaxValue, "18446744073709551615"),
        ("a \"b\" \\ <c> é\n", "\"a \\\"b\\\" \\\\ <c> é\\n\""),
        (1234.5, "1234.5"),
        (0.1f, "0.1"),
        (double.NaN, "\"NaN\""),
        (double.NegativeInfinity, "\"-Infinity\""),
        (float.NaN, "\"NaN\""),
        (1.10m, "1.10"),
        (true, "true"),
        (Guid.Parse("00000000-0000-0000-0000-000000000042"), "\"00000000-0000-0000-0000-000000000042\""),
        (new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc), "\"2024-01-02T03:04:05Z\""),
        (new DateTime(2024, 1, 2), "\"2024-01-02T00:00:00\""),
        (new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), "\"2024-01-02T03:04:05+02:00\""),
        (TimeSpan.FromSeconds(90), "\"00:01:30\""),
        (DayOfWeek.Friday, "\"Friday\""),
        (null, "null"),
        (new List<object?> { 1, "a", null, 0.5 }, """[1,"a",null,0.5]"""),
        (Array.Empty<int>(), "[]"),
        (new Dictionary<string, object?> { ["a"] = new Dictionary<int, bool> { [1] = true }, ["b"] = new[] { 2 } },
            """{"a":{"1":true},"b":[2]}"""),
        (new object[] { new Thrower(), 1 }, """["(Thrower cannot be written: NotSupportedException)",1]"""),
        (Ring(), """[1,[1,[1,[1,[1,"System.Collections.Generic.List`1[System.Object]"]]]]]"""),
        (new int[5_000], $"[{string.Join(',', new int[1_000])}]"),
    ];

    [TestCase(null, "text", "text\n{0}")]
    [TestCase("%message", "text", "text\n{0}")]
    [TestCase("%message%newline%newline", "text", "text\n\n{0}")]
    [TestCase("%level %message%newline", "INFO text", "INFO text\n{0}")]
    [TestCase("%message <%exception>%newline", "text <>", "text <{0}\n>")]
    public void Text_AnyLayout_IsWithoutItsEndAndTheExceptionIsThereOnce(string? pattern, string expected, string withException)
    {
        PatternLayout layout = new(pattern ?? "") { IgnoresException = pattern?.Contains("%exception", StringComparison.Ordinal) != true };
        using LokiScene scene = new(appender => appender.Layout = pattern is null ? null : layout);

        scene.Send(Event(), Event(exception: _why));

        Assert.That(scene.Lines[0], Is.EqualTo(expected));
        Assert.That(scene.Lines[1].ReplaceLineEndings("\n"), Is.EqualTo(string.Format(withException, _why)));
    }

    [Test]
    public void Layout_WritesBitByBitAndThrows_NoCharacterIsBrokenAndOneLineIsLost()
    {
        using LokiScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, loggingEvent) =>
        {
            foreach (char character in "a😀b\uD83D")
            {
                writer.Write(character);
            }

            writer.Write(
                loggingEvent.RenderedMessage == "bad" ? throw new NotSupportedException("no layout") : loggingEvent.RenderedMessage);
            writer.WriteLine();
        }));

        scene.Send("\uDE00 1", "bad", "\uDE00 2");

        Assert.That(scene.Lines, Is.EqualTo(["a😀b😀 1", "a😀b😀 2"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("no layout").And.Contain("1 line(s)"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 2, 0, 1, 0, 0)));
    }

    [Test]
    [Demand("L12")]
    public void Text_AroundTheLimit_IsWholeOrCutAtACharacter([Values(-1, 0, 1, 2 * LineLimit)] int more)
    {
        using LokiScene scene = new();
        string text = new string('x', LineLimit + more - 16) + "😀😀😀😀";

        scene.Send(text, "next");

        string line = scene.Lines[0];
        Assert.That(line, more <= 0 ? Is.EqualTo(text) : Does.EndWith("… (cut off)").And.Not.Contain("\uFFFD"));
        Assert.That(System.Text.Encoding.UTF8.GetByteCount(line), Is.InRange(LineLimit - 4, LineLimit));
        Assert.That(scene.Lines[1], Is.EqualTo("next"));
    }

    /// <summary>Whichever of the escaping's methods the writer calls for it.</summary>
    [Test]
    public void Escaping_OfAnyText_IsWhatJsonRequiresAndAQuestionMarkForWhatLokiRefuses()
    {
        string[] letters =
            ["a", "long enough for a vector of bytes", "\"", "\\", "\n", "\u0001", "\u001F", "\uFFFD", "\uFFFE", "é", "😀", "\u2028"];
        Random random = new(1);
        for (int i = 0; i < 5_000; i++)
        {
            string text = string.Concat(random.GetItems(letters, random.Next(30)));
            using MemoryStream output = new();
            using (Utf8JsonWriter writer = new(output, new JsonWriterOptions { Encoder = LineEscaping.Instance }))
            {
                writer.WriteStartArray();
                writer.WriteStringValue(text);
                writer.WriteStringValue(System.Text.Encoding.UTF8.GetBytes(text));
                writer.WriteEndArray();
            }

            string escaped = text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n")
                .Replace("\u0001", "\\u0001").Replace("\u001F", "\\u001f").Replace("\uFFFD", "?");
            Assert.That(System.Text.Encoding.UTF8.GetString(output.ToArray()), Is.EqualTo($"[\"{escaped}\",\"{escaped}\"]"));
        }
    }

    /// <summary>What refers to itself may be more than there is memory for.</summary>
    [Test]
    [Demand("L12")]
    public void Json_AboveTheLimit_IsCutOffAndStaysJson([Values] bool refersToItself)
    {
        Dictionary<string, object> parent = [];
        foreach (int i in Enumerable.Range(0, 300))
        {
            parent[$"child {i}"] = new Dictionary<string, object> { ["parent"] = parent };
        }

        JsonElement line = refersToItself
            ? LineOf(Event("text", properties: new() { ["value"] = parent }))
            : LineOf(Event(new string('"', LineLimit), properties: new() { ["large"] = new string('x', LineLimit) }));

        Assert.That(line.GetProperty("CutOffBytes").GetInt32(), Is.GreaterThan(refersToItself ? LineLimit : 2 * LineLimit));
        Assert.That(line.GetProperty("Message").GetString(), refersToItself ? Is.EqualTo("text") : Does.EndWith("… (cut off)"));
        Assert.That(line.GetProperty("Logger").GetString(), Is.EqualTo("Shop"));
    }

    [Test]
    [SetCulture("de-DE")]
    public void Property_OfAnyType_IsWrittenAsWhatItIsInAnyCulture()
    {
        PropertiesDictionary properties = [];
        for (int i = 0; i < _values.Length; i++)
        {
            properties[$"value {i}"] = _values[i].Value;
        }

        JsonElement line = LineOf(Event(properties: properties));

        for (int i = 0; i < _values.Length; i++)
        {
            Assert.That(line.GetProperty($"value {i}").GetRawText(), Is.EqualTo(_values[i].Json), $"{_values[i].Value?.GetType()}");
        }
    }

    /// <summary>Properties of the line's own names among them. Of an exception from a journal only the text is left.</summary>
    [TestCase("a \"text\"\nof two lines 😀 𝄞 <b>&'")]
    [TestCase("\u0001\u007f\u2028\uFEFF")]
    public void Json_NamesThatChange_EachLineHasItsPartsAndItsOwnPropertiesOnce(string text)
    {
        using LokiScene scene = new(appender =>
        {
            appender.BodyFormat = LokiBodyFormat.Json;
            appender.Layout = new PatternLayout("[%logger] %message%newline");
        });
        string[] reserved = ["Exception", "Level", "Logger", "Message", "Thread"];
        string[][] names =
            [[.. reserved, text], ["a", "b"], ["b", "a"], ["a"], [], ["a", "c"], ["c", "d"], ["a", "b", "c"], ["quote\"d"], ["a", "b"]];

        scene.Send(Array.ConvertAll(names, own =>
        {
            PropertiesDictionary properties = [];
            Array.ForEach(own, name => properties[name] = text + name);
            return scene.Event(text, Level.Warn, _why, properties: properties, logger: "Shop.Ordérs");
        }));

        (string, string)[] parts =
            [("Message", $"[Shop.Ordérs] {text}"), ("Logger", "Shop.Ordérs"), ("Level", "WARN"), ("Thread", "1")];
        foreach ((string line, string[] own) in scene.Lines.Zip(names))
        {
            using JsonDocument json = JsonDocument.Parse(line);
            IEnumerable<(string, string)> properties =
                own.Order(StringComparer.Ordinal).Select(name => (reserved.Contains(name) ? "_" + name : name, text + name));
            Assert.That(
                json.RootElement.EnumerateObject().Select(property => (property.Name, property.Value.ToString())),
                Is.EqualTo([.. parts, .. properties, ("Exception", $$"""{"StackTrace":"{{_why}}"}""")]));
        }

        Assert.That(scene.Lines, Has.Count.EqualTo(names.Length));
    }

    [Test]
    public void Exception_WithOthersInIt_IsAnObjectWithThem()
    {
        const string Text = "😀 <b>&'\u0001\u2028\uFEFF";
        Exception thrown = Assert.Catch(() => throw new InvalidOperationException(Text, new ArgumentException("inner", _why)))!;
        Exception deep = Enumerable.Range(1, 100).Aggregate(_why, (inner, i) => new InvalidOperationException($"{i}", inner));

        JsonElement several = LineOf(Event(exception: new AggregateException(thrown, _why, deep))).GetProperty("Exception");
        JsonElement unreadable = LineOf(Event(exception: new Unreadable())).GetProperty("Exception");

        JsonElement[] all = [.. several.GetProperty("InnerExceptions").EnumerateArray()];
        JsonElement inner = all[0].GetProperty("InnerException");
        Assert.That(all, Has.Length.EqualTo(3));
        Assert.That(all[0].GetProperty("Type").GetString(), Is.EqualTo("System.InvalidOperationException"));
        Assert.That(all[0].GetProperty("Message").GetString(), Is.EqualTo(Text));
        Assert.That(all[0].GetProperty("StackTrace").GetString(), Is.EqualTo(thrown.StackTrace).And.Contains(nameof(LineTests)));
        Assert.That(inner.GetProperty("Type").GetString(), Is.EqualTo("System.ArgumentException"));
        Assert.That(inner.GetProperty("Message").GetString(), Is.EqualTo("inner"));
        Assert.That(DepthOf(inner), Is.EqualTo(2));
        Assert.That(all[1].GetProperty("StackTrace").ValueKind, Is.EqualTo(JsonValueKind.Null), "never thrown");
        Assert.That(DepthOf(all[2]), Is.EqualTo(19), "below the first one");
        Assert.That(unreadable.GetProperty("Message").GetString(), Is.EqualTo("(cannot be read: NotSupportedException)"));
        Assert.That(unreadable.GetProperty("Type").GetString(), Does.EndWith(nameof(Unreadable)));
    }

    private static int DepthOf(JsonElement exception) =>
        exception.TryGetProperty("InnerException", out JsonElement inner) ? 1 + DepthOf(inner) : 1;

    private static LoggingEvent Event(string message = "text", Exception? exception = null, PropertiesDictionary? properties = null)
    {
        LoggingEvent loggingEvent = new(typeof(LineTests), repository: null, "Shop", Level.Info, message, exception);
        foreach (string name in (properties ?? []).GetKeys())
        {
            loggingEvent.Properties[name] = properties![name];
        }

        return loggingEvent;
    }

    private static JsonElement LineOf(LoggingEvent loggingEvent)
    {
        using LokiScene scene = new(appender => appender.BodyFormat = LokiBodyFormat.Json);
        scene.Send(loggingEvent);
        Assert.That(scene.Errors.Errors, Is.Empty);
        using JsonDocument line = JsonDocument.Parse(scene.Lines.Single());
        return line.RootElement.Clone();
    }

    private static List<object> Ring()
    {
        List<object> ring = [1];
        ring.Add(ring);
        return ring;
    }

    private sealed class Thrower
    {
        public override string ToString() => throw new NotSupportedException();
    }

    [SuppressMessage("Design", "CA1032", Justification = "Nobody but this test makes one.")]
    private sealed class Unreadable : Exception
    {
        public override string Message => throw new NotSupportedException();
    }
}
