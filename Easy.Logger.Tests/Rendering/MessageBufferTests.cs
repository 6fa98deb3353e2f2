using System.Globalization;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Tests.Rendering;

/// <summary>What is rendered at the call without log4net is what log4net renders at the same moment; where that is not sure, nothing is.</summary>
internal sealed class MessageBufferTests
{
    private readonly TestRepository _repository = new();

    private enum Colour
    {
        Red = 1,
    }

    [TearDown]
    public void End() => _repository.Dispose();

    [Test]
    [SetCulture("fr-FR")]
    public void TryRender_AnyArguments_IsTheTextOfLog4Net(
        [Values("", "plain", "{0}", "{0,8}|{0,-8}|", "a {0:N2} b {1} c {0:X}", "{1}{0}", "{{{0}}}", "{0:yyyy-MM-dd HH:mm}", "é {0} \U0001F600")] string format,
        [Values("", "fr-FR", "sv-SE", "own", "none")] string provider,
        [Values] bool hasRepository)
    {
        object?[][] choices =
        [
            [1, "x"], [-12345, null], [1.5, 2.5m], [null, null], ["text", 'c'], [new DateTime(2026, 3, 29, 2, 30, 0, DateTimeKind.Local), true],
            [new Guid("d3b07384-d9a0-4c9b-8f0e-2f0b6f3f9c11"), Colour.Red], [TimeSpan.FromSeconds(90), ulong.MaxValue], [new object(), new int[1]],
            [new Custom(), DateTimeOffset.UnixEpoch],
        ];
        foreach (object?[] arguments in choices)
        {
            SystemStringFormat message = new(Provider(provider), format, arguments);
            LoggingEvent loggingEvent = Event(message, hasRepository);
            string? expected = Event(message, hasRepository).RenderedMessage;

            MessageBuffer? buffer = MessageBuffer.TryRender(loggingEvent);

            // A format that does not fit an argument is log4net's to tell of.
            if (buffer is not null || !expected!.StartsWith("<log4net.Error>", StringComparison.Ordinal))
            {
                Assert.That(buffer is null ? null : new string(buffer.Text), Is.EqualTo(expected), $"{string.Join(", ", arguments)}");
            }

            buffer?.Return();
        }
    }

    [Test]
    public void TryRender_ArgumentsChangeAfterwards_IsTheTextOfTheCall()
    {
        object?[] arguments = ["then"];
        LoggingEvent loggingEvent = Event(new SystemStringFormat(null, "{0}", arguments));

        MessageBuffer buffer = MessageBuffer.TryRender(loggingEvent)!;
        arguments[0] = "now";

        Assert.That(new string(buffer.Text), Is.EqualTo("then"));
        buffer.Return();
    }

    [TestCase("{0} {1} {2}", Description = "too few arguments")]
    [TestCase("{", Description = "no format")]
    [TestCase("{0:Q}", Description = "a format that the argument does not know")]
    public void TryRender_FormatFails_LeavesItToLog4Net(string format)
    {
        LoggingEvent loggingEvent = Event(new SystemStringFormat(CultureInfo.InvariantCulture, format, 1));

        Assert.That(MessageBuffer.TryRender(loggingEvent), Is.Null);
        Assert.That(loggingEvent.RenderedMessage, Does.StartWith("<log4net.Error>"));
    }

    [Test]
    public void TryRender_ArgumentThrows_LeavesItToLog4Net() =>
        Assert.That(MessageBuffer.TryRender(Event(new SystemStringFormat(null, "{0}", new Throwing()))), Is.Null);

    [Test]
    public void TryRender_OtherMessages_LeavesThemToLog4Net([Values] bool hasRepository)
    {
        object?[] messages = ["text", null, 42, new object(), new SystemStringFormat(null, "{0}", null!), new SystemStringFormat(null, null!, 1)];

        Assert.That(messages.Select(message => MessageBuffer.TryRender(Event(message, hasRepository))), Is.All.Null);
    }

    [Test]
    public void TryRender_LongMessage_LeavesItToLog4Net() =>
        Assert.That(MessageBuffer.TryRender(Event(new SystemStringFormat(null, "{0}", new string('x', 10_000)))), Is.Null);

