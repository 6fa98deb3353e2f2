using System.Globalization;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.Layout;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Rendering;

internal sealed class LayoutRendererTests : IDisposable
{
    private readonly RenderedText _text = new();
    private readonly LayoutRenderer _renderer = new();

    public void Dispose() => _text.Dispose();

    [Test]
    public void Format_StockPattern_IsCompiled()
    {
        PatternLayout layout = new("%level %message;");
        _renderer.Begin(layout);
        Assert.That(Format("a"), Is.EqualTo("INFO a;"));
        Assert.That(_renderer.IsCompiled, Is.True);

        Change(layout, "other");

        Assert.That(Format("b"), Is.EqualTo("INFO b;"), "the rest of a batch is not the layout's");
    }

    [Test]
    public void Format_OtherLayout_IsTheLayouts()
    {
        _renderer.Begin(new SimpleLayout());

        Assert.That(Format("a"), Is.EqualTo($"INFO - a{Environment.NewLine}"));
        Assert.That(_renderer.IsCompiled, Is.False);
    }

    [Test]
    public void Format_PatternChanged_IsTheNewOneFromTheNextBatchOn()
    {
        PatternLayout layout = new("%level %message;");
        _renderer.Begin(layout);
        Format("a");

        Change(layout, "%message|");
        _renderer.Begin(layout);
        Assert.That(Format("b"), Is.EqualTo("b|"));

        Change(layout, "other");
        Assert.That(Format("c"), Is.EqualTo("c|"), "and is compiled");
        _renderer.Begin(layout);
        Assert.That(Format("d"), Is.EqualTo("other"));
        Assert.That(_renderer.IsCompiled, Is.True);
    }

    [Test]
    public void Format_PatternChangedToAnUnknownOne_IsTheLayouts()
    {
        PatternLayout layout = new("%message;");
        _renderer.Begin(layout);
        Format("a");

        Change(layout, "%message %line");
        _renderer.Begin(layout);

        Assert.That((Format("b"), _renderer.IsCompiled), Is.EqualTo(("b ?", false)));

        Change(layout, "%message;");
        _renderer.Begin(layout);
        Assert.That((Format("c"), _renderer.IsCompiled), Is.EqualTo(("c;", true)));
    }

    [Test]
    public void Format_PatternSetAndNotActivated_StaysAsItIsUntilThen()
    {
        PatternLayout layout = new("%message;");
        _renderer.Begin(layout);
        Format("a");

        layout.ConversionPattern = "%level;";
        _renderer.Begin(layout);
        Assert.That(Format("b") + Format("c"), Is.EqualTo("b;c;"));
        _renderer.Begin(layout);
        Assert.That(Format("d") + Format("e"), Is.EqualTo("d;e;"));

        layout.ActivateOptions();
        _renderer.Begin(layout);
        Assert.That(Format("f") + Format("g"), Is.EqualTo("INFO;INFO;"));
        Assert.That(_renderer.IsCompiled, Is.True);
    }

    [Test]
    public void Format_OldAndNewPatternGiveTheSameAtFirst_IsTheLayoutsUntilTheyDiffer([Values] bool activated)
    {
        PatternLayout layout = new("%message");
        _renderer.Begin(layout);
        Format("a");

        layout.ConversionPattern = "%message%ndc";
        if (activated)
        {
            layout.ActivateOptions();
        }

        LoggingEvent first = Some.Event("b");
        first.Properties["NDC"] = string.Empty;
        LoggingEvent second = Some.Event("c");
        second.Properties["NDC"] = "!";
        _renderer.Begin(layout);

        Assert.That(Format(first) + Format(second), Is.EqualTo(activated ? "bc!" : "bc"));
    }

    [Test]
    public void Format_ConverterReplacedUnderAnEqualPattern_IsTheLayoutsForGood()
    {
        PatternLayout layout = new("%message;");
        _renderer.Begin(layout);
        Format("a");

        layout.AddConverter("message", typeof(ShoutConverter));
        layout.ActivateOptions();
        _renderer.Begin(layout);

        Assert.That(Format("b") + Format("c"), Is.EqualTo("B;C;"));
        Assert.That(_renderer.IsCompiled, Is.False);
        _renderer.Begin(layout);
        Assert.That(Format("d"), Is.EqualTo("D;"));
    }

    [Test]
    public void Format_LayoutReplaced_IsTheNewOnes()
    {
        _renderer.Begin(new PatternLayout("%message;"));
        Format("a");

        _renderer.Begin(new PatternLayout("%message|"));

        Assert.That(Format("b") + Format("c"), Is.EqualTo("b|c|"));
        Assert.That(_renderer.IsCompiled, Is.True);
    }

    [Test]
    public void Format_CultureChanged_IsTheNewOnes()
    {
        _renderer.Begin(new PatternLayout("%message;"));
        LoggingEvent Number() => new(typeof(Some), repository: null, "test", Level.Info, 1.5, exception: null);
        Format("trusted from here");

        CultureInfo.CurrentCulture = SampleCultures.All[1]; // NUnit puts it back after each test

        Assert.That(Format(Number()), Is.EqualTo("1,5;"));
    }

    [Test]
    public void Format_MessageThatTellsHowOftenItIsAsked_IsAskedOncePerEvent()
    {
        Counter message = new();
        LoggingEvent Event() => new(typeof(Some), repository: null, "test", Level.Info, message, exception: null);
        PatternLayout layout = new("%message;");

        _renderer.Begin(layout);
        Assert.That(Format(Event()) + Format(Event()), Is.EqualTo("1;2;"));
        Format("trusted from here");
        Assert.That(Format(Event()) + Format(Event()), Is.EqualTo("3;4;"));
    }

    [Test]
    public void Format_MessageThrows_ThrowsTheSameAndGoesOn()
    {
        LoggingEvent Bad() => new(typeof(Some), repository: null, "test", Level.Info, new Thrower(), exception: null);
        _renderer.Begin(new PatternLayout("%message;"));

        Assert.That(() => Format(Bad()), Throws.TypeOf<FormatException>());
        Assert.That(Format("a"), Is.EqualTo("a;"));
        Assert.That(() => Format(Bad()), Throws.TypeOf<FormatException>());
        Assert.That(Format("b"), Is.EqualTo("b;"));
        Assert.That(_renderer.IsCompiled, Is.True);
    }

    private static void Change(PatternLayout layout, string pattern)
    {
        layout.ConversionPattern = pattern;
        layout.ActivateOptions();
    }

    private string Format(string message) => Format(Some.Event(message));

    private string Format(LoggingEvent loggingEvent)
    {
        _text.Clear();
        _renderer.Format(_text, loggingEvent);
        return _text.ToString();
    }

    private sealed class ShoutConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => writer.Write(loggingEvent.RenderedMessage?.ToUpperInvariant());
    }

    private sealed class Counter
    {
        private int _calls;

        public override string ToString() => $"{++_calls}";
    }

    private sealed class Thrower
    {
        public override string ToString() => throw new FormatException("cannot");
    }
}
