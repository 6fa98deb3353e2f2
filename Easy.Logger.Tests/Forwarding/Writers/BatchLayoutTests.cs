using Easy.Logger.Forwarding;
using Easy.Logger.Forwarding.Writers;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>What takes the place of a layout while a batch is appended is a layout that an application can work with.</summary>
internal sealed class BatchLayoutTests
{
    /// <summary>An application that looks for its layout at that moment finds one that it can work with.</summary>
    [Test]
    public void Write_ApplicationMeetsTheLayoutOfTheBatch_ItIsOfItsClassAndPassesEverythingOn([Values] bool simple)
    {
        LayoutSkeleton own = simple ? new SimpleLayout() : new PatternLayout("%message;");
        own.Header = "head;";
        using CountingWriter writer = new();
        TextWriterAppender child = new() { Layout = own, Writer = writer };
        AppenderFanOut fanOut = new(new FailureReporter(() => "layout", TimeProvider.System));
        fanOut.Add(child);
        LayoutSkeleton? met = null;
        string text = string.Empty;
        writer.OnWrite = () =>
        {
            met ??= (LayoutSkeleton)child.Layout;
            text = met.Format(Some.Event("x"));
        };

        fanOut.Forward([Some.Event("a"), Some.Event("b")], out _);

        Assert.That(met, Is.Not.SameAs(own).And.InstanceOf(own.GetType()));
        Assert.That(text, Is.EqualTo(own.Format(Some.Event("x"))));
        Assert.That((met!.Header, met.Footer, met.IgnoresException), Is.EqualTo(("head;", (string?)null, own.IgnoresException)));
        met.Footer = "foot;";
        met.IgnoresException = !own.IgnoresException;
        Assert.That((own.Footer, met.IgnoresException), Is.EqualTo(("foot;", own.IgnoresException)));
        Assert.That((met as PatternLayout)?.ConversionPattern, Is.EqualTo((own as PatternLayout)?.ConversionPattern));
        if (met is PatternLayout pattern)
        {
            pattern.AddConverter("own", typeof(OwnConverter));
            pattern.ConversionPattern = "%own %message!";
            pattern.ActivateOptions();
            Assert.That(own.Format(Some.Event("x")), Is.EqualTo("written by it x!"));
        }
    }

    /// <summary>Takes the place of a layout of the application, or of one that was exchanged.</summary>
    [Test]
    public void Of_LayoutOfTheApplication_PassesEverythingOn()
    {
        LayoutSkeleton own = new XmlLayout { Header = "head;", Footer = "foot;" };

        LayoutSkeleton made = (LayoutSkeleton)BatchLayout.Of(own);

        Assert.That(
            (made.ContentType, made.Header, made.Footer, made.IgnoresException),
            Is.EqualTo((own.ContentType, "head;", "foot;", own.IgnoresException)));
        LoggingEvent loggingEvent = Some.Event("x");
        Assert.That(made.Format(loggingEvent), Is.EqualTo(own.Format(loggingEvent)));
        (made.Header, made.Footer, made.IgnoresException) = ("head!", "foot!", !own.IgnoresException);
        Assert.That((own.Header, own.Footer, own.IgnoresException), Is.EqualTo(("head!", "foot!", made.IgnoresException)));
    }

    private sealed class OwnConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => writer.Write("written by it");
    }
}