    [TestCase(typeof(SystemStringFormat))]
    [TestCase(typeof(object))]
    public void TryRender_ApplicationRendersIt_LeavesItToLog4Net(Type rendered)
    {
        _repository.Hierarchy.RendererMap.Put(rendered, new Shouting());
        LoggingEvent loggingEvent = Event(new SystemStringFormat(null, "{0}", "x"));

        Assert.That(MessageBuffer.TryRender(loggingEvent), Is.Null);
        Assert.That(loggingEvent.RenderedMessage, Is.EqualTo("X!"));
    }

    [Test]
    public void TryRender_MessageIsFixed_LeavesItAsItIs()
    {
        LoggingEvent loggingEvent = Event(new SystemStringFormat(null, "{0}", "x"));
        loggingEvent.Fix = FixFlags.Message;

        Assert.That(MessageBuffer.TryRender(loggingEvent), Is.Null);
    }

    /// <summary>The same event may come to an appender after ours, on the same thread or on another.</summary>
    [Test]
    public void TryRender_EventGoesOn_ShowsEverythingAsIfNothingWas()
    {
        Exception exception = new InvalidOperationException("broken");
        LoggingEvent loggingEvent = Event(new SystemStringFormat(null, "{0}", "x"), exception: exception);

        MessageBuffer.TryRender(loggingEvent)!.Return();

        string thread = Thread.CurrentThread.Name ?? string.Empty;
        using BackgroundCall<(FixFlags Fix, string? Message, string? Thread, string? Exception)> other = new(
            () => (loggingEvent.Fix, loggingEvent.RenderedMessage, loggingEvent.ThreadName, loggingEvent.GetExceptionString()));
        Assert.That(other.Result.Fix, Is.EqualTo(FixFlags.None));
        Assert.That(other.Result.Message, Is.EqualTo("x"));
        Assert.That(other.Result.Thread, Is.EqualTo(Event("same thread").ThreadName), thread);
        Assert.That(other.Result.Exception, Does.Contain("broken"));
    }

    [Test]
    public void TryRender_ArgumentLogsItself_BothAreRight()
    {
        LoggingEvent outer = Event(new SystemStringFormat(null, "outer {0}", new Nesting(() =>
        {
            MessageBuffer inner = MessageBuffer.TryRender(Event(new SystemStringFormat(null, "inner {0}", 1)))!;
            string text = new(inner.Text);
            inner.Return();
            return text;
        })));

        MessageBuffer buffer = MessageBuffer.TryRender(outer)!;

        Assert.That(new string(buffer.Text), Is.EqualTo("outer inner 1"));
        buffer.Return();
    }

    [Test]
    public void TryRender_ManyTimes_AllocatesNothing()
    {
        LoggingEvent[] events = [.. Enumerable.Range(0, 10_001).Select(i => Event(new SystemStringFormat(CultureInfo.InvariantCulture, "Counter is: {0}", i)))];
        MessageBuffer.TryRender(events[0])!.Return();
        _ = Array.TrueForAll(events, loggingEvent => loggingEvent.ThreadName is not null);

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 1; i < events.Length; i++)
        {
            MessageBuffer.TryRender(events[i])!.Return();
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private LoggingEvent Event(object? message, bool hasRepository = true, Exception? exception = null)
    {
        ILoggerRepository? repository = hasRepository ? _repository.Hierarchy : null;
        return new LoggingEvent(typeof(MessageBufferTests), repository, "test", Level.Info, message, exception);
    }

    private static IFormatProvider? Provider(string name) => name switch
    {
        "none" => null,
        "own" => new Brackets(),
        _ => CultureInfo.GetCultureInfo(name),
    };

    private sealed class Custom : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => $"<{format} {formatProvider?.GetType().Name}>";
    }

    private sealed class Throwing
    {
        public override string ToString() => throw new InvalidOperationException("no text");
    }

    private sealed class Nesting(Func<string> text)
    {
        public override string ToString() => text();
    }

    private sealed class Brackets : IFormatProvider, ICustomFormatter
    {
        public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

        public string Format(string? format, object? arg, IFormatProvider? formatProvider) => $"[{arg}]";
    }

    private sealed class Shouting : IObjectRenderer
    {
        public void RenderObject(RendererMap rendererMap, object obj, TextWriter writer) => writer.Write(obj.ToString()!.ToUpperInvariant() + "!");
    }
}
