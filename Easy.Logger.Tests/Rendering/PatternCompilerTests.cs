using Easy.Logger.Rendering;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Rendering;

internal sealed class PatternCompilerTests
{
    private const string ReadmePattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    [Test]
    public void Compile_ConverterOfTheApplication_IsLeftToTheLayout([Values("tenant", "message", "literal")] string name)
    {
        PatternLayout layout = new();
        layout.AddConverter(name, typeof(TenantConverter));
        layout.ConversionPattern = $"text %{name}{{x}}";
        layout.ActivateOptions();
        PatternCompiler compiler = new([], isConsole: false);

        Assert.That(compiler.Compile(layout), Is.Null);
        Assert.That(compiler.IsKnown, Is.False);
        Assert.That(compiler.UnknownConverters, Is.Not.Empty.And.All.EqualTo(typeof(TenantConverter)));
    }

    [Test]
    public void Compile_ConverterOfTheApplicationThatThePatternDoesNotUse_IsCompiled()
    {
        PatternLayout layout = new();
        layout.AddConverter("tenant", typeof(TenantConverter));
        layout.ActivateOptions();

        Assert.That(Rendered.Compile(layout), Is.Not.Null);
    }

    /// <summary>It is in force when the layout is activated, not before.</summary>
    [Test]
    public void Compile_PatternSetAndNotActivated_IsThatInForce()
    {
        PatternLayout layout = new("%message;") { ConversionPattern = "%level;" };
        Assert.That(Rendered.By(Rendered.Compile(layout)!, Some.Event("a")), Is.EqualTo("a;"));

        layout.ActivateOptions();

        Assert.That(Rendered.By(Rendered.Compile(layout)!, Some.Event("a")), Is.EqualTo("INFO;"));
    }

    /// <summary>Two properties of one name are captured once; a width makes a renderer see another writer.</summary>
    [Test]
    public void Compile_SeveralLayouts_CapturesEachTextOnce()
    {
        List<CapturedText> texts = [];

        _ = new PatternCompiler(texts, isConsole: false).Compile(new PatternLayout("%property{a} %property{b} %10property{a}"));
        _ = new PatternCompiler(texts, isConsole: true).Compile(new PatternLayout("%property{a} %ndc"));

        Assert.That(texts.Select(text => (text.Property, text.IsInvariant)), Is.EqualTo(new[] { ("a", false), ("b", false), ("a", true),
            ("NDC", true) }));
    }

    [Test]
    public void Write_ManyFixedEvents_AllocatesNothing()
    {
        const int count = 10_000;
        LoggingEvent[] events = [.. Enumerable.Range(0, count).Select(i => Fixed(i))];
        CompiledPattern compiled = Rendered.Compile(new PatternLayout(ReadmePattern))!;
        using TextBuffer text = new();
        compiled.WriteLine(text, events[0]);

        Assert.That(Allocated.By(WriteAll), Is.Zero);

        void WriteAll()
        {
            foreach (LoggingEvent loggingEvent in events)
            {
                text.Clear();
                compiled.WriteLine(text, loggingEvent);
            }
        }
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

    private sealed class TenantConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => writer.Write("tenant");
    }
}
