using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.Tests.Metrics;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Texts that are longer than an event may be, and what is logged while another event is under way.</summary>
[Category("EventSource")]
internal sealed class TextTests : IDisposable
{
    private static readonly string _letters = new('x', 100_000);
    private static readonly string _emojis = string.Concat(Enumerable.Repeat("😀", _letters.Length / 2));

    private readonly AppenderScene _scene = new();

    /// <summary>
    /// Each name has a 64th of the room, or that of an id; the message has what they leave, and the exception what that leaves. Half a
    /// character at an end would be none, and a NUL would end the field there. A buffer for 64 KiB holds 32,768 characters.
    /// </summary>
    [Test]
    public void Append_TextsOfAnyLength_FillTheEventAndWhatIsCutOffIsCounted(
        [Values(4_096, 5_000, 61_440)] int bytes, [Values] bool hasLayout)
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        DelegatingLayout layout = new((writer, logged) => WriteInPieces(writer, logged.RenderedMessage!, random));
        using AppenderScene scene = new(appender => (appender.MaxEventBytes, appender.IncludeProperties, appender.Layout) =
            (bytes, false, hasLayout ? layout : null));
        using ProviderListener listener = new();
        double truncated = 0;
        using MeterListener counter =
            MeterListening.ToCounterOfThisThread(EventSourceMeter.TruncatedName, value => truncated += value);
        int room = (bytes - 20) / 2;
        int ofName = Math.Max(room / 64, 32);
        int cut = 0;
        for (int round = 0; round < 100; round++)
        {
            string[] names = [Any(ofName), scene.Logger + Any(ofName), Any(ofName), Any(ofName), Any(ofName)];
            (string message, string exception) = (Any(room), Any(room));
            scene.Appender.DoAppend(new LoggingEvent(new LoggingEventData
            {
                Level = new Level(70_000, names[0]),
                LoggerName = names[1],
                ThreadName = names[2],
                Message = message,
                ExceptionString = exception,
                Properties = new log4net.Util.PropertiesDictionary { ["TraceId"] = names[3], ["SpanId"] = names[4] },
            }));

            ProviderEvent written = listener.All.Last(found => found.IsLog
                && found.Logger.StartsWith(scene.Logger, StringComparison.Ordinal));
            string[] expected = [.. names.Select(name => Cut(name, ofName))];
            int left = room - expected.Sum(name => name.Length + 1) - 2;
            expected = [.. expected, Cut(message, left)];
            expected = [.. expected, Cut(exception, left - expected[^1].Length)];
            string[] fields = ["level", "logger", "thread", "traceId", "spanId", "message", "exception"];
            cut += expected.Sum(text => text.Length) < names.Sum(name => name.Length) + message.Length + exception.Length ? 1 : 0;
            Assert.That(fields.Select(written.Text), Is.EqualTo(expected), $"round {round} of seed {seed}");
            Assert.That(written.Number("originalLength"), Is.EqualTo(message.Length), $"round {round} of seed {seed}");
            Assert.That(SizeOf(written), Is.LessThanOrEqualTo(bytes));
            Assert.That(truncated, Is.EqualTo(cut), $"round {round} of seed {seed}");
        }

        string Any(int most)
        {
            int[] lengths = [0, 1, random.Next(most), most - 1, most, most + 1, 2 * most, 32_767, 32_768, 32_769, 100_000];
            int length = lengths[random.Next(lengths.Length)];
            return random.Next(3) switch
            {
                0 => _letters[..length],
                1 => string.Concat(Enumerable.Repeat("o\0ne\0", (length / 5) + 1))[..length],
                _ => _letters[..random.Next(2)] + _emojis[..(length / 2 * 2)],
            };
        }

