using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.Layout;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Rendering;

internal sealed class PatternCompilerTests
{
    private const string ReadmePattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    [TestCase(ReadmePattern)]
    [TestCase("")]
    [TestCase("text")]
    [TestCase("%utcdate{yyyy-MM-ddTHH:mm:ss.fffK} %property{user} %X{a} %ndc %appdomain %username %identity %timestamp%n")]
    public void Compile_PatternOfKnownConverters_IsCompiled(string pattern) =>
        Assert.That(PatternCompiler.Compile(new PatternLayout(pattern)), Is.Not.Null);

    [TestCase("%location")]
    [TestCase("%stacktrace{2}")]
    [TestCase("%property")]
    [TestCase("%exception{message}")]
    [TestCase("%logger{x}")]
    [TestCase("%date{%}")]
    [TestCase("%2000level")]
    [TestCase("%99999999999level")]
    public void Compile_OneConverterIsNotKnown_IsLeftToTheLayout(string pattern)
    {
        using InternalMessages messages = new();

        Assert.That(PatternCompiler.Compile(new PatternLayout($"%message {pattern}%newline")), Is.Null);
    }

    [Test]
    public void Compile_ConverterOfTheApplication_IsLeftToTheLayout([Values("tenant", "message", "literal")] string name)
    {
        PatternLayout layout = new();
        layout.AddConverter(name, typeof(TenantConverter));
        layout.ConversionPattern = $"text %{name}{{x}}";
        layout.ActivateOptions();

        Assert.That(PatternCompiler.Compile(layout), Is.Null);
    }

    [Test]
    public void Compile_ConverterOfTheApplicationThatThePatternDoesNotUse_IsCompiled()
    {
        PatternLayout layout = new();
        layout.AddConverter("tenant", typeof(TenantConverter));
        layout.ActivateOptions();

        Assert.That(PatternCompiler.Compile(layout), Is.Not.Null);
    }

    [Test]
    public void Compile_OtherLayout_IsLeftToIt()
    {
        Assert.That(PatternCompiler.Compile(new SimpleLayout()), Is.Null);
        Assert.That(PatternCompiler.Compile(new DynamicPatternLayout("%message")), Is.Null);
        Assert.That(PatternCompiler.Compile(new OwnPatternLayout()), Is.Null);
    }

    [Test]
    public void Format_ManyFixedEvents_AllocatesNothing()
    {
        const int count = 10_000;
        LoggingEvent[] events = [.. Enumerable.Range(0, count).Select(i => Fixed(i))];
        LayoutRenderer renderer = new();
        using RenderedText text = new();
        renderer.Begin(new PatternLayout(ReadmePattern));
        renderer.Format(text, events[0]);
        Assert.That(renderer.IsCompiled, Is.True);

        long before = GC.GetAllocatedBytesForCurrentThread();
        foreach (LoggingEvent loggingEvent in events)
        {
            text.Clear();
            renderer.Format(text, loggingEvent);
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private static LoggingEvent Fixed(int number) => new(new LoggingEventData
    {
        LoggerName = "App.Web.OrdersController",
        Level = Level.Debug,
        Message = $"Counter is: {number}",
        ThreadName = "1",
        TimeStampUtc = new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc).AddTicks(number * 997),
        ExceptionString = string.Empty,
    });

    private sealed class OwnPatternLayout : PatternLayout;

    private sealed class TenantConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => writer.Write("tenant");
    }
}
