using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Texts that are longer than an event may be, and their copies in memory of the thread, without a NUL.</summary>
[Category("EventSource")]
internal sealed class LengthTests : IDisposable
{
    private const char Untouched = '#';
    private const int MostChars = (61_440 - 20) / 2;

    private readonly AppenderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    /// <summary>More than the 32,768 characters that a buffer for 64 KiB holds.</summary>
    [TestCase(32_767)]
    [TestCase(32_768)]
    [TestCase(32_769)]
    [TestCase(100_000)]
    [TestCase(2_000_000)]
    public void Append_TooLong_IsCutOffAndTellsItsLength(int length)
    {
        string text = string.Concat(Enumerable.Range(0, (length / 10) + 1).Select(number => $"{number:0000000000}"))[..length];

        ProviderEvent written = _scene.Written(text);

        Assert.That(written.Number("originalLength"), Is.EqualTo(length));
        Assert.That(written.Message, Has.Length.GreaterThan(30_000).And.Length.LessThan(MostChars));
        Assert.That(text, Does.StartWith(written.Message));
        Assert.That(SizeOf(written), Is.LessThanOrEqualTo(61_440).And.GreaterThan(61_430));
    }

    [Test]
    public void Append_AsLongAsCanBe_IsNotCutOffAndWhatIsIsCounted()
    {
        using CounterReading truncated = new(EventSourceMeter.TruncatedName);
        int longest = _scene.Written(new string('x', 100_000)).Message.Length;
        Assert.That(truncated.OfThisThread, Is.EqualTo(1));

        Assert.That(_scene.Written(new string('y', longest)).Message, Is.EqualTo(new string('y', longest)));
        Assert.That(truncated.OfThisThread, Is.EqualTo(1));

        ProviderEvent written = _scene.Written(new string('z', longest + 1));
        Assert.That((written.Message.Length, written.Number("originalLength")), Is.EqualTo((longest, longest + 1)));
        Assert.That(truncated.OfThisThread, Is.EqualTo(2));
    }

    /// <summary>Half a character at the end would be none.</summary>
    [Test]
    public void Append_CutOffInsideACharacter_LeavesItOutWhole([Values(0, 1)] int shift, [Values] bool hasLayout)
    {
        DelegatingLayout layout = new((writer, logged) => writer.Write(logged.RenderedMessage));
        using AppenderScene scene = new(appender => appender.Layout = hasLayout ? layout : null);
        string text = new string('x', shift) + string.Concat(Enumerable.Repeat("😀", 40_000));

        string message = scene.Written(text).Message;

        Assert.That(char.IsLowSurrogate(message[^1]), Is.True, $"it ends with {(int)message[^1]:X4}");
        Assert.That(text, Does.StartWith(message));
    }

    [Test]
    public void Append_LongMessageAndException_GivesTheMessageTheRoom()
    {
        ProviderEvent[] written = [.. new[] { 20_000, 40_000 }.Select(length => _scene.Written(new LoggingEvent(new LoggingEventData
        {
            LoggerName = _scene.Logger,
            Level = Level.Error,
            Message = new string('m', length),
            ThreadName = "1",
            ExceptionString = new string('e', 40_000)
        })))];

        Assert.That(written[0].Message, Has.Length.EqualTo(20_000));
        Assert.That(written[0].Text("exception"), Has.Length.GreaterThan(10_000));
        Assert.That(written[1].Text("exception"), Is.Empty);
        Assert.That(written.Select(SizeOf), Is.All.LessThanOrEqualTo(61_440));
    }

    [Test]
    public void Append_LongNames_LeaveRoomForTheMessage()
    {
        using ProviderListener listener = new();
        LoggingEvent logged = new(new LoggingEventData
        {
            LoggerName = _scene.Logger + new string('l', 100_000),
            Level = new Level(70_000, new string('v', 100_000)),
            Message = "text",
            ThreadName = new string('t', 100_000),
        });

        _scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.All.Single(found => found.IsLog
            && found.Logger.StartsWith($"{_scene.Logger}l", StringComparison.Ordinal));
        Assert.That(written.Message, Is.EqualTo("text"));
        Assert.That(
            new[] { written.Logger.Length, written.Text("level").Length, written.Text("thread").Length }, Is.All.EqualTo(MostChars / 64));
    }

    [Test]
    public void MaxEventBytes_Set_IsTheSizeOfTheEventAndLeavesIdsWhole([Values(4_096, 5_000)] int bytes)
    {
        using AppenderScene scene = new(appender => appender.MaxEventBytes = bytes);
        LoggingEvent logged = scene.Event(new string('x', 100_000));
        logged.Properties["TraceId"] = new string('a', 32);
        logged.Fix = FixFlags.Partial;

        ProviderEvent written = scene.Written(logged);

        Assert.That(SizeOf(written), Is.LessThanOrEqualTo(bytes).And.GreaterThan(bytes - 10));
        Assert.That(written.Text("traceId"), Is.EqualTo(new string('a', 32)));
    }

    [TestCase(4_095)]
    [TestCase(61_441)]
    [TestCase(-1)]
    public void MaxEventBytes_OutOfBounds_IsToldAndTheDefaultIsUsed(int bytes)
    {
        using InternalMessages messages = new();
        using AppenderScene scene = new(appender => appender.MaxEventBytes = bytes);

        Assert.That(SizeOf(scene.Written(new string('x', 100_000))), Is.GreaterThan(61_430));
        Assert.That(
            messages.Naming($"[{scene.Logger}]").Single(),
            Does.Contain($"maxEventBytes {bytes} is not within 4096 to 61440; 61440 is used."));
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
