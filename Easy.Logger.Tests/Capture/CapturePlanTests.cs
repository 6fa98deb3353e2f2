using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests.Capture;

/// <summary>What capturing does to an event, which appenders beside ours get as well, and what is kept of it.</summary>
internal sealed class CapturePlanTests
{
    [Test]
    public void Capture_PropertyThrows_KeepsTheExceptionAndTheMessageForTheAppender()
    {
        LoggingEvent loggingEvent = Event(new SystemStringFormat(CultureInfo.InvariantCulture, "{0}", 1));
        loggingEvent.Properties["own"] = new ThrowingMessage();

        CapturePlan plan = Plan("%property{own} %message");
        CapturedEvent captured = plan.Capture(loggingEvent, null, new LastCall());

        Assert.That(captured.Context!.Texts![0], Is.InstanceOf<FormatException>());
        Assert.That(captured.Event!.GetLoggingEventData(FixFlags.None).Message, Is.Null, "the worker renders it");
        Assert.That(Seen(captured, plan), Is.SameAs(captured.Event), "the property throws again");
    }

    [Test]
    public void Capture_MessageThrows_TheOtherPartsAreThoseOfTheCall(
        [Values] bool isKnown, [Values] bool byException, [Values(null, FixFlags.All)] FixFlags? fix)
    {
        System.Text.StringBuilder text = new("text");
        LoggingEvent loggingEvent = byException ? Event(text, new ThrowingException()) : Event(new ThrowingMessage());
        string thread = Some.Event().ThreadName!;

        LastCall lastCall = new();
        loggingEvent = (isKnown ? Plan("%thread %message") : CapturePlan.Everything).Capture(loggingEvent, fix, lastCall).Event!;
        text.Clear();

        using BackgroundCall<(string?, string?)> other = new(
            () => (loggingEvent.ThreadName, byException ? loggingEvent.RenderedMessage : "text"));
        Assert.That(other.Result, Is.EqualTo((thread, "text")));
        Func<string?> failing = byException ? loggingEvent.GetExceptionString : () => loggingEvent.RenderedMessage;
        Assert.That(() => failing(), Throws.InstanceOf<FormatException>());
    }

    /// <summary>Each worker's appenders may write into the properties, as XmlLayoutSchemaLog4J does, while the other's read them.</summary>
    [Test]
    public void Capture_ForwardedByAnotherAsyncAppender_HasPropertiesOfItsOwn([Values] bool areKept, [Values] bool isSubclass)
    {
        ThreadContext.Properties["thread"] = "value";
        LoggingEvent first = isSubclass ? new OwnEvent() : Event("text");
        first.Properties["own"] = "value";
        LastCall lastCall = new();
        first = CapturePlan.Everything.Capture(first, null, lastCall).Event!;
        first.Fix |= areKept ? FixFlags.Properties : FixFlags.None;
        LoggingEvent second = first;

        second = CapturePlan.Everything.Capture(second, null, lastCall, isForwarded: true).Event!;
        ThreadContext.Properties.Remove("thread");
        first.GetProperties()["later"] = "first";

        Assert.That(second.GetProperties(), Is.Not.SameAs(first.GetProperties()));
        Assert.That((second.LookupProperty("thread"), second.LookupProperty("own"), second.LookupProperty("later")),
            Is.EqualTo(("value", "value", (object?)null)));
    }

    /// <summary>The event as an appender sees it of which it is known what it reads.</summary>
    private static LoggingEvent Seen(CapturedEvent captured, CapturePlan plan)
    {
        CapturedEvents events = new(1);
        events.Begin(plan);
        events.Add(captured);
        Batch batch = new();
        batch.Begin(events);
        return batch.EventFor(0, isKnown: true);
    }

    private static CapturePlan Plan(string pattern) =>
        CapturePlanner.Derive([new ConsoleAppender { Layout = new PatternLayout(pattern) }], isLossy: false, mayWait: true);

    private static LoggingEvent Event(object message, Exception? exception = null) =>
        new(typeof(CapturePlanTests), repository: null, "test", Level.Info, message, exception);

    private sealed class OwnEvent() : LoggingEvent(typeof(OwnEvent), null, "test", Level.Info, "text", null);

    [SuppressMessage("Design", "CA1032", Justification = "Thrown nowhere.")]
    private sealed class ThrowingException : Exception
    {
        public override string ToString() => throw new FormatException("cannot");
    }
}
