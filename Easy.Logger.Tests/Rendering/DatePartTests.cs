using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

/// <summary>Dates are those of log4net at every moment. Alone, because the time zone is the process's.</summary>
[NonParallelizable]
internal sealed class DatePartTests
{
    private static readonly string[] _patterns =
    [
        "%date", "%date{ABSOLUTE}", "%date{DATE}", "%utcdate", "%date{yyyy-MM-ddTHH:mm:ss.fffK}", "%utcdate{o}", "%date{ffffff ss zzz}",
        "%date{HH:mm}",
        "%date{ss.FFF}", "%date{fff''fff}", "%date{dddd, MMMM d}",
    ];

    // Summer time begins and ends; a year ends.
    private static readonly DateTime[] _moments =
        [new(2024, 3, 31, 1, 0, 0), new(2024, 10, 27, 1, 0, 0), new(2024, 11, 3, 6, 0, 0), new(2024, 4, 6, 15, 0, 0), new(2025, 1, 1)];

    [Test]
    public void Write_BeforeAndAfterAChange_IsWhatLog4NetWrites(
        [ValueSource(nameof(_patterns))] string pattern, [ValueSource(typeof(LocalZone), nameof(LocalZone.Ids))] string zone)
    {
        using LocalZone local = new(zone);
        PatternLayout layout = new(pattern);
        DatePart part = new(pattern);
        foreach (DateTime moment in _moments)
        {
            foreach (double minutes in new[] { -90, -60, -30, 0, 30, 60, 90 })
            {
                for (int milliseconds = -1500; milliseconds <= 1500; milliseconds += 250)
                {
                    DateTime time = DateTime.SpecifyKind(moment.AddMinutes(minutes).AddMilliseconds(milliseconds), DateTimeKind.Utc);
                    AssertSame(part, layout, At(time));
                    AssertSame(part, layout, At(time.AddMilliseconds(999)));
                    AssertSame(part, layout, At(time.ToLocalTime())); // which knows of an hour that comes twice which one it is
                }
            }
        }
    }

    [Test]
    public void Write_EveryMillisecond_IsWhatLog4NetWrites([ValueSource(nameof(_patterns))] string pattern)
    {
        PatternLayout layout = new(pattern);
        DatePart part = new(pattern);
        for (int i = 0; i < 1000; i++)
        {
            AssertSame(part, layout, At(new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc).AddMilliseconds(i).AddTicks(i * 7)));
        }
    }

    [Test]
    public void Write_TimeZoneChangedWhileTheSecondLasts_IsInTheNewOne()
    {
        using LocalZone paris = new("Europe/Paris");
        DatePart part = new("%date{HH:mm:ss.fff zzz}");
        LoggingEvent loggingEvent = At(new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc));
        Assert.That(Rendered.By(part, loggingEvent), Is.EqualTo("14:07:05.000 +01:00"));

        using LocalZone india = new("Asia/Kolkata");

        Assert.That(Rendered.By(part, loggingEvent), Is.EqualTo("18:37:05.000 +05:30"));
    }

    private static LoggingEvent At(DateTime time) => new(new LoggingEventData { TimeStampUtc = time });

    private static void AssertSame(DatePart part, PatternLayout layout, LoggingEvent loggingEvent)
    {
        string expected = Rendered.ByLog4Net(layout, loggingEvent);
        string actual = Rendered.By(part, loggingEvent);
        if (actual != expected)
        {
            Assert.Fail($"{loggingEvent.TimeStampUtc:o} {loggingEvent.TimeStampUtc.Kind}: log4net [{expected}], here [{actual}]");
        }
    }
}
