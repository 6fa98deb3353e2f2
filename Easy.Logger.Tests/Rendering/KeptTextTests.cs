using Benchmarker;
using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

/// <summary>Parts of a line that keep what they have written.</summary>
internal sealed class KeptTextTests
{
    private readonly PatternLayout _layout = new(
        "%date %timestamp [%-5level] [%2thread] %logger{1} - %message %property{key} %exception %30date %9timestamp %9message "
            + "%9property{key} %9exception");

    /// <summary>
    /// Threads whose kept texts lie in the same place, loggers and levels that come back, names that are equal but not the same; and all
    /// that another event of the same has otherwise.
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
                TimeStampUtc = LoggingEvent.StartTimeUtc.AddMilliseconds(i * 700),
                ExceptionString = $"failed {i}",
                Properties = new() { ["key"] = i },
            });

            Assert.That(Rendered.By(compiled, loggingEvent), Is.EqualTo(Rendered.ByLog4Net(_layout, loggingEvent)));
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
}
