using System.Diagnostics;
using System.Diagnostics.Tracing;
using log4net;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What of a log event is in which field.</summary>
[Category("EventSource")]
internal sealed class FieldTests
{
    private const EventKeywords All = (EventKeywords)0xF;

    [TestCase("EMERGENCY", 6, EventLevel.Critical)]
    [TestCase("FATAL", 6, EventLevel.Critical)]
    [TestCase("ALERT", 6, EventLevel.Critical)]
    [TestCase("CRITICAL", 6, EventLevel.Critical)]
    [TestCase("SEVERE", 5, EventLevel.Error)]
    [TestCase("ERROR", 5, EventLevel.Error)]
    [TestCase("WARN", 4, EventLevel.Warning)]
    [TestCase("NOTICE", 3, EventLevel.Informational)]
    [TestCase("INFO", 3, EventLevel.Informational)]
    [TestCase("DEBUG", 2, EventLevel.Verbose)]
    [TestCase("FINE", 2, EventLevel.Verbose)]
    [TestCase("TRACE", 1, EventLevel.Verbose)]
    [TestCase("VERBOSE", 1, EventLevel.Verbose)]
    [TestCase("ALL", 1, EventLevel.Verbose)]
    public void Append_LevelOfLog4Net_IsTheEventOfItsBand(string name, int id, EventLevel level)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        Level logged = LevelNamed(name);

        scene.Append("text", logged);

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(
            (written.Id, written.Level, written.Text("level"), written.Number("levelValue")), Is.EqualTo((id, level, name, logged.Value)));
    }

    [TestCase(69_999, 4)]
    [TestCase(70_000, 5)]
    [TestCase(89_999, 5)]
    [TestCase(90_000, 6)]
    [TestCase(39_999, 2)]
    [TestCase(29_999, 1)]
    [TestCase(-1, 1)]
    public void Append_LevelOfTheApplication_IsTheEventOfItsBand(int value, int id)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text", new Level(value, "OWN"));

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Id, written.Text("level"), written.Number("levelValue")), Is.EqualTo((id, "OWN", value)));
    }

    [Test]
    public void Append_NoLevel_IsInfo()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend(new LoggingEvent(typeof(FieldTests), repository: null, scene.Logger, level: null, "text", exception: null));

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Id, written.Text("level"), written.Number("levelValue")), Is.EqualTo((3, string.Empty, 0)));
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

    [Test]
    public void Append_NullMessage_IsEmpty()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append(message: null);

        Assert.That(listener.Of(scene.Logger).Single().Message, Is.Empty.Or.EqualTo(SystemInfo.NullText));
    }

    [Test]
    public void Append_ThreadWithAName_HasNameAndId()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        int id = 0;
        Thread thread = new(() =>
        {
            id = Environment.CurrentManagedThreadId;
            scene.Append("text");
        })
        {
            Name = "the worker",
        };
        thread.Start();
        thread.Join();

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Text("thread"), written.Number("threadId")), Is.EqualTo(("the worker", id)));
    }

    [Test]
    public void Append_ThreadWithoutAName_HasItsIdInBoth()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        int id = 0;
        Thread thread = new(() =>
        {
            id = Environment.CurrentManagedThreadId;
            scene.Append("text");
        });
        thread.Start();
        thread.Join();

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Text("thread"), written.Number("threadId")), Is.EqualTo(($"{id}", id)));
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
    public void IncludeException_False_LeavesItEmpty()
    {
        using AppenderScene scene = new(appender => appender.IncludeException = false);
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend(scene.Event("text", Level.Error, new TimeoutException("too late")));

        Assert.That(listener.Of(scene.Logger).Single().Text("exception"), Is.Empty);
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
    public void Layout_Set_MakesTheMessage()
    {
        using AppenderScene scene = new(appender =>
        {
            PatternLayout layout = new("%level - %message");
            layout.ActivateOptions();
            appender.Layout = layout;
        });
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text");

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That((written.Message, written.Number("originalLength")), Is.EqualTo(("INFO - text", 11)));
    }

    [Test]
    public void Filter_Denies_WritesNothing()
    {
        using AppenderScene scene = new(appender => appender.AddFilter(new DenyAllFilter()));
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text");

        Assert.That(listener.Of(scene.Logger), Is.Empty);
    }

    [Test]
    public void Threshold_Above_WritesNothing()
    {
        using AppenderScene scene = new(appender => appender.Threshold = Level.Error);
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text", Level.Warn);
        scene.Append("text", Level.Error);

        Assert.That(listener.Of(scene.Logger).Select(written => written.Id), Is.EqualTo(new[] { 5 }));
    }

    [Test]
    public void DoAppend_Array_WritesAllInOrder()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend([scene.Event("one"), scene.Event("two")]);

        Assert.That(listener.Of(scene.Logger).Select(written => written.Message), Is.EqualTo(new[] { "one", "two" }));
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

    private static Level LevelNamed(string name) => LogManager.GetRepository(typeof(FieldTests).Assembly).LevelMap[name] ?? Level.All;
}
