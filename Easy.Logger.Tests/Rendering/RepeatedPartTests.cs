using Benchmarker;
using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

internal sealed class RepeatedPartTests
{
    private readonly PatternLayout _layout = new("[%-5level] [%2thread] %logger{1} - %message");

    /// <summary>
    /// Threads whose kept texts lie in the same place, loggers and levels that come back, names that are equal but not the same.
    /// </summary>
    [Test]
    public void Write_ThreadsLoggersAndLevelsTakeTurns_IsWhatLog4NetWrites([Values(1, 2, 3)] int seed)
    {
        Chance random = new(seed);
        string?[] threads = ["1", "9", "A", "worker-1", "worker-2", string.Empty, null];
        string?[] loggers = ["a.b.C", "a.b.D", "E", null];
        Level?[] levels = [Level.Info, Level.Warn, new Level(Level.Info.Value, "other"), null];
        CompiledPattern compiled = Rendered.Compile(_layout)!;
        for (int i = 0; i < 3000; i++)
        {
            string? thread = threads[random.Below(threads.Length)];
            LoggingEvent loggingEvent = new(new LoggingEventData
            {
                ThreadName = random.OneIn(2) ? thread : thread is null ? null : new string(thread.AsSpan()),
                LoggerName = loggers[random.Below(loggers.Length)],
                Level = levels[random.Below(levels.Length)],
                Message = i.ToString(CultureInfo.InvariantCulture),
            });

            Assert.That(Rendered.By(compiled, loggingEvent), Is.EqualTo(Rendered.ByLog4Net(_layout, loggingEvent)));
        }
    }

    [Test]
    public void IsRepeated_PartsThatDifferFromEventToEvent_IsFalse()
    {
        LinePart[] parts = [new MessagePart(), new ElapsedPart(), new DatePart("%date"), new CapturedTextPart(0, new CapturedText("key",
            IsInvariant: false), FieldShape.Free), new ExceptionPart()];

        Assert.That(parts.Select(part => part.IsRepeated), Is.All.False);
        Assert.That(parts.Select(part => new ShapedPart(part, new FieldShape(5, 10, LeftAlign: true)).IsRepeated), Is.All.False);
    }
}
