using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What is written of an event is what is read.</summary>
internal sealed class EventSerializerTests
{
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

    /// <summary>What an event says may be code that logs, in the middle of the writing.</summary>
    [Test]
    public void Rent_WhileTheThreadsRecordIsOut_IsAnother()
    {
        JournalRecord outer = JournalRecord.Rent();
        JournalRecord inner = JournalRecord.Rent();

        Assert.That(inner, Is.Not.SameAs(outer));
        inner.Return();
        Assert.That(JournalRecord.Rent(), Is.SameAs(inner));
    }

    /// <summary>The check value that the catalogue of checksums gives for this one.</summary>
    [Test]
    public void Crc32C_CheckValue_IsTheKnownOne()
    {
        byte[] digits = Encoding.ASCII.GetBytes("__123456789");

        Assert.That(~Crc32C.Append(Crc32C.Start, digits, 2, 9), Is.EqualTo(0xE306_9283));
    }

    private static LoggingEventData WriteAndRead(LoggingEventData data) =>
        Read(JournalFiles.WriteDown(new LoggingEvent(null, null, data) { Fix = FixFlags.None }));

    private static LoggingEventData Read(JournalRecord record)
    {
        LoggingEventData data = EventSerializer.Read(record.Bytes, JournalRecord.HeaderSize, JournalRecord.HeaderSize + record.Length)
            .GetLoggingEventData(FixFlags.None);
        data.Properties!.Remove(EventSerializer.RecoveredProperty);
        return data;
    }

    private static void AssertEqual(LoggingEventData read, LoggingEventData written, string which)
    {
        Assert.That((read.TimeStampUtc, read.TimeStampUtc.Kind), Is.EqualTo((written.TimeStampUtc, written.TimeStampUtc.Kind)), which);
        Assert.That((read.Level, read.Level?.Name, read.Level?.DisplayName),
            Is.EqualTo((written.Level, written.Level?.Name, written.Level?.DisplayName)), which);
        Assert.That((read.LoggerName, read.Message), Is.EqualTo((written.LoggerName, written.Message ?? string.Empty)), which);
        Assert.That((read.ThreadName, read.ExceptionString), Is.EqualTo((written.ThreadName, written.ExceptionString)), which);
        Assert.That((read.Domain, read.Identity, read.UserName), Is.EqualTo((written.Domain, written.Identity, written.UserName)), which);
        Assert.That(read.LocationInfo?.FullInfo, Is.EqualTo(written.LocationInfo?.FullInfo), which);
        Assert.That(read.Properties, Is.EquivalentTo(written.Properties!), which);
        Assert.That(read.Properties!["int"], Is.TypeOf<int>(), which);
    }
}
