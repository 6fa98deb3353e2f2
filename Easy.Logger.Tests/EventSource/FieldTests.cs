using System.Diagnostics;
using System.Diagnostics.Tracing;
using log4net.Filter;
using log4net.Util;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What of a log event is in which field.</summary>
[Category("EventSource")]
internal sealed class FieldTests
{
    private const EventKeywords All = (EventKeywords)0xF;

    [TestCase(int.MaxValue, 6, EventLevel.Critical)]
    [TestCase(90_000, 6, EventLevel.Critical)]
    [TestCase(89_999, 5, EventLevel.Error)]
    [TestCase(70_000, 5, EventLevel.Error)]
    [TestCase(69_999, 4, EventLevel.Warning)]
    [TestCase(60_000, 4, EventLevel.Warning)]
    [TestCase(59_999, 3, EventLevel.Informational)]
    [TestCase(40_000, 3, EventLevel.Informational)]
    [TestCase(39_999, 2, EventLevel.Verbose)]
    [TestCase(30_000, 2, EventLevel.Verbose)]
    [TestCase(29_999, 1, EventLevel.Verbose)]
    [TestCase(int.MinValue, 1, EventLevel.Verbose)]
    public void Append_Level_IsTheEventOfItsBand(int value, int id, EventLevel level)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text", new Level(value, "OWN"));

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(
            (written.Id, written.Level, written.Text("level"), written.Number("levelValue")), Is.EqualTo((id, level, "OWN", value)));
    }

    [Test]
    public void Append_NoLevelAndNoMessage_IsAnInfoWithoutText()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend(new LoggingEvent(typeof(FieldTests), repository: null, scene.Logger, level: null, null, exception: null));

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Id, written.Text("level"), written.Number("levelValue")), Is.EqualTo((3, string.Empty, 0)));
        Assert.That(written.Message, Is.Empty.Or.EqualTo(SystemInfo.NullText));
    }

    [Test]
    public void Append_Event_HasTimeLoggerMessageAndItsLength()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = scene.Event("some text");

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(written.Fields["timeUtcTicks"], Is.EqualTo(logged.TimeStampUtc.Ticks));
        Assert.That((written.Message, written.Number("originalLength")), Is.EqualTo(("some text", 9)));
        Assert.That(
            (written.Text("exception"), written.Text("traceId"), written.Text("spanId")),
            Is.EqualTo((string.Empty, string.Empty, string.Empty)));
    }

    [TestCase("the worker")]
    [TestCase(null)]
    public void Append_Thread_HasItsNameOrElseItsIdAndItsId(string? name)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        Thread thread = new(() => scene.Append("text")) { Name = name };
        thread.Start();
        thread.Join();

        ProviderEvent written = listener.Of(scene.Logger).Single();
        int id = thread.ManagedThreadId;
        Assert.That((written.Text("thread"), written.Number("threadId")), Is.EqualTo((name ?? $"{id}", id)));
    }

    [Test]
    public void Append_EventOfANamedThreadOnAnother_HasNoThreadId()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged =
            new(new LoggingEventData { LoggerName = scene.Logger, Level = Level.Info, Message = "text", ThreadName = "elsewhere" });

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Text("thread"), written.Number("threadId")), Is.EqualTo(("elsewhere", 0)));
    }

    [Test]
    public void IncludeExceptionAndIncludeProperties_False_LeaveThemOut()
    {
        using AppenderScene scene = new(appender => (appender.IncludeException, appender.IncludeProperties) = (false, false));
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = scene.Event("text", Level.Error, new TimeoutException("too late"));
        logged.Properties["Tenant"] = "north";

        scene.Appender.DoAppend(logged);

        Assert.That(listener.Of(scene.Logger).Single().Text("exception"), Is.Empty);
        Assert.That(listener.PropertiesOf(scene.Logger), Is.Empty);
    }

    [Test]
    public void Append_InsideAnActivity_HasItsIds()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();

        scene.Append("text");

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(
            (written.Text("traceId"), written.Text("spanId")), Is.EqualTo((activity.TraceId.ToHexString(), activity.SpanId.ToHexString())));
    }

    [Test]
    public void Append_FixedElsewhere_HasTheIdsOfItsProperties()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = scene.Event("text");
        logged.Properties["TraceId"] = "0af7651916cd43dd8448eb211c80319c";
        logged.Properties["SpanId"] = "b7ad6b7169203331";
        logged.Fix = FixFlags.Partial;
        using Activity activity = new("of the worker");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(
            (written.Text("traceId"), written.Text("spanId")), Is.EqualTo(("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")));
    }

    [Test]
    public void FilterThresholdAndLayout_OfAnArray_AreObeyedInOrder()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.AddFilter(new StringMatchFilter { StringToMatch = "not this", AcceptOnMatch = false });
            appender.Threshold = Level.Warn;
            appender.Layout = new PatternLayout("%level - %message");
        });
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend([scene.Event("one", Level.Warn), scene.Event("text", Level.Info)]);
        scene.Appender.DoAppend([scene.Event("not this", Level.Error), scene.Event("two", Level.Error)]);

        Assert.That(
            listener.Of(scene.Logger).Select(written => (written.Message, written.Number("originalLength"))),
            Is.EqualTo(new[] { ("WARN - one", 10), ("ERROR - two", 11) }));
    }

    [Test]
    public void DoAppend_Closed_TellsTheErrorHandlerAndWritesNothing()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        scene.Appender.Close();

        scene.Append("text");

        Assert.That(listener.Of(scene.Logger), Is.Empty);
        Assert.That(scene.Errors.Errors, Has.Some.Contains("is closed"));
    }
}
