using Benchmarker;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// Parts of a line that keep what they have written: dates are those of log4net at every moment. Alone, because the time zone is the
/// process's.
/// </summary>
[NonParallelizable]
internal sealed class KeptTextTests
{
    private static readonly string[] _patterns =
    [
        "%date", "%date{ABSOLUTE}", "%date{DATE}", "%utcdate", "%date{yyyy-MM-ddTHH:mm:ss.fffK}", "%utcdate{o}", "%date{ffffff ss zzz}",
        "%date{HH:mm}", "%date{ss.FFF}", "%date{fff''fff}", "%date{dddd, MMMM d}",
    ];

    // Summer time begins and ends; a year ends.
    private static readonly DateTime[] _moments =
        [new(2024, 3, 31, 1, 0, 0), new(2024, 10, 27, 1, 0, 0), new(2024, 11, 3, 6, 0, 0), new(2024, 4, 6, 15, 0, 0), new(2025, 1, 1)];

    [TestCaseSource(typeof(LocalZone), nameof(LocalZone.Ids))]
    public void Write_BeforeAndAfterAChangeAndInEveryMillisecond_IsWhatLog4NetWrites(string zone)
    {
        using LocalZone local = new(zone);
        Parallel.ForEach(_patterns, Compare);
    }

    private static void Compare(string pattern)
    {
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
                    AssertSame(part, layout, At(time.AddTicks(TimeSpan.TicksPerSecond - 1)));
                    AssertSame(part, layout, At(time.ToLocalTime())); // which knows of an hour that comes twice which one it is
                }
            }
        }

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

    /// <summary>
    /// Threads whose kept texts lie in the same place, loggers and levels that come back, names that are equal but not the same; and all
    /// that another event of the same has otherwise.
    /// </summary>
    [Test]
    public void Write_ThreadsLoggersAndLevelsTakeTurns_IsWhatLog4NetWrites([Values(1, 2, 3)] int seed)
    {
        PatternLayout layout = new(
            "%date %timestamp [%-5level] [%2thread] %logger{1} - %message %property{key} %exception %30date %9timestamp %9message "
                + "%9property{key} %9exception");
        Chance random = new(seed);
        string?[] threads = ["1", "9", "A", "worker-1", "worker-2", string.Empty, null];
        string?[] loggers = ["a.b.C", "a.b.D", "E", null];
        Level?[] levels = [Level.Info, Level.Warn, new Level(Level.Info.Value, "other"), null];
        CompiledPattern compiled = Rendered.Compile(layout)!;
        for (int i = 0; i < 3000; i++)
        {
            string? thread = threads[random.Below(threads.Length)];
            LoggingEvent loggingEvent = new(new LoggingEventData
            {
                ThreadName = random.OneIn(2) ? thread : thread is null ? null : new string(thread.AsSpan()),
                LoggerName = loggers[random.Below(loggers.Length)],
                Level = levels[random.Below(levels.Length)],
                Message = i.ToString(CultureInfo.InvariantCulture),
                TimeStampUtc = LoggingEvent.StartTimeUtc.AddMilliseconds(i * 700),
                ExceptionString = $"failed {i}",
                Properties = new() { ["key"] = i },
            });

            Assert.That(Rendered.By(compiled, loggingEvent), Is.EqualTo(Rendered.ByLog4Net(layout, loggingEvent)));
        }
    }

    [Test]
    public void Write_NamesWithoutEnd_KeepsABoundedNumber()
    {
        PatternLayout layout = new("%logger{2}");
        LoggerPart part = new("%logger{2}");
        for (int i = 0; i < (3 * LoggerPart.MaxKept) + 10; i++)
        {
            LoggingEvent loggingEvent = Named($"a.b{i}.c{i % 7}");
            Assert.That(Rendered.By(part, loggingEvent), Is.EqualTo(Rendered.ByLog4Net(layout, loggingEvent)));
            Assert.That(part.Kept, Is.LessThanOrEqualTo(LoggerPart.MaxKept));
        }

        Assert.That(part.Kept, Is.EqualTo(10));
        Assert.That(Rendered.By(part, Named("a.b0.c0")), Is.EqualTo("b0.c0"), "one that is no longer kept");
    }

    private static LoggingEvent Named(string? logger) => new(new LoggingEventData { LoggerName = logger });

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
