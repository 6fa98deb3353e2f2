using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>A child that is changed, shared or let go while it is attached.</summary>
internal sealed partial class TextBatchWriterTests
{
    [Test]
    public void Detach_LayoutFiltersAndErrorHandler_AreTheChildsOwnAgain()
    {
        IFilter[] filters = [new LevelMatchFilter(), new StringMatchFilter(), new DenyAllFilter()];
        Array.ForEach(filters, _child.AddFilter);
        ILayout layout = _child.Layout!;
        _fanOut.Add(_child);
        Assert.That(_child.ErrorHandler, Is.Not.SameAs(_errors), "watched while attached");

        Assert.That(_fanOut.Remove(_child), Is.True);

        Assert.That(_child.Layout, Is.SameAs(layout));
        Assert.That(_child.ErrorHandler, Is.SameAs(_errors));
        Assert.That(Chain(_child), Is.EqualTo(filters));
    }

    [Test]
    public void Detach_NoFilters_LeavesNone()
    {
        _fanOut.Add(_child);
        _fanOut.Remove(_child);

        Assert.That(_child.FilterHead, Is.Null);
    }

    [Test]
    public void Detach_ApplicationGaveAnotherLayoutAndErrorHandler_KeepsThose()
    {
        PatternLayout layout = new("%message!");
        CollectingErrorHandler errors = new();
        _fanOut.Add(_child);
        _child.Layout = layout;
        _child.ErrorHandler = errors;

        _fanOut.Remove(_child);

        Assert.That(_child.Layout, Is.SameAs(layout));
        Assert.That(_child.ErrorHandler, Is.SameAs(errors));
    }

    [Test]
    public void Close_Child_IsRestoredBeforeItIsClosed()
    {
        PatternLayout layout = new("%message;") { Header = "head;", Footer = "foot;" };
        _child.Layout = layout;
        _fanOut.Add(_child);
        Forward(Some.Event("a"));

        _fanOut.Close();

        Assert.That(_child.Layout, Is.SameAs(layout));
        Assert.That(Text, Is.EqualTo("a;foot;"));
        _child.DoAppend(Some.Event("late"));
        Assert.That(_errors.Errors, Has.Count.EqualTo(1), "it is closed");
    }

    [Test]
    public void Write_LayoutExchangedBetweenBatches_UsesTheNewOne()
    {
        _fanOut.Add(_child);
        Forward(Some.Event("a"));

        _child.Layout = new PatternLayout("%message!");
        Forward(Some.Event("b"), Some.Event("c"));

        Assert.That(Text, Is.EqualTo("INFO a;b!c!"));
        Assert.That(_writer.Flushes, Is.EqualTo(2), "still one write per batch");
    }

    [Test]
    public void Write_LayoutExchangedWhileABatchIsRendered_LosesNothing()
    {
        _child.Layout = new DelegatingLayout((writer, e) =>
        {
            writer.Write($"[{e.RenderedMessage}]");
            _child.Layout = new PatternLayout("%message");
        });
        _fanOut.Add(_child);

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.Zero);
        Forward(Some.Event("c"));

