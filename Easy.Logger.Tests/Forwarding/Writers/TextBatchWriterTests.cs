using Benchmarker;
using Easy.Logger.Forwarding;
using Easy.Logger.Forwarding.Writers;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>
/// How a batch reaches a stock text appender; the other parts compare its text with log4net's own and change the child under way.
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
    public void Write_ThresholdAndFilters_ApplyToEachEventAndOneThatThrowsFailsOnIt()
    {
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

    private int Forward(params LoggingEvent[] events)
    {
        Assert.That(_fanOut.Forward(events, out int failed), Is.True);
        return failed;
    }

    /// <summary>An application that looks for its layout at that moment finds one that it can work with.</summary>
    [Test]
    public void Write_ApplicationMeetsTheLayoutOfTheBatch_ItIsOfItsClassAndPassesEverythingOn([Values] bool simple)
    {
        LayoutSkeleton own = simple ? new SimpleLayout() : new PatternLayout("%message;");
        own.Header = "head;";
        _child.Layout = own;
        _fanOut.Add(_child);
        LayoutSkeleton? met = null;
        string text = string.Empty;
        _writer.OnWrite = () =>
        {
            met ??= (LayoutSkeleton)_child.Layout;
            text = met.Format(Some.Event("x"));
        };

        Forward(Some.Event("a"), Some.Event("b"));

        Assert.That(met, Is.Not.SameAs(own).And.InstanceOf(own.GetType()));
        Assert.That(text, Is.EqualTo(own.Format(Some.Event("x"))));
        Assert.That((met!.Header, met.Footer, met.IgnoresException), Is.EqualTo(("head;", (string?)null, own.IgnoresException)));
        met.Footer = "foot;";
        met.IgnoresException = !own.IgnoresException;
        Assert.That((own.Footer, met.IgnoresException), Is.EqualTo(("foot;", own.IgnoresException)));
        Assert.That((met as PatternLayout)?.ConversionPattern, Is.EqualTo((own as PatternLayout)?.ConversionPattern));
        if (met is PatternLayout pattern)
        {
            pattern.ConversionPattern = "%message!";
            pattern.ActivateOptions();
            Assert.That(own.Format(Some.Event("x")), Is.EqualTo("x!"));
        }
    }

    [Test]
    public void Write_LayoutTakenAway_FailsUntilThereIsOneAgain()
    {
        _fanOut.Add(_child);
        _child.Layout = null;

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.EqualTo(2));
        Assert.That(_errors.Errors, Is.Not.Empty, "the child says what it misses");

        _child.Layout = new PatternLayout("%message!");
        Assert.That(Forward(Some.Event("c")), Is.Zero);
        Assert.That(Text, Is.EqualTo("c!"));
    }

    [Test]
    public void Write_TwoForwardersShareAChild_EachCountsItsFailuresBothWriteAndOneMayGo([Values] bool firstGoesFirst)
    {
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
        Assert.That(_writer.Flushes - flushes, Is.EqualTo(3), "one write per batch to the end");
        Assert.That(_child.ErrorHandler, Is.SameAs(_errors));
    }

    /// <summary>Batches of any size one after the other: each event that failed counts once, whoever failed on it.</summary>
    [TestCase(41)]
    [TestCase(42)]
    public void Count_AnySequenceOfBatchesAndFailures_IsTheNumberOfEventsThatFailed(int seed)
    {
        Chance chance = new(seed);
        BatchFailures failures = new();
        for (int batch = 0; batch < 200; batch++)
        {
            int size = chance.Below(20);
            HashSet<int> expected = [];
            failures.Reset(size);
            for (int step = 0; step < chance.Below(10) && size > 0; step++)
            {
                int first = chance.Below(size);
                int end = first + (chance.OneIn(2) ? 1 : chance.Below(size - first + 1));
                failures.Mark(first, end);
                expected.UnionWith(Enumerable.Range(first, end - first));
            }

            Assert.That(failures.Count, Is.EqualTo(expected.Count), $"batch {batch} of seed {seed}");
        }
    }
}
