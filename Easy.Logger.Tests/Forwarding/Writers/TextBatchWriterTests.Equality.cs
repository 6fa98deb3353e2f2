using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>A batch gives the bytes that log4net itself writes for the same events one by one.</summary>
internal sealed partial class TextBatchWriterTests
{
    private static readonly string[] _patterns =
    [
        "%message%newline",
        "%m%n",
        "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception",
        "%d{HH:mm:ss,fff} %utcdate %r %-20.30c|%5.10m|%.3p|%-10t|%n",
        "%timestamp [%thread] %level %logger %ndc - %message%newline",
        "%property{one} %X{two} %x %property %P{none}%n",
        "%appdomain %a %username %identity %exception{message}%n",
        "%date{ABSOLUTE} %date{DATE} 100%% %unknown %5%-40message;%n",
        "%F:%L %class.%M %location%n",
        "no converter at all",
        "",
    ];

    [Test]
    public void Write_PatternLayout_IsWhatLog4NetWrites(
        [ValueSource(nameof(_patterns))] string pattern, [Values(FixFlags.None, FixFlags.Partial, FixFlags.All)] FixFlags fix) =>
        AssertSameText(() => new PatternLayout(pattern), fix);

    [Test]
    public void Write_PatternLayoutThatShowsNoException_AddsIt([Values] bool ignoresException) =>
        AssertSameText(() => new PatternLayout("%message%newline") { IgnoresException = ignoresException }, FixFlags.Partial);

    [Test]
    public void Write_PatternLayoutWithHeaderAndFooter_WritesEachOnce() =>
        AssertSameText(() => new PatternLayout("%message%newline") { Header = "[header]\n", Footer = "[footer]\n" }, FixFlags.Partial);

    [Test]
    public void Write_OtherStockLayouts_IsWhatLog4NetWrites()
    {
        AssertSameText(() => new SimpleLayout(), FixFlags.Partial);
        AssertSameText(() => new ExceptionLayout(), FixFlags.Partial);
        AssertSameText(
            () => new DynamicPatternLayout("%message%newline") { Header = "%appdomain%newline", Footer = "end" }, FixFlags.Partial);
    }

    private static LoggingEvent[] SampleEvents(FixFlags fix)
    {
        Exception thrown = new InvalidOperationException("outer\nsecond line", new FormatException("inner"));
        LoggingEvent[] events =
        [
            Some.Event("plain"),
            Some.Event(string.Empty, Level.Debug),
            Some.Event("größer ✓ 𝄞 \u0000 \t \r\n second line", Level.Warn),
            Some.Event(new string('x', 100_000), Level.Fatal),
            Some.EventWithoutLevel("no level"),
            Event("a.b.c", Level.Error, "with exception", thrown),
            Event("a.b.c", Level.Error, new SystemStringFormat(null, "{0:N2} {1}", 1234.5, "x"), exception: null),
            Event("a.b.c", new Level(45_000, "ODD", "odd one"), 12.5, exception: null),
            Event("a.b.c", Level.Info, message: null, exception: null),
            Event(string.Empty, Level.Info, new List<object> { 1, "two", thrown }, exception: null),
        ];
        foreach (LoggingEvent loggingEvent in events)
        {
            loggingEvent.Properties["one"] = 1;
            loggingEvent.Properties["two"] = "zwei";
            if (fix != FixFlags.None)
            {
                loggingEvent.Fix = fix;
            }
        }

        return events;
    }

    private static LoggingEvent Event(string logger, Level level, object? message, Exception? exception) =>
        new(typeof(TextBatchWriterTests), repository: null, logger, level, message, exception);

    private void AssertSameText(Func<ILayout> layout, FixFlags fix)
    {
        LoggingEvent[] events = SampleEvents(fix);
        using CountingWriter expected = new();
        using CountingWriter actual = new();
        TextWriterAppender alone = new() { Layout = layout(), Writer = expected, ErrorHandler = _errors };
        TextWriterAppender child = new() { Layout = layout(), Writer = actual, ErrorHandler = _errors };
        _fanOut.Add(child);
        Forward(events[..4]);
        Forward(events[4..]);
        _fanOut.Close();

        Array.ForEach(events, alone.DoAppend);
        alone.Close();

        Assert.That(actual.ToString(), Is.EqualTo(expected.ToString()));
        Assert.That(_errors.Errors, Is.Empty);
        Assert.That(actual.Flushes, Is.LessThan(expected.Flushes), "in batches, else this compares nothing");
    }
}
