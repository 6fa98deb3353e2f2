using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Texts that are longer than an event may be, and their copies in memory of the thread, without a NUL.</summary>
[Category("EventSource")]
internal sealed class LengthTests
{
    private const char Untouched = '#';

    private static readonly string _letters = new('x', 100_000);
    private static readonly string _emojis = string.Concat(Enumerable.Repeat("😀", _letters.Length / 2));

    /// <summary>
    /// Each name has a 64th of the room, or that of an id; the message has what they leave, and the exception what that leaves. Half a
    /// character at an end would be none, and a NUL would end the field there, so that every field behind it would begin in the wrong
    /// place. A buffer for 64 KiB holds 32,768 characters.
    /// </summary>
    [Test]
    public void Append_TextsOfAnyLength_FillTheEventAndWhatIsCutOffIsCounted(
        [Values(4_096, 5_000, 61_440)] int bytes, [Values] bool hasLayout)
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        DelegatingLayout layout = new((writer, logged) => writer.Write(logged.RenderedMessage));
        using AppenderScene scene = new(appender => (appender.MaxEventBytes, appender.IncludeProperties, appender.Layout) =
            (bytes, false, hasLayout ? layout : null));
        using ProviderListener listener = new();
        using CounterReading truncated = new(EventSourceMeter.TruncatedName);
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
            Assert.That(truncated.OfThisThread, Is.EqualTo(cut), $"round {round} of seed {seed}");
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

    [Test]
    public void CutAt_AMark_KeepsNothingBehindIt()
    {
        using EventText text = EventText.Rent();
        text.BeginField(most: 100);
        text.Write("kept");
        int mark = text.Mark;
        text.Write(" not");

        text.CutAt(mark);
        text.Write(" this neither");
        TextField field = text.EndField();

        text.Return();
        Assert.That(text.Buffer.AsSpan(field.Start, field.Length).ToString(), Is.EqualTo("kept"));
        Assert.That(field.OriginalLength, Is.EqualTo(21));
    }

    /// <summary>Every length around those of vectors, and each place in it.</summary>
    [Test]
    public void Copy_NulAnywhere_IsReplacedAndAllElseIsCopied()
    {
        for (int length = 0; length <= 150; length++)
        {
            char[] text = [.. Enumerable.Range(1, length).Select(number => (char)(number * 397 % 0xFFFF | 1))];
            for (int place = -1; place < length; place++)
            {
                char[] given = [.. text];
                char[] expected = [.. text, Untouched, Untouched];
                if (place >= 0)
                {
                    given[place] = '\0';
                    expected[place] = Nul.Replacement;
                }

                char[] copy = [.. Enumerable.Repeat(Untouched, length + 2)];
                Nul.Copy(given, copy);

                Assert.That(copy.AsSpan().SequenceEqual(expected), Is.True, $"{length} characters, NUL at {place}");
                Assert.That(Nul.IsIn(new string(given)), Is.EqualTo(place >= 0));
            }
        }
    }

    /// <summary>Its size as a payload.</summary>
    private static int SizeOf(ProviderEvent written) => written.Fields.Values.Sum(value => value switch
    {
        string text => (text.Length + 1) * 2,
        long => 8,
        _ => 4,
    });
}