        Assert.That(Text, Is.EqualTo("[a][b]c"));
    }

    [Test]
    public void Write_LayoutTakenAway_FailsUntilThereIsOneAgain()
    {
        _fanOut.Add(_child);
        ILayout? ours = _child.Layout;
        _child.Layout = null;

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.EqualTo(2));
        Assert.That(_errors.Errors, Is.Not.Empty, "the child says what it misses");

        _child.Layout = new PatternLayout("%message!");
        Assert.That(Forward(Some.Event("c")), Is.Zero);
        Assert.That(Text, Is.EqualTo("c!"));
        Assert.That(ours, Is.Not.Null);
    }

    [Test]
    public void Write_FiltersChangedWhileAttached_AreObeyed()
    {
        _fanOut.Add(_child);
        Forward(Some.Event("a"));

        _child.AddFilter(new DelegatingFilter(e => e.RenderedMessage == "b" ? FilterDecision.Deny : FilterDecision.Neutral));
        Forward(Some.Event("b"), Some.Event("c"));
        _child.ClearFilters();
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Warn });
        _child.AddFilter(new DenyAllFilter());
        Forward(Some.Event("d"), Some.Event("e", Level.Warn));

        Assert.That(Text, Is.EqualTo("INFO a;INFO c;WARN e;"));
        Assert.That(_writer.Flushes, Is.EqualTo(3));
        _fanOut.Remove(_child);
        Assert.That(Chain(_child).Select(filter => filter.GetType()), Is.EqualTo(new[] { typeof(LevelMatchFilter), typeof(DenyAllFilter) }));
    }

    [Test]
    public void Write_ChildAlsoAttachedElsewhere_WritesBothInTheChildsLayout()
    {
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Debug, AcceptOnMatch = false });
        _fanOut.Add(_child);

        _child.DoAppend(Some.Event("direct"));
        Forward(Some.Event("a"), Some.Event("b"));
        _child.DoAppend(Some.Event("not wanted", Level.Debug));
        _child.DoAppend(Some.Event("direct again"));

        Assert.That(Text, Is.EqualTo("INFO direct;INFO a;INFO b;INFO direct again;"));
    }

    [Test]
    public void Write_TwoForwardersShareAChild_BothWriteAndOneMayGo([Values] bool firstGoesFirst)
    {
        AppenderFanOut other = new(new FailureReporter(() => _name, TimeProvider.System));
        ILayout layout = _child.Layout!;
        LevelMatchFilter filter = new() { LevelToMatch = Level.Warn, AcceptOnMatch = false };
        _child.AddFilter(filter);
        _fanOut.Add(_child);
        other.Add(_child);
        AppenderFanOut goes = firstGoesFirst ? _fanOut : other;
        AppenderFanOut stays = firstGoesFirst ? other : _fanOut;

        Forward(Some.Event("a"), Some.Event("b"));
        other.Forward([Some.Event("c"), Some.Event("no", Level.Warn), Some.Event("d")], new BatchMessages(), out _);
        goes.Remove(_child);
        Assert.That(_child.Layout, Is.InstanceOf<BatchLayout>(), "the other one still needs it");
        stays.Forward([Some.Event("e"), Some.Event("f"), Some.Event("no", Level.Warn)], new BatchMessages(), out _);

        Assert.That(Text, Is.EqualTo("INFO a;INFO b;INFO c;INFO d;INFO e;INFO f;"));
        Assert.That(_writer.Flushes, Is.EqualTo(3), "one write per batch to the end");
        stays.Remove(_child);
        Assert.That(_child.Layout, Is.SameAs(layout));
        Assert.That(Chain(_child), Is.EqualTo(new[] { filter }));
    }

    [Test]
    public void Detach_TwoForwardersShareAChild_LastOneLeavesTheChildsOwnErrorHandler([Values] bool firstGoesFirst)
    {
        AppenderFanOut other = new(new FailureReporter(() => _name, TimeProvider.System));
        _fanOut.Add(_child);
        other.Add(_child);

        (firstGoesFirst ? _fanOut : other).Remove(_child);
        (firstGoesFirst ? other : _fanOut).Remove(_child);

        Assert.That(_child.ErrorHandler, Is.SameAs(_errors));
    }

    [Test]
    public void Write_TwoForwardersShareAFailingChild_EachCountsItsOwnFailures()
    {
        AppenderFanOut other = new(new FailureReporter(() => _name, TimeProvider.System));
        _fanOut.Add(_child);
        other.Add(_child);
        _writer.OnWrite = () => throw new IOException("disk full");

        Assert.That(Forward(Some.Event("a"), Some.Event("b")), Is.EqualTo(2));
        other.Forward([Some.Event("c")], new BatchMessages(), out int failed);

        Assert.That(failed, Is.EqualTo(1));
        Assert.That(_errors.Errors, Has.Count.EqualTo(2), "the child's own handler is told each time");
    }

    [Test]
    public void BatchRendering_SwitchedWhileAttached_TakesEffectWithTheNextBatch()
    {
        ILayout layout = _child.Layout!;
        _fanOut.Add(_child);
        _fanOut.BatchRendering = false;
        Forward(Some.Event("a"), Some.Event("b"));
        Assert.That(_writer.Flushes, Is.EqualTo(2));
        Assert.That(_child.Layout, Is.SameAs(layout));

        _fanOut.BatchRendering = true;
        Forward(Some.Event("c"), Some.Event("d"));

        Assert.That(_writer.Flushes, Is.EqualTo(3));
        Assert.That(Text, Is.EqualTo("INFO a;INFO b;INFO c;INFO d;"));
    }

    private static List<IFilter> Chain(AppenderSkeleton appender)
    {
        List<IFilter> chain = [];
        for (IFilter? filter = appender.FilterHead; filter is not null; filter = filter.Next)
        {
            chain.Add(filter);
        }

        return chain;
    }
}
