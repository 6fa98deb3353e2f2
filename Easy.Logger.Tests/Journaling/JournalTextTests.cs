using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests.Journaling;

/// <summary>
/// What comes back after a kill has the text that log4net would have printed at the call, whatever the culture of the next run.
/// </summary>
internal sealed class JournalTextTests : FolderTests
{
    private static readonly DateTime _time = new(2026, 11, 23, 14, 15, 16, DateTimeKind.Utc);

    [SuppressMessage("Performance", "CA1814", Justification = "One of the kinds of arrays.")]
    private static readonly object[] _values =
    [
        1234.5m, -1234.5, 0.1, 0.1f, -7, -7L, 42, long.MaxValue, double.NaN, true, _time, new DateTimeOffset(_time),
        TimeSpan.FromSeconds(1.5),
        Guid.Empty, DayOfWeek.Friday, "text", 'c', new[] { 1.5, 2.5 }, new object?[] { "a", null, 0.5m }, new List<decimal> { 1.5m, 2 },
        new Hashtable { ["price"] = 1.5m }, new Dictionary<string, double> { ["price"] = 1.5 },
        new HashSet<double> { 1.5, 2 }, Array.Empty<int>(), new List<int>(), new int[1, 2], new List<object?> { new[] { 1.5 }, null },
        new DictionaryEntry("price", new[] { 1.5 }), Enumerable.Range(1, 3).Select(i => i / 2.0), new InvalidOperationException("broke"),
    ];

    [Test]
    public void Read_ValueAsMessageAndAsProperty_IsTheTextOfTheCall(
        [ValueSource(nameof(_values))] object value,
        [Values("de-DE", "sv-SE", "")] string culture,
        [Values("en-US", "sv-SE")] string next) =>
        AssertSameText(
            "%message %property{value}",
            () =>
            {
                LoggingEvent loggingEvent = Event(value);
                loggingEvent.Properties["value"] = value;
                return loggingEvent;
            },
            culture,
            next);

    /// <summary>An appender that does not print it writes the event without a journal.</summary>
    [TestCaseSource(nameof(WithoutText))]
    public void Write_ValueThatHasNoTextOrNoEnd_IsTheTextOfItsError(Func<object> create, string expected) =>
        Assert.That(Recovered(create()), Does.Contain(expected));

    [Test]
    public void Write_Enumerator_IsNotEnumerated()
    {
        System.Collections.IEnumerator numbers = new[] { 1, 2 }.GetEnumerator();

        Assert.That(Recovered(numbers), Is.EqualTo(numbers.ToString()));
        Assert.That(numbers.MoveNext(), Is.True);
        Assert.That(numbers.Current, Is.EqualTo(1));
    }

    [Test]
    public void Write_ExceptionAsProperty_HasItsStack()
    {
        Exception thrown = Assert.Throws<InvalidOperationException>(() => throw new InvalidOperationException("inside"));

        Assert.That(Recovered(thrown), Is.EqualTo(thrown.ToString()));
    }

    [Test]
    public void Read_LocationThatWasNotFound_IsPrintedAsItWas() =>
        AssertSameText(
            "%location %class %line",
            () => new LoggingEvent(null, null, new LoggingEventData { LocationInfo = new LocationInfo((Type?)null) })
            {
                Fix = FixFlags.None,
            },
            "",
            "en-US");

    /// <summary>A layout that prints the context of the call, and one that prints all properties.</summary>
    [Test]
    public void Read_EventWithoutTheCapturedProperty_HasNoneOfThatName()
    {
        string absent = Some.Name("absent");
        PatternLayout layout = new($"%properties %property{{{absent}}} %message");
        FileAppender file = new() { File = Folder.File("app.log"), Layout = layout };
        file.ActivateOptions();
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name(), Journal = Folder.File("journal"), IdleTime = 3_600_000 };
        appender.AddAppender(file);
        appender.ActivateOptions();
        appender.DoAppend(Event("message"));
        LoggingEvent left = JournalFiles.EventsIn(appender.Journal).Single();
        appender.Close();

        Assert.That(left.Properties.GetKeys(), Has.None.EqualTo(absent));
    }

    private static IEnumerable<TestCaseData> WithoutText()
    {
        List<object> list = [];
        list.Add(list);
        Hashtable table = [];
        table["self"] = table;
        yield return Case(() => list, "has more than");
        yield return Case(() => table, "has more than");
        yield return Case(() => Enumerable.Repeat(1, int.MaxValue), "has more than");
        yield return Case(() => new ThrowingMessage(), "FormatException: cannot");
        yield return Case(() => new Speechless(), nameof(Speechless));

        static TestCaseData Case(Func<object> create, string expected) => new(create, expected);
    }

    private string? Recovered(object property)
    {
        LoggingEvent loggingEvent = Event("message");
        loggingEvent.Properties["value"] = property;
        JournalFiles.Leave(Folder.Path, loggingEvent);
        return (string?)JournalFiles.EventsIn(Folder.Path).Single().Properties["value"];
    }

    /// <summary>With a repository, which renders arrays and dictionaries.</summary>
    private static LoggingEvent Event(object message) => new(
        typeof(JournalTextTests), LogManager.GetRepository(typeof(JournalTextTests).Assembly), "test", Level.Info, message,
        exception: null);

    private void AssertSameText(string pattern, Func<LoggingEvent> create, string culture, string next)
    {
        PatternLayout layout = new(pattern);
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture); // NUnit puts it back after each test
        string expected = Print(layout, create());
        JournalFiles.Leave(Folder.Path, create());

        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(next);
        Assert.That(Print(layout, JournalFiles.EventsIn(Folder.Path).Single()), Is.EqualTo(expected));
    }

    private static string Print(PatternLayout layout, LoggingEvent loggingEvent)
    {
        using StringWriter writer = new(CultureInfo.InvariantCulture);
        layout.Format(writer, loggingEvent);
        return writer.ToString();
    }

    [SuppressMessage("Design", "CA1032", Justification = "It is made in one way.")]
    private sealed class Speechless : Exception
    {
        public override string Message => throw new Speechless();

        public override string ToString() => throw new Speechless();
    }
}
