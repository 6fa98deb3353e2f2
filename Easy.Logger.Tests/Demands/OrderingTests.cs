using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Demands;

/// <summary>What users ask about the order of lines and the times in them, where no older test shows it.</summary>
internal sealed class OrderingTests
{
    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    /// <summary>D3: the child rolls by the time of writing; the line keeps the time of its call.</summary>
    [TestCase("")]
    [TestCase("""<batchRendering value="false" />""")]
    public void D3_MadeBeforeMidnightAndWrittenAfterIt_IsOnceInTheNextDaysFileWithItsOwnTime(string options)
    {
        const string rolling =
            """
            <rollingStyle value="Date" /><datePattern value=".yyyy-MM-dd" />
            <dateTimeStrategy type="Easy.Logger.Tests.Demands.OrderingTests+Midnight, Easy.Logger.Tests" />
            """;
        _scene.ConfigureFile(
            """<idleTime value="3600000" />""" + options, "%utcdate{yyyy-MM-dd HH:mm:ss.fff} %message%newline", rolling,
            "RollingFileAppender");
        Midnight clock = (Midnight)_scene.Repository.Appender<RollingFileAppender>().DateTimeStrategy;
        Log(clock.Now.AddSeconds(-1), "early");
        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Log(clock.Now, "late");

        clock.Now = clock.Now.AddMilliseconds(500);

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.Multiple(() =>
        {
            Assert.That(_scene.Lines("file.log.2026-02-28"), Is.EqualTo(new[] { "2026-02-28 23:59:58.900 early" }));
            Assert.That(_scene.Lines(), Is.EquivalentTo(new[] { "2026-02-28 23:59:58.900 early", "2026-02-28 23:59:59.900 late" }));
        });
    }

    private void Log(DateTime time, string message) => _scene.Log().Logger.Log(new LoggingEvent(new LoggingEventData
    {
        TimeStampUtc = DateTime.SpecifyKind(time, DateTimeKind.Utc),
        Level = Level.Info,
        LoggerName = "test",
        Message = message,
    }));

    /// <summary>What a rolling file takes for the time: a tenth of a second before midnight, until a test moves it on.</summary>
    internal sealed class Midnight : RollingFileAppender.IDateTime
    {
        public DateTime Now { get; set; } = new(2026, 2, 28, 23, 59, 59, 900, DateTimeKind.Local);
    }
}
