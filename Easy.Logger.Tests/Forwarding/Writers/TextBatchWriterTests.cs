using Easy.Logger.Forwarding;
using log4net.Filter;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>
/// How a batch reaches a stock text appender; the other parts compare its text with log4net's own and change the child under way.
/// </summary>
internal sealed partial class TextBatchWriterTests : IDisposable
{
    private readonly string _name = Some.Name("batch-writer");
    private readonly InternalMessages _messages = new();
    private readonly CountingWriter _writer = new();
    private readonly CollectingErrorHandler _errors = new();
    private readonly TextWriterAppender _child;
    private readonly AppenderFanOut _fanOut;

    public TextBatchWriterTests()
    {
        _child = new TextWriterAppender
        {
            Name = "text",
            Layout = new PatternLayout("%level %message;"),
            Writer = _writer,
            ErrorHandler = _errors
        };
        _fanOut = new AppenderFanOut(new FailureReporter(() => _name, TimeProvider.System));
    }

    private string Text => _writer.ToString();

    public void Dispose()
    {
        _messages.Dispose();
        _writer.Dispose();
    }

    [Test]
    [Demand("I3")]
    public void Write_Batch_IsOneWriteForEachEventAndOneFlush()
    {
        _fanOut.Add(_child);

        Assert.That(Forward([.. Enumerable.Range(0, 100).Select(i => Some.Event($"{i}"))]), Is.Zero);

        Assert.That((_writer.Writes, _writer.Flushes), Is.EqualTo((100, 1)), "a writer of the application gets texts, as from the layout");
        Assert.That(Text, Is.EqualTo(string.Concat(Enumerable.Range(0, 100).Select(i => $"INFO {i};"))));
    }

    [Test]
    public void Write_BatchRenderingOff_IsOneFlushPerEvent()
    {
        _fanOut.Configure(batchRendering: false, isLossy: false);
        _fanOut.Add(_child);

        Forward(Some.Event("a"), Some.Event("b"));

        Assert.That(_writer.Flushes, Is.EqualTo(2));
        Assert.That(Text, Is.EqualTo("INFO a;INFO b;"));
    }

    /// <summary>Its code may do anything with an event.</summary>
    [Test]
    public void Write_SubclassThatAppendsItself_GetsSingleEvents()
    {
        OwnAppendTextAppender child = new() { Layout = _child.Layout, Writer = _writer };
        _fanOut.Add(child);

        Forward(Some.Event("a"), Some.Event("b"));

        Assert.That((child.Events, Text, _writer.Flushes), Is.EqualTo((2, "INFO a;INFO b;", 2)));
    }

    [Test]
    public void Write_ThresholdAndFilters_ApplyToEachEvent()
    {
        _child.Threshold = Level.Info;
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Warn, AcceptOnMatch = false });
        _child.AddFilter(new DelegatingFilter(e => e.RenderedMessage == "yes" ? FilterDecision.Accept : FilterDecision.Neutral));
        _child.AddFilter(new DenyAllFilter());
        _fanOut.Add(_child);

        int failed = Forward(
            Some.Event("yes", Level.Debug),
            Some.Event("yes", Level.Info),
            Some.Event("yes", Level.Warn),
            Some.Event("no", Level.Fatal),
            Some.EventWithoutLevel("yes"));

        Assert.That(Text, Is.EqualTo("INFO yes; yes;"));
        Assert.That(failed, Is.Zero, "what a child does not want is no failure");
    }

    [Test]
    public void Write_ThresholdNull_DropsWhatHasALevel()
    {
        _child.Threshold = null!;
        _fanOut.Add(_child);

        Forward(Some.Event("a", Level.Fatal), Some.EventWithoutLevel("b"));

        Assert.That(Text, Is.EqualTo(" b;"));
    }

    [Test]
    public void Write_EverythingFilteredAway_LeavesTheChildAlone()
    {
        _child.AddFilter(new DenyAllFilter());
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.Zero);

        Assert.That((_writer.Writes, _writer.Flushes), Is.EqualTo((0, 0)));
    }

    /// <summary>A file keeps what was written before the exception, with us and without; a console gets whole lines only.</summary>
    [Test]
    public void Write_RenderingThrowsForOneEvent_IsWhatLog4NetWrites([Values(0, 1, 2)] int bad, [Values] bool byLayout)
    {
        LoggingEvent[] events = [Some.Event("a"), Some.Event("b")];
        LoggingEvent thrower = new(typeof(Some), repository: null, "test", Level.Info, new ThrowingMessage(), exception: null);
        events = [.. events[..bad], thrower, .. events[bad..]];
        _child.Layout = byLayout ? new DelegatingLayout(WriteInBrackets) : _child.Layout;
        using CountingWriter alone = new();
        Array.ForEach(events, new TextWriterAppender { Layout = _child.Layout, Writer = alone, ErrorHandler = _errors }.DoAppend);
        _fanOut.Add(_child);

        Assert.That(Forward(events), Is.EqualTo(1));

        Assert.That(Text, Is.EqualTo(alone.ToString()));
        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(_messages.Naming(_name)[0], Does.Contain("'text'").And.Contain("cannot"));

        static void WriteInBrackets(TextWriter writer, LoggingEvent loggingEvent)
        {
            writer.Write('<');
            loggingEvent.WriteRenderedMessage(writer);
            writer.Write('>');
        }
    }

    [Test]
    public void Write_FilterThrowsForOneEvent_WritesTheOthers()
    {
        _child.AddFilter(
            new DelegatingFilter(e => e.RenderedMessage == "bad" ? throw new FormatException("cannot") : FilterDecision.Neutral));
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("bad"), Some.Event("b")), Is.EqualTo(1));

        Assert.That(Text, Is.EqualTo("INFO a;INFO b;"));
    }

    [Test]
    public void Write_LayoutFailsForOneAndWriterForAll_CountsEachEventOnce()
    {
        _child.Layout =
            new DelegatingLayout((writer, e) => writer.Write(e.RenderedMessage == "bad" ? throw new FormatException() : e.RenderedMessage));
        _writer.OnWrite = () => throw new IOException("disk full");
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("bad")), Is.EqualTo(2));
    }

    [Test]
    public void Write_ImmediateFlushOffAndWriterFails_LeavesTheOptionAlone()
    {
        _child.ImmediateFlush = false;
        _child.Layout = new DelegatingLayout((writer, _) => writer.Write("x"));
        _writer.OnWrite = () => throw new OutOfMemoryException();
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a")), Is.EqualTo(1));

        Assert.That(_child.ImmediateFlush, Is.False);
    }

    private int Forward(params LoggingEvent[] events)
    {
        Assert.That(_fanOut.Forward(events, out int failed), Is.True);
        return failed;
    }
}
