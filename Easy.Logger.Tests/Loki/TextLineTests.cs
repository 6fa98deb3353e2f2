namespace Easy.Logger.Tests.Loki;

/// <summary>Lines that are text.</summary>
[Category("Loki")]
internal sealed class TextLineTests
{
    private static readonly InvalidOperationException _exception = new("why");

    [Test]
    public void NoLayout_IsTheMessage() => Assert.That(LineOf(layout: null), Is.EqualTo("text"));

    [Test]
    public void NoLayout_Exception_StandsBelowTheMessage() =>
        Assert.That(LineOf(layout: null, _exception), Is.EqualTo($"text\n{_exception}"));

    [TestCase("%message")]
    [TestCase("%message%newline")]
    [TestCase("%message%newline%newline")]
    public void Layout_EndOfTheLine_IsRemoved(string pattern) => Assert.That(LineOf(new PatternLayout(pattern)), Is.EqualTo("text"));

    [TestCase("%level %message%newline")]
    [TestCase("%level %message")]
    public void LayoutWithoutTheException_ItStandsBelow(string pattern) =>
        Assert.That(LineOf(new PatternLayout(pattern), _exception).ReplaceLineEndings("\n"), Is.EqualTo($"INFO text\n{_exception}"));

    [Test]
    public void LayoutWithTheException_ItIsThereOnce()
    {
        PatternLayout layout = new("%message <%exception>%newline") { IgnoresException = false };

        Assert.That(LineOf(layout, _exception).ReplaceLineEndings("\n"), Does.StartWith($"text <{_exception}").And.EndsWith(">"));
        Assert.That(LineOf(layout, _exception).Split("InvalidOperationException"), Has.Length.EqualTo(2));
    }

    [Test]
    public void Layout_WritesBitByBit_NoCharacterIsBroken() => Assert.That(
        LineOf(new DelegatingLayout((writer, loggingEvent) =>
        {
            foreach (char character in "a😀b\uD83D")
            {
                writer.Write(character);
            }

            writer.Write("\uDE00");
            writer.WriteLine();
        })),
        Is.EqualTo("a😀b😀"));

    [Test]
    public void Layout_Throws_CostsItsLineAlone()
    {
        using LokiScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, loggingEvent) =>
        {
            writer.Write("half of ");
            writer.Write(
                loggingEvent.RenderedMessage == "bad" ? throw new NotSupportedException("no layout") : loggingEvent.RenderedMessage);
        }));

        scene.Send("1", "bad", "2");

        Assert.That(scene.Lines, Is.EqualTo(["half of 1", "half of 2"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("no layout").And.Contain("1 line(s)"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new Easy.Logger.Loki.LokiStatistics(3, 2, 0, 1, 0, 0)));
    }

    private static string LineOf(ILayout? layout, Exception? exception = null)
    {
        using LokiScene scene = new(appender => appender.Layout = layout);
        scene.Send(new LoggingEvent(typeof(TextLineTests), repository: null, "Shop", Level.Info, "text", exception));
        return scene.Lines.Single();
    }
}
