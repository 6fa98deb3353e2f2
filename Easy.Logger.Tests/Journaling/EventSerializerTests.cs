using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>
/// What is written of an event is what is read, and has the text that log4net would have printed at the call, whatever the culture of the
/// next run.
/// </summary>
internal sealed class EventSerializerTests : FolderTests
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

    private static readonly Level?[] _levels = [null, Level.Error, new(65_000, "AUDIT", "Audit trail")];

    /// <summary>Texts that are absent, empty, long, or of any letters; times of any kind, for a layout shifts those in UTC only.</summary>
    [TestCase(71)]
    [TestCase(72)]
    public void Read_AnyEvent_IsEqual(int seed)
    {
        Chance chance = new(seed);
        for (int i = 0; i < 200; i++)
        {
            LoggingEventData written = new()
            {
                TimeStampUtc = new DateTime(2026, 11, 21, 13, 14, 15, chance.Of(Enum.GetValues<DateTimeKind>())).AddTicks(i),
                Level = chance.Of(_levels),
                LoggerName = Text(),
                Message = Text(),
                ThreadName = Text(),
                ExceptionString = Text(),
                Domain = Text(),
                Identity = Text(),
                UserName = Text(),
                LocationInfo = chance.OneIn(2) ? null : new LocationInfo("Class", "Method", "/file.cs", "42"),
                Properties = new PropertiesDictionary
                {
                    ["text"] = Text() ?? "value",
                    ["flag"] = chance.OneIn(2),
                    ["int"] = -5,
                    ["long"] = long.MaxValue,
                    ["double"] = 0.1,
                },
            };

            AssertEqual(WriteAndRead(written), written, $"event {i} of seed {seed}");
        }

        string? Text() => chance.Below(5) switch
        {
            0 => null,
            1 => string.Empty,
            2 => "line one\r\nline two\t\0 ünïcödé 漢字 😀",
            _ => new string('é', chance.OneIn(50) ? 2_000_000 : chance.Of(1, 255, 511, 70_000)),
        };
    }

    [Test]
    public void Write_LargerThanARecordMayBe_IsRefused()
    {
        LoggingEvent loggingEvent = Some.Event(new string('x', JournalRecord.Largest));

        Assert.That(() => JournalFiles.WriteDown(loggingEvent), Throws.InvalidOperationException);
    }

    /// <summary>An hour that comes twice: a local time knows which of the two it is, and its number does not.</summary>
    [Test]
    [NonParallelizable] // the time zone is the process's
    public void Read_LocalTimeThatComesTwice_IsTheSameMoment([Values(0, 1)] int hour)
    {
        using LocalZone paris = new("Europe/Paris");
        DateTime time = new DateTime(2026, 10, 25, hour, 30, 0, DateTimeKind.Utc).ToLocalTime();

        DateTime read = WriteAndRead(new LoggingEventData { TimeStampUtc = time }).TimeStampUtc;

        Assert.That((read, read.ToUniversalTime()), Is.EqualTo((time, time.ToUniversalTime())));
    }

    [Test]
    public void Read_ValueAsMessageAndAsProperty_IsTheTextOfTheCall(
        [ValueSource(nameof(_values))] object value,
        [Values("de-DE", "sv-SE", "")] string culture,
        [Values("en-US", "sv-SE")] string next)
    {
        PatternLayout layout = new("%message %property{value}");
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture); // NUnit puts it back after each test
        string expected = Print(layout, Create());
        JournalFiles.Leave(Folder.Path, Create());

        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(next);
        Assert.That(Print(layout, JournalFiles.EventsIn(Folder.Path).Single()), Is.EqualTo(expected));

        LoggingEvent Create()
        {
            LoggingEvent loggingEvent = Event(value);
            loggingEvent.Properties["value"] = value;
            return loggingEvent;
        }
    }

    /// <summary>Nothing else is captured then, for another appender that takes the event.</summary>
    [Test]
    public void Read_FilterHasTurnedItAway_DoesSoAgain()
    {
        PropertyFilter filter = new() { Key = "key", StringToMatch = "secret", AcceptOnMatch = false };
        ConsoleAppender console = new() { Layout = new PatternLayout("%line") };
        console.AddFilter(filter);
        LoggingEvent secret = Event("message");
        secret.Properties["key"] = "secret";
        CapturePlan plan = CapturePlanner.Derive([console], isLossy: false, mayWait: true).ForCall(secret);

        Assert.That(filter.Decide(Read(JournalFiles.WriteDown(secret, plan))), Is.EqualTo(FilterDecision.Deny));
    }

    /// <summary>An appender that does not print it writes the event without a journal.</summary>
    [TestCaseSource(nameof(WithoutText))]
    public void Write_ValueThatHasNoTextOrNoEnd_IsTheTextOfItsError(Func<object> create, string expected)
    {
        LoggingEvent loggingEvent = Event("message");
        loggingEvent.Properties["value"] = create();
        JournalFiles.Leave(Folder.Path, loggingEvent);

        Assert.That(JournalFiles.EventsIn(Folder.Path).Single().Properties["value"], Does.Contain(expected));
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
        yield return Case(() => new[] { 1, 2 }.GetEnumerator(), "Enumerator");

        static TestCaseData Case(Func<object> create, string expected) => new(create, expected);
    }

    /// <summary>With a repository, which renders arrays and dictionaries.</summary>
    private static LoggingEvent Event(object message) => new(
        typeof(EventSerializerTests), LogManager.GetRepository(typeof(EventSerializerTests).Assembly), "test", Level.Info, message,
        exception: null);

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

    private static LoggingEvent Read(JournalRecord record) =>
        EventSerializer.Read(record.Bytes, JournalRecord.HeaderSize, JournalRecord.HeaderSize + record.Length);

    private static LoggingEventData WriteAndRead(LoggingEventData data)
    {
        JournalRecord record = JournalFiles.WriteDown(new LoggingEvent(null, null, data) { Fix = FixFlags.None });
        LoggingEventData read = Read(record).GetLoggingEventData(FixFlags.None);
        read.Properties!.Remove(EventSerializer.RecoveredProperty);
        return read;
    }

    private static void AssertEqual(LoggingEventData read, LoggingEventData written, string which)
    {
        Assert.That(Parts(read), Is.EqualTo(Parts(written)), which);
        Assert.That(read.Properties, Is.EquivalentTo(written.Properties!), which);
        Assert.That(read.Properties!["int"], Is.TypeOf<int>(), which);

        static object?[] Parts(LoggingEventData data) =>
        [
            data.TimeStampUtc, data.TimeStampUtc.Kind, data.Level, data.Level?.Name, data.Level?.DisplayName, data.LoggerName,
            data.Message ?? string.Empty, data.ThreadName, data.ExceptionString, data.Domain, data.Identity, data.UserName,
            data.LocationInfo?.FullInfo,
        ];
    }
}
