using System.Text;
using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What is written of an event is what is read.</summary>
internal sealed class EventSerializerTests
{
    [Test]
    public void Read_EverythingSet_IsEqual()
    {
        LoggingEventData written = new()
        {
            TimeStampUtc = new DateTime(2026, 11, 21, 13, 14, 15, DateTimeKind.Utc).AddTicks(1234567),
            Level = Level.Error,
            LoggerName = "Some.Logger",
            Message = "line one\r\nline two\t\0 ünïcödé 漢字 😀",
            ThreadName = "worker 7",
            ExceptionString = "System.Exception: it broke",
            Domain = "domain",
            Identity = "identity",
            UserName = "user",
            LocationInfo = new LocationInfo("Class", "Method", "/file.cs", "42"),
            Properties = new PropertiesDictionary { ["text"] = "value", ["empty"] = string.Empty },
        };

        LoggingEventData read = WriteAndRead(written);

        AssertEqual(read, written);
        Assert.That(read.TimeStampUtc.Kind, Is.EqualTo(DateTimeKind.Utc));
        Assert.That(read.Level!.DisplayName, Is.EqualTo("ERROR"));
        Assert.That(read.LocationInfo!.FullInfo, Is.EqualTo(written.LocationInfo.FullInfo));
    }

    [Test]
    public void Read_OnlyATime_TheRestIsNull()
    {
        LoggingEventData written = new() { TimeStampUtc = DateTime.UnixEpoch };

        LoggingEventData read = WriteAndRead(written);

        AssertEqual(read, written);
        Assert.That(read.Level, Is.Null);
        Assert.That(read.LocationInfo, Is.Null);
    }

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(511)]
    [TestCase(70_000)]
    [TestCase(2_000_000)]
    public void Read_TextOfAnyLength_IsEqual(int length)
    {
        LoggingEventData written = new() { Message = new string('é', length), LoggerName = "after it" };

        AssertEqual(WriteAndRead(written), written);
    }

    [Test]
    public void Read_LevelOfTheApplication_IsTheSameLevel()
    {
        Level level = new(65_000, "AUDIT", "Audit trail");

        Level? read = WriteAndRead(new LoggingEventData { Level = level }).Level;

        Assert.That(read, Is.EqualTo(level));
        Assert.That(read!.Name, Is.EqualTo("AUDIT"));
        Assert.That(read.DisplayName, Is.EqualTo("Audit trail"));
    }

    [Test]
    public void Read_PropertiesOfManyTypes_NumbersStayAndTheRestIsText()
    {
        PropertiesDictionary properties = new()
        {
            ["int"] = -5,
            ["long"] = long.MaxValue,
            ["double"] = 0.1,
            ["bool"] = true,
            ["guid"] = Guid.Empty,
            ["builder"] = new StringBuilder("built"),
        };

        PropertiesDictionary read = WriteAndRead(new LoggingEventData { Properties = properties }).Properties!;

        Assert.That(read.Count, Is.EqualTo(properties.Count));
        Assert.That(read["int"], Is.EqualTo(-5));
        Assert.That(read["long"], Is.EqualTo(long.MaxValue));
        Assert.That(read["double"], Is.EqualTo(0.1));
        Assert.That(read["bool"], Is.True);
        Assert.That(read["guid"], Is.EqualTo(Guid.Empty.ToString()));
        Assert.That(read["builder"], Is.EqualTo("built"));
    }

    /// <summary>A layout shifts a local time to local time, which is none; one in UTC it shifts.</summary>
    [Test]
    public void Write_TimeOfAnyKind_IsTheSame([Values] DateTimeKind kind)
    {
        DateTime time = new(2026, 2, 3, 4, 5, 6, 7, kind);

        DateTime read = WriteAndRead(new LoggingEventData { TimeStampUtc = time, Message = "m" }).TimeStampUtc;

        Assert.That((read.Ticks, read.Kind), Is.EqualTo((time.Ticks, kind)));
    }

    [Test]
    public void Write_MessageThatIsNotFixed_IsRendered()
    {
        LoggingEvent loggingEvent = new(typeof(EventSerializerTests), repository: null, "test", Level.Info, new StringBuilder("an object"),
            exception: null)
        {
            Fix = FixFlags.None,
        };

        Assert.That(Read(JournalFiles.WriteDown(loggingEvent)).Message, Is.EqualTo("an object"));
    }

    [Test]
    public void Write_LargerThanARecordMayBe_IsRefused()
    {
        LoggingEvent loggingEvent = Some.Event(new string('x', JournalRecord.Largest));

        Assert.That(() => JournalFiles.WriteDown(loggingEvent), Throws.InvalidOperationException);
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

    private static void AssertEqual(LoggingEventData read, LoggingEventData written)
    {
        Assert.That(read.TimeStampUtc, Is.EqualTo(written.TimeStampUtc));
        Assert.That(read.Level, Is.EqualTo(written.Level));
        Assert.That(read.LoggerName, Is.EqualTo(written.LoggerName));
        Assert.That(read.Message, Is.EqualTo(written.Message ?? string.Empty));
        Assert.That(read.ThreadName, Is.EqualTo(written.ThreadName));
        Assert.That(read.ExceptionString, Is.EqualTo(written.ExceptionString));
        Assert.That(read.Domain, Is.EqualTo(written.Domain));
        Assert.That(read.Identity, Is.EqualTo(written.Identity));
        Assert.That(read.UserName, Is.EqualTo(written.UserName));
        Assert.That(read.LocationInfo?.FullInfo, Is.EqualTo(written.LocationInfo?.FullInfo));
        Assert.That(read.Properties, Is.EquivalentTo(written.Properties ?? new PropertiesDictionary()));
    }
}
