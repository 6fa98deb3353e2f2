using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>
/// How a batch reaches a stock text appender; others compare its text with log4net's own and change the child under way.
/// </summary>
internal sealed class TextBatchWriterTests : IDisposable
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

    [TestCase(true, 1)]
    [TestCase(false, 100)]
    [Demand("I3")]
    public void Write_Batch_IsOneWriteForEachEventAndOneFlushUnlessBatchRenderingIsOff(bool batchRendering, int flushes)
    {
        _fanOut.Configure(batchRendering, isLossy: false);
        _fanOut.Add(_child);

        Assert.That(Forward([.. Enumerable.Range(0, 100).Select(i => Some.Event($"{i}"))]), Is.Zero);

        Assert.That(_writer.Flushes, Is.EqualTo(flushes));
        Assert.That(
            _writer.Writes, batchRendering ? Is.EqualTo(100) : Is.Positive, "a writer of the application gets texts, as from the layout");
        Assert.That(Text, Is.EqualTo(string.Concat(Enumerable.Range(0, 100).Select(i => $"INFO {i};"))));
    }

    [Test]
    public void Write_ThresholdAndFilters_ApplyToEachEventAndOneThatThrowsFailsOnIt([Values] bool compiled)
    {
        _child.Layout = LayoutOf(compiled);
        _child.Threshold = Level.Info;
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Warn, AcceptOnMatch = false });
        _child.AddFilter(new DelegatingFilter(e => e.RenderedMessage switch
        {
            "yes" => FilterDecision.Accept,
            "bad" => throw new FormatException("cannot"),
            _ => FilterDecision.Neutral,
        }));
        _child.AddFilter(new DenyAllFilter());
        _fanOut.Add(_child);

        int failed = Forward(
            Some.Event("yes", Level.Debug),
            Some.Event("bad"),
            Some.Event("yes", Level.Info),
            Some.Event("yes", Level.Warn),
            Some.Event("no", Level.Fatal),
            Some.EventWithoutLevel("yes"));

        Assert.That(Text, Is.EqualTo("INFO yes; yes;"));
        Assert.That(failed, Is.EqualTo(1), "what a child does not want is no failure");

        (int, int) before = (_writer.Writes, _writer.Flushes);
        Assert.That(Forward(Some.Event("no"), Some.Event("no")), Is.Zero);
        Assert.That((_writer.Writes, _writer.Flushes), Is.EqualTo(before), "a child that wants nothing is left alone");

        _child.Threshold = null!;
        Forward(Some.Event("yes", Level.Fatal), Some.EventWithoutLevel("yes"));
        Assert.That(Text, Is.EqualTo("INFO yes; yes; yes;"), "without a threshold, what has a level is dropped");
    }

    [Test]
    public void Write_LayoutFailsForOneAndWriterForAll_CountsEachEventOnceAndLeavesImmediateFlushAlone()
    {
        _child.ImmediateFlush = false;
        _child.Layout =
            new DelegatingLayout((writer, e) => writer.Write(e.RenderedMessage == "bad" ? throw new FormatException() : e.RenderedMessage));
        _writer.OnWrite = () => throw new IOException("disk full");
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("bad")), Is.EqualTo(2));

        Assert.That(_child.ImmediateFlush, Is.False);
    }

    /// <summary>What was found out at the call still holds: nothing but that was captured.</summary>
    [Test]
    public void Write_FiltersAreExchangedWhileEventsWait_ThoseOfTheCallAndOfNowApply()
    {
        _child.Layout = new PatternLayout("%message %username;"); // captured for what passes the filters
        _child.AddFilter(new StringMatchFilter { StringToMatch = "refused", AcceptOnMatch = false });
        AsyncBufferingForwardingAppender appender = Some.Activated(new() { Name = _name, IdleTime = 3_600_000 }, _child);
        appender.Flush(-1);
        Array.ForEach(["a", "refused", "b"], message => appender.DoAppend(Some.Event(message)));

        _child.ClearFilters();
        _child.AddFilter(new LevelRangeFilter { LevelMin = Level.Info, AcceptOnMatch = false });
        appender.Flush(-1);
        Assert.That(Messages(), Is.EqualTo(new[] { "a", "b" }));

        Array.ForEach(["c", "bad", "d"], message => appender.DoAppend(Some.Event(message)));
        _child.AddFilter(new DelegatingFilter(e => e.RenderedMessage == "bad" ? throw new FormatException() : FilterDecision.Neutral));
        appender.Flush(-1);
        Assert.That(Messages(), Is.EqualTo(new[] { "a", "b", "c", "d" }));
        Assert.That(appender.Statistics.Failed, Is.EqualTo(1));
        appender.Close();

        string[] Messages() => Array.ConvertAll(Text.Split(';', StringSplitOptions.RemoveEmptyEntries), line => line.Split(' ')[0]);
    }

    [Test]
    public void Write_ClosedByTheApplication_EveryEventFails([Values] bool compiled)
    {
        _child.Layout = LayoutOf(compiled);
        _fanOut.Add(_child);
        _child.Close();

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.EqualTo(2));
        Assert.That(_errors.Errors, Has.Count.EqualTo(1).And.Some.Contains("closed appender"));
    }

    /// <summary>What stood in the buffer of a writer may be lost when it fails, whichever of the texts it fails on.</summary>
    [TestCase(true, true, "write 3", 3)]
    [TestCase(true, true, "flush 1", 4)]
    [TestCase(true, false, "write 1, write 3", 3)]
    [TestCase(false, false, "write 1, write 3", 3)]
    public void Write_WriterFails_WhatWasNotFlushedHasFailedToo(bool compiled, bool immediateFlush, string failsAt, int expected)
    {
        void Do(string step) => _ = failsAt.Contains(step, StringComparison.Ordinal) ? throw new IOException("disk full") : 0;
        _child.Layout = LayoutOf(compiled);
        _child.ImmediateFlush = immediateFlush;
        _writer.OnWrite = () => Do($"write {_writer.Writes}");
        _writer.OnFlush = () => Do($"flush {_writer.Flushes}");
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("b"), Some.Event("c"), Some.Event("d")), Is.EqualTo(expected));
    }

    /// <summary>The same text, compiled or by a layout of the application.</summary>
    private ILayout LayoutOf(bool compiled) =>
        compiled ? _child.Layout! : new DelegatingLayout((writer, e) => writer.Write($"{e.Level} {e.RenderedMessage};"));

    private int Forward(params LoggingEvent[] events)
    {
        Assert.That(_fanOut.Forward(events, out int failed), Is.True);
        return failed;
    }

    [Test]
    public void Write_LayoutOrWriterTakenAway_FailsUntilThereIsOneAgain([Values] bool isTheLayout, [Values] bool isQueued)
    {
        _fanOut.Add(_child);
        _fanOut.RefreshPlan(isFlush: false);
        Batch queued = Captured.Batch(_fanOut.Plan, Some.Event("a"), Some.Event("b"));
        if (isTheLayout)
        {
            _child.Layout = null;
        }
        else
        {
            _child.Writer = null;
        }

        int failed;
        _ = isQueued ? _fanOut.Forward(queued, out failed) : _fanOut.Forward([Some.Event("a"), Some.Event("b")], out failed);
        int lost = isTheLayout && isQueued ? 0 : 2; // what is queued is written by the layout of its call
        Assert.That((failed, _errors.Errors.Count > 0), Is.EqualTo((lost, lost > 0)), "the child says what it misses");

        using CountingWriter writer = new();
        _child.Layout = new PatternLayout("%message!");
        _child.Writer = writer;
        Assert.That(Forward(Some.Event("c")), Is.Zero);
        Assert.That(writer.ToString(), Is.EqualTo("c!"));
    }

    [Test]
    public void Write_TwoForwardersShareAChild_EachCountsItsFailuresBothWriteAndOneMayGo(
        [Values] bool firstGoesFirst, [Values] bool compiled)
    {
        _child.Layout = LayoutOf(compiled);
        AppenderFanOut other = new(new FailureReporter(() => _name, TimeProvider.System));
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Warn, AcceptOnMatch = false });
        _fanOut.Add(_child);
        other.Add(_child);
        (AppenderFanOut goes, AppenderFanOut stays) = firstGoesFirst ? (_fanOut, other) : (other, _fanOut);

        _writer.OnWrite = () => throw new IOException("disk full");
        Assert.That(Forward(Some.Event("fails"), Some.Event("too")), Is.EqualTo(2));
        other.Forward([Some.Event("fails")], out int failed);
        Assert.That(failed, Is.EqualTo(1));
        Assert.That(_errors.Errors, Has.Count.EqualTo(3), "the appender's own handler gets each error");

        _writer.OnWrite = null;
        int flushes = _writer.Flushes;
        Forward(Some.Event("a"), Some.Event("b"));
        other.Forward([Some.Event("c"), Some.Event("no", Level.Warn), Some.Event("d")], out _);
        goes.Remove(_child);
        stays.Forward([Some.Event("e"), Some.Event("f"), Some.Event("no", Level.Warn)], out _);

        Assert.That(Text, Is.EqualTo("INFO a;INFO b;INFO c;INFO d;INFO e;INFO f;"));
        Assert.That(
            _writer.Flushes - flushes, Is.EqualTo(compiled ? 5 : 6), "one for a batch of a known layout, the first after a failure alone");
        Assert.That(_child.ErrorHandler, Is.SameAs(_errors));
    }
}
