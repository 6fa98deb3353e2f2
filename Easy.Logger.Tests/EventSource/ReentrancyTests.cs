using System.Diagnostics.Tracing;
using Easy.Logger.EventSource.Diagnostics;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What is logged while an event is written.</summary>
[Category("EventSource")]
internal sealed class ReentrancyTests
{
    private const EventKeywords All = (EventKeywords)0xF;

    /// <summary>
    /// A listener runs inside the log call. What it logs itself must not be written over the event that it is being given.
    /// </summary>
    [Test]
    public void Listener_LogsWhileItIsGivenAnEvent_BothAreWhole()
    {
        using AppenderScene scene = new(
            appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener first = new(EventLevel.Verbose, All);
        first.OnEvent = written =>
        {
            if (written.IsLog && written.Logger == scene.Logger && written.Message.StartsWith('o'))
            {
                scene.Append("inner " + new string('i', 5_000));
            }
        };
        using ProviderListener second = new(EventLevel.Verbose, All);

        scene.Append("outer " + new string('o', 5_000));

        string[] expected = ["inner " + new string('i', 5_000), "outer " + new string('o', 5_000)];
        Assert.That(first.Of(scene.Logger).Select(written => written.Message).Order(), Is.EqualTo(expected));
        Assert.That(second.Of(scene.Logger).Select(written => written.Message).Order(), Is.EqualTo(expected));
    }

    /// <summary>The properties of an event are written behind it, when the listener has been given it.</summary>
    [Test]
    public void Listener_LogsWhileItIsGivenAnEvent_ItsPropertiesAreWhole()
    {
        using AppenderScene scene = new();
        string logger = $"{scene.Logger}\0of the event";
        using ProviderListener listener = new(EventLevel.Verbose, All);
        listener.OnEvent = written =>
        {
            if (written.IsLog && written.Logger.EndsWith("of the event", StringComparison.Ordinal))
            {
                scene.Append("inner\0" + new string('i', 5_000));
            }
        };

        scene.Appender.DoAppend(new LoggingEvent(new LoggingEventData
        {
            LoggerName = logger,
            Level = Level.Info,
            Message = "text",
            Properties = new log4net.Util.PropertiesDictionary { ["Tenant"] = "north" },
        }));

        Assert.That(listener.PropertiesOf($"{scene.Logger}␀of the event").Single().Text("properties"),
            Is.EqualTo("""{"Tenant":"north"}"""));
        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("inner␀" + new string('i', 5_000)));
    }

    /// <summary>A message whose text is made while it is rendered may log while it is made.</summary>
    [Test]
    public void Layout_LogsWhileItWrites_BothAreWhole()
    {
        AppenderScene? scene = null;
        using AppenderScene own = scene = new AppenderScene(appender => appender.Layout = new DelegatingLayout((writer, logged) =>
        {
            writer.Write($"<{logged.RenderedMessage}");
            if (logged.RenderedMessage == "outer")
            {
                scene!.Append("inner " + new string('i', 5_000));
            }

            writer.Write('>');
        }));
        using ProviderListener listener = new(EventLevel.Verbose, All);

        own.Append("outer");

        Assert.That(
            listener.Of(own.Logger).Select(written => written.Message),
            Is.EqualTo(new[] { $"<inner {new string('i', 5_000)}>", "<outer>" }));
    }

    /// <summary>What is dropped is counted, and whoever listens to the count may log as well.</summary>
    [Test]
    public void Listener_OfTheCountLogs_ComesToAnEnd()
    {
        using AppenderScene scene = new();
        using ProviderListener events = new(EventLevel.Verbose, All);
        events.OnEvent = written =>
        {
            if (written.IsLog && written.Logger == scene.Logger)
            {
                scene.Append("event");
            }
        };
        using CounterReading dropped = new(EventSourceMeter.DroppedName, () => scene.Append("count"));

        scene.Append("first");

        Assert.That((dropped.OfThisThread, events.Of(scene.Logger).Count), Is.EqualTo((1L, 2)));
    }

    [Test]
    public void Listener_LogsForEachEvent_ComesToAnEnd()
    {
        using AppenderScene scene = new();
        using CounterReading dropped = new(EventSourceMeter.DroppedName);
        using ProviderListener listener = new(EventLevel.Verbose, All);
        listener.OnEvent = written =>
        {
            if (written.IsLog && written.Logger == scene.Logger)
            {
                scene.Append($"{written.Message}+");
            }
        };

        scene.Append("a");
        scene.Append("b");

        Assert.That(listener.Of(scene.Logger).Select(written => written.Message), Is.EqualTo(new[] { "a+", "a", "b+", "b" }));
        Assert.That(dropped.OfThisThread, Is.EqualTo(2));
    }

    [Test]
    public void Listener_Throws_NothingReachesTheLogCall()
    {
        using AppenderScene scene = new();
        using ProviderListener bad = new(EventLevel.Verbose, All);
        bad.OnEvent = written => throw new InvalidOperationException();
        using ProviderListener good = new(EventLevel.Verbose, All);

        Assert.That(() => scene.Append("text"), Throws.Nothing);
        Assert.That(good.Of(scene.Logger), Has.Count.EqualTo(1));
    }
}
