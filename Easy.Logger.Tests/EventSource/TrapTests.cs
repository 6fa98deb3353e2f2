using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Where techniques that share a buffer between events go wrong.</summary>
[Category("EventSource")]
internal sealed class TrapTests
{
    private const EventKeywords All = (EventKeywords)0xF;
    private const int MostChars = (61_440 - 20) / 2;

    /// <summary>A NUL would end the field there, and every field behind it would begin in the wrong place.</summary>
    [Test]
    public void Append_NulInEveryText_EndsNoField()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        string logger = $"{scene.Logger}\0x";
        LoggingEvent logged = new(new LoggingEventData
        {
            LoggerName = logger,
            Level = new Level(70_001, "OW\0N"),
            Message = "\0one\0two\0",
            ThreadName = "th\0read",
            ExceptionString = "failed\0here",
            Properties = new log4net.Util.PropertiesDictionary { ["TraceId"] = "tr\0ace", ["SpanId"] = "sp\0an" },
        });

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.Of($"{scene.Logger}␀x").Single();
        Assert.That(
            (written.Text("level"), written.Text("thread"), written.Message, written.Text("exception"), written.Text("traceId"), written.Text("spanId")),
            Is.EqualTo(("OW␀N", "th␀read", "␀one␀two␀", "failed␀here", "tr␀ace", "sp␀an")));
    }

    [Test]
    public void Layout_NulInItsText_EndsNoField()
    {
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, _) =>
        {
            writer.Write("a\0b");
            writer.Write('\0');
            writer.Write("c\0".ToCharArray());
        }));
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append("text");

        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("a␀b␀c␀"));
    }

    /// <summary>More than the 32,768 characters that a buffer for 64 KiB holds.</summary>
    [TestCase(32_767)]
    [TestCase(32_768)]
    [TestCase(32_769)]
    [TestCase(100_000)]
    [TestCase(2_000_000)]
    public void Append_TooLong_IsCutOffAndTellsItsLength(int length)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        string text = string.Concat(Enumerable.Range(0, (length / 10) + 1).Select(number => $"{number:0000000000}"))[..length];

        scene.Append(text);

        ProviderEvent written = listener.Of(scene.Logger).Single();
        Assert.That(written.Number("originalLength"), Is.EqualTo(length));
        Assert.That(written.Message, Has.Length.GreaterThan(30_000).And.Length.LessThan(MostChars));
        Assert.That(text, Does.StartWith(written.Message));
        Assert.That(SizeOf(written), Is.LessThanOrEqualTo(61_440).And.GreaterThan(61_430));
    }

    [Test]
    public void Append_AsLongAsCanBe_IsNotCutOff()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        scene.Append(new string('x', 100_000));
        int longest = listener.Of(scene.Logger)[0].Message.Length;

        scene.Append(new string('y', longest));
        scene.Append(new string('z', longest + 1));

        Assert.That(listener.Of(scene.Logger)[1].Message, Is.EqualTo(new string('y', longest)));
        Assert.That((listener.Of(scene.Logger)[2].Message.Length, listener.Of(scene.Logger)[2].Number("originalLength")), Is.EqualTo((longest, longest + 1)));
    }

    /// <summary>Half a character at the end would be none.</summary>
    [TestCase(0)]
    [TestCase(1)]
    public void Append_CutOffInsideACharacter_LeavesItOutWhole(int shift)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        string text = new string('x', shift) + string.Concat(Enumerable.Repeat("😀", 40_000));

        scene.Append(text);

        string message = listener.Of(scene.Logger).Single().Message;
        Assert.That(char.IsLowSurrogate(message[^1]), Is.True, $"it ends with {(int)message[^1]:X4}");
        Assert.That(text, Does.StartWith(message));
    }

    [Test]
    public void Append_LongMessageAndException_GivesTheMessageTheRoom()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Appender.DoAppend(Log(scene, new string('m', 20_000), new string('e', 40_000)));
        scene.Appender.DoAppend(Log(scene, new string('m', 40_000), new string('e', 40_000)));

        IReadOnlyList<ProviderEvent> written = listener.Of(scene.Logger);
        Assert.That(written[0].Message, Has.Length.EqualTo(20_000));
        Assert.That(written[0].Text("exception"), Has.Length.GreaterThan(10_000));
        Assert.That(written[1].Text("exception"), Is.Empty);
        Assert.That(written.Select(SizeOf), Is.All.LessThanOrEqualTo(61_440));
    }

    [Test]
    public void Append_LongNames_LeaveRoomForTheMessage()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = new(new LoggingEventData
        {
            LoggerName = scene.Logger + new string('l', 100_000),
            Level = new Level(70_000, new string('v', 100_000)),
            Message = "text",
            ThreadName = new string('t', 100_000),
        });

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.All.Single(found => found.IsLog && found.Logger.StartsWith($"{scene.Logger}l", StringComparison.Ordinal));
        Assert.That(written.Message, Is.EqualTo("text"));
        Assert.That(new[] { written.Logger.Length, written.Text("level").Length, written.Text("thread").Length }, Is.All.EqualTo(MostChars / 64));
    }

    [Test]
    public void MaxEventBytes_Set_IsTheSizeOfTheEvent()
    {
        using AppenderScene scene = new(appender => appender.MaxEventBytes = 5_000);
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append(new string('x', 100_000));

        Assert.That(SizeOf(listener.Of(scene.Logger).Single()), Is.LessThanOrEqualTo(5_000).And.GreaterThan(4_990));
    }

    [TestCase(4_095)]
    [TestCase(61_441)]
    [TestCase(-1)]
    public void MaxEventBytes_OutOfBounds_IsToldAndTheDefaultIsUsed(int bytes)
    {
        using InternalMessages messages = new();
        using AppenderScene scene = new(appender => appender.MaxEventBytes = bytes);
        using ProviderListener listener = new(EventLevel.Verbose, All);

        scene.Append(new string('x', 100_000));

        Assert.That(messages.Naming($"[{scene.Logger}]").Single(), Does.Contain($"maxEventBytes {bytes} is not within 4096 to 61440; 61440 is used."));
        Assert.That(SizeOf(listener.Of(scene.Logger).Single()), Is.GreaterThan(61_430));
    }

    [Test]
    public void Append_CutOff_IsCounted()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        using CounterReading truncated = new(EventSourceMeter.TruncatedName);

        scene.Append(new string('x', 30_000));
        Assert.That(truncated.OfThisThread, Is.Zero);
        scene.Append(new string('x', 40_000));

        Assert.That(truncated.OfThisThread, Is.EqualTo(1));
    }

    /// <summary>A listener runs inside the log call. What it logs itself must not be written over the event that it is being given.</summary>
    [Test]
    public void Listener_LogsWhileItIsGivenAnEvent_BothAreWhole()
    {
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
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

        Assert.That(listener.PropertiesOf($"{scene.Logger}␀of the event").Single().Text("properties"), Is.EqualTo("""{"Tenant":"north"}"""));
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

        Assert.That(listener.Of(own.Logger).Select(written => written.Message), Is.EqualTo(new[] { $"<inner {new string('i', 5_000)}>", "<outer>" }));
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

    /// <summary>A field of each thread that is initialised where it is declared is only there on the first thread.</summary>
    [Test]
    public void Append_EveryThreadsFirstEvent_IsWhole()
    {
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener listener = new(EventLevel.Verbose, All);
        Thread[] threads = [.. Enumerable.Range(0, 8).Select(number => new Thread(() => scene.Append($"of thread {number}")))];

        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        Assert.That(listener.Of(scene.Logger).Select(written => written.Message).Order(), Is.EqualTo(Enumerable.Range(0, 8).Select(number => $"of thread {number}")));
        Assert.That(scene.Errors.Errors, Is.Empty);
    }

    [Test]
    public void Append_ManyThreads_MixNoTexts()
    {
        const int Threads = 8;
        const int Events = 500;
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);
        Thread[] threads =
        [
            .. Enumerable.Range(0, Threads).Select(number => new Thread(() =>
            {
                for (int i = 0; i < Events; i++)
                {
                    scene.Append($"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}");
                }
            }))
        ];

        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        ILookup<string, string> byThread = listener.Of(scene.Logger).Select(written => written.Message).ToLookup(message => message.Split(' ')[0]);
        for (int number = 0; number < Threads; number++)
        {
            Assert.That(byThread[$"{number}"], Is.EqualTo(Enumerable.Range(0, Events).Select(i => $"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}")));
        }
    }

    [Test]
    public void Layout_Throws_TellsTheErrorHandlerAndTheNextEventIsWhole()
    {
        bool fails = true;
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((writer, logged) =>
        {
            writer.Write("begun ");
            if (fails)
            {
                throw new InvalidOperationException();
            }
        }));
        using ProviderListener listener = new(EventLevel.Verbose, All);

        Assert.That(() => scene.Append("text"), Throws.Nothing);
        fails = false;
        scene.Append("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Contain("could not be written").And.Contains(nameof(InvalidOperationException)));
        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("begun "));
    }

    /// <summary>Its size as a payload.</summary>
    private static int SizeOf(ProviderEvent written) => written.Fields.Values.Sum(value => value switch
    {
        string text => (text.Length + 1) * 2,
        long => 8,
        _ => 4,
    });

    private static LoggingEvent Log(AppenderScene scene, string message, string exception) =>
        new(new LoggingEventData { LoggerName = scene.Logger, Level = Level.Error, Message = message, ThreadName = "1", ExceptionString = exception });
}
