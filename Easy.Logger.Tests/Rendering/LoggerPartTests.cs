using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

internal sealed class LoggerPartTests
{
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
