using Easy.Logger.Forwarding;
using log4net.Filter;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>A child that is changed, shared or detached while batches are written.</summary>
internal sealed partial class TextBatchWriterTests
{
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
    public void Write_TwoForwardersShareAChild_BothWriteAndOneMayGo([Values] bool firstGoesFirst)
    {
        AppenderFanOut other = new(new FailureReporter(() => _name, TimeProvider.System));
        _child.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Warn, AcceptOnMatch = false });
        _fanOut.Add(_child);
        other.Add(_child);
        (AppenderFanOut goes, AppenderFanOut stays) = firstGoesFirst ? (_fanOut, other) : (other, _fanOut);

        Forward(Some.Event("a"), Some.Event("b"));
        other.Forward([Some.Event("c"), Some.Event("no", Level.Warn), Some.Event("d")], out _);
        goes.Remove(_child);
        stays.Forward([Some.Event("e"), Some.Event("f"), Some.Event("no", Level.Warn)], out _);

        Assert.That(Text, Is.EqualTo("INFO a;INFO b;INFO c;INFO d;INFO e;INFO f;"));
        Assert.That(_writer.Flushes, Is.EqualTo(3), "one write per batch to the end");
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
        other.Forward([Some.Event("c")], out int failed);

        Assert.That(failed, Is.EqualTo(1));
        Assert.That(_errors.Errors, Has.Count.EqualTo(3), "the appender's own handler gets each error");
    }
}