        static string Cut(string text, int most) => (text.Length <= most
            ? text
            : text[..(most > 0 && char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)]).Replace('\0', '␀');
    }

    /// <summary>In any pieces, which may end within a character, by any method.</summary>
    private static void WriteInPieces(TextWriter writer, string text, Random random)
    {
        int longest = random.Next(2) == 0 ? 50 : 1_000;
        for (int at = 0, length; at < text.Length; at += length)
        {
            length = Math.Min(random.Next(longest), text.Length - at);
            string piece = text.Substring(at, length);
            Action write = random.Next(4) switch
            {
                0 => () => writer.Write(piece),
                1 => () => writer.Write(piece.AsSpan()),
                2 => () => writer.Write(piece.ToCharArray()),
                _ => () => Array.ForEach(piece.ToCharArray(), writer.Write),
            };
            write();
        }
    }

    [Test]
    public void MaxEventBytes_OutOfBounds_IsReportedWhateverAHandlerThrowsAndTheDefaultIsUsed([Values(4_095, 61_441, -1)] int bytes)
    {
        using InternalMessages messages = new();
        using ThrowingInternalLog log = new($"maxEventBytes {bytes} is");
        using AppenderScene scene = new(appender => appender.MaxEventBytes = bytes);

        Assert.That(SizeOf(scene.Written(new string('x', 100_000))), Is.GreaterThan(61_430));
        Assert.That(
            messages.Naming($"[{scene.Logger}]").Single(),
            Does.Contain($"maxEventBytes {bytes} is not within 4096 to 61440; 61440 is used."));
        Assert.That(log.Calls, Is.EqualTo(1));
    }

    private static int SizeOf(ProviderEvent written) => written.Fields.Values.Sum(value => value switch
    {
        string text => (text.Length + 1) * 2,
        long => 8,
        _ => 4,
    });

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Append_ManyThreads_MixNoTexts()
    {
        const int Many = 8;
        using AppenderScene scene = new(
            appender => appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(logged.RenderedMessage)));
        using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);

        Threads.Run(Many, number => Array.ForEach([.. TextsOf(number)], text => scene.Append(text)));

        ILookup<string, string> byThread =
            listener.Of(scene.Logger).Select(written => written.Message).ToLookup(message => message.Split(' ')[0]);
        for (int number = 0; number < Many; number++)
        {
            Assert.That(byThread[$"{number}"], Is.EqualTo(TextsOf(number)));
        }

        static IEnumerable<string> TextsOf(int number) =>
            Enumerable.Range(0, 500).Select(i => $"{number} {i} {new string((char)('a' + number), 1 + (i % 300))}");
    }

    [Test]
    public void Layout_Throws_IsReportedToTheErrorHandlerAndTheNextEventIsWhole()
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
        using ProviderListener listener = new();

        Assert.That(() => scene.Append("text"), Throws.Nothing);
        fails = false;
        scene.Append("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Contain("could not be written").And.Contains(nameof(InvalidOperationException)));
        Assert.That(listener.Of(scene.Logger).Single().Message, Is.EqualTo("begun "));
    }

    /// <summary>What is logged meanwhile must not be written over the event, nor over its properties, written behind it.</summary>
    [Test]
    public void ListenerAndLayout_LogWhileAnEventIsUnderWay_AllAreWhole([Values] bool hasLayout)
    {
        AppenderScene? scene = null;
        DelegatingLayout layout = new((writer, logged) =>
        {
            writer.Write($"<{logged.RenderedMessage}");
            if (logged.RenderedMessage!.StartsWith('o'))
            {
                scene!.Append("layout's\0" + new string('l', 5_000));
            }

            writer.Write('>');
        });
        using AppenderScene own = scene = new AppenderScene(appender => appender.Layout = hasLayout ? layout : null);
        string outer = $"{scene.Logger}␀of the event";
        using ProviderListener first = new();
        first.OnLogOf(outer, _ => scene.Append("listener's\0" + new string('i', 5_000)));
        using ProviderListener second = new();

        scene.Appender.DoAppend(new LoggingEvent(new LoggingEventData
        {
            LoggerName = outer.Replace('␀', '\0'),
            Level = Level.Info,
            Message = "outer\0" + new string('o', 5_000),
            Properties = new log4net.Util.PropertiesDictionary { ["Tenant"] = "north" },
        }));

        string[] inner = ["layout's␀" + new string('l', 5_000), "listener's␀" + new string('i', 5_000)];
        foreach (ProviderListener listener in new[] { first, second })
        {
            Assert.That(listener.Of(outer).Single().Message, Is.EqualTo(Formatted("outer␀" + new string('o', 5_000))));
            Assert.That(listener.PropertiesOf(outer).Single().Text("properties"), Is.EqualTo("""{"Tenant":"north"}"""));
            Assert.That(
                listener.Of(scene.Logger).Select(written => written.Message), Is.EqualTo(inner.Skip(hasLayout ? 0 : 1).Select(Formatted)));
        }

        string Formatted(string message) => hasLayout ? $"<{message}>" : message;
    }

    /// <summary>What is dropped is counted, and whoever listens to the count may log as well.</summary>
    [Test]
    public void Listener_LogsForEachEventAndCount_ComesToAnEnd()
    {
        double dropped = 0;
        using MeterListener counter = MeterListening.ToCounterOfThisThread(EventSourceMeter.DroppedName, value =>
        {
            dropped += value;
            _scene.Append("count");
        });
        using ProviderListener listener = new();
        listener.OnLogOf(_scene.Logger, written => _scene.Append($"{written.Message}+"));

        _scene.Append("a");
        _scene.Append("b");

        Assert.That(listener.Of(_scene.Logger).Select(written => written.Message), Is.EqualTo(new[] { "a+", "a", "b+", "b" }));
        Assert.That(dropped, Is.EqualTo(2));
    }

    [Test]
    public void Listener_Throws_NothingReachesTheLogCall()
    {
        using ProviderListener bad = new();
        bad.OnLogOf(_scene.Logger, _ => throw new InvalidOperationException());
        using ProviderListener good = new();

        Assert.That(() => _scene.Append("text"), Throws.Nothing);
        Assert.That(good.Of(_scene.Logger), Has.Count.EqualTo(1));
    }
}
