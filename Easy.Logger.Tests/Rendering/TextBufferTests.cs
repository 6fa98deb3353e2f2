using System.Globalization;
using System.Text;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Rendering;

internal sealed class TextBufferTests : IDisposable
{
    private readonly TextBuffer _text = new();

    public void Dispose() => _text.Dispose();

    [Test]
    public void Write_EveryKind_IsWhatAStringWriterGives()
    {
        using StringWriter expected = new();
        WriteEverything(expected);

        WriteEverything(_text);

        Assert.That(_text.ToString(), Is.EqualTo(expected.ToString()));
        Assert.That(_text.Length, Is.EqualTo(expected.ToString().Length));
    }

    [TestCase(16_383)]
    [TestCase(16_384)]
    [TestCase(16_385)]
    [TestCase(100_000)]
    public void Write_MoreThanTheFirstArray_Grows(int length)
    {
        string text = string.Concat(Enumerable.Range(0, length).Select(i => (char)('a' + (i % 26))));

        _text.Write(text[..10]);
        _text.Write(text.ToCharArray(), 10, length - 11);
        _text.Write(text[^1]);

        Assert.That(_text.ToString(), Is.EqualTo(text));
    }

    [Test]
    public void Write_CharByChar_Grows()
    {
        for (int i = 0; i < 40_000; i++)
        {
            _text.Write((char)('a' + (i % 26)));
        }

        Assert.That((_text.Length, _text.ToString()[39_999]), Is.EqualTo((40_000, (char)('a' + (39_999 % 26)))));
    }

    [Test]
    public void Length_SetBack_TakesTheRestBack()
    {
        _text.Write("kept, half-written");

        _text.Length = 4;
        _text.Write('!');

        Assert.That(_text.ToString(), Is.EqualTo("kept!"));
    }

    [Test]
    public void Clear_AfterAHugeBatch_IsEmptyAndGoesOn()
    {
        _text.Write(new string('x', 3_000_000));

        _text.Clear();
        Assert.That((_text.Length, _text.ToString()), Is.EqualTo((0, string.Empty)));

        _text.Write("next");
        Assert.That(_text.ToString(), Is.EqualTo("next"));
    }

    [Test]
    public void Clear_AfterAHugeBatch_KeepsNoHugeArray()
    {
        _text.Write(new string('x', 8_000_000));
        _text.Clear();

        // More than what is kept, far less than what the huge batch took: an array that was not exchanged would not have to grow.
        long before = GC.GetAllocatedBytesForCurrentThread();
        _text.Write(new string('x', 2_000_000));
        long grown = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.That(grown, Is.GreaterThan(2 * 2_000_000 * sizeof(char)), "the text itself and an array that had to grow for it");
    }

    [Test]
    public void CopyTo_PartOfTheText_IsOneWrite()
    {
        using CountingWriter writer = new();
        _text.Write("a");
        _text.Write("b");
        _text.Write("c");

        _text.CopyTo(writer, 1, 2);

        Assert.That((writer.ToString(), writer.Writes), Is.EqualTo(("bc", 1)));
    }

    [TestCase("abc", -1, int.MaxValue, false, "abc")]
    [TestCase("abc", 5, int.MaxValue, false, "  abc")]
    [TestCase("abc", 5, int.MaxValue, true, "abc  ")]
    [TestCase("abc", -1, 2, false, "bc")]
    [TestCase("abc", 5, 2, false, "   bc")]
    [TestCase("abc", 5, 2, true, "bc   ")]
    [TestCase("abc", 3, 3, false, "abc")]
    [TestCase("abc", 0, 0, true, "")]
    [TestCase("", 2, 4, false, "  ")]
    public void Write_InAWidth_KeepsTheEndAndAddsBlanks(string value, int min, int max, bool leftAlign, string expected)
    {
        FieldShape shape = new(min, max, leftAlign);
        using TextBuffer other = new(capacity: 1);
        other.Write(value);

        _text.Write("before|");
        _text.Write(value, shape);
        _text.Write('|');
        _text.Write(other, shape);
        _text.Write("|after");

        Assert.That(_text.ToString(), Is.EqualTo($"before|{expected}|{expected}|after"));
    }

    [Test]
    public void Write_NothingInAWidth_IsBlanks()
    {
        _text.Write((string?)null, new FieldShape(3, int.MaxValue, LeftAlign: true));

        Assert.That(_text.ToString(), Is.EqualTo("   "));
    }

    [Test]
    public void Write_WiderThanTheArray_Grows([Values] bool leftAlign)
    {
        using TextBuffer text = new(capacity: 4);

        text.Write("abcd", new FieldShape(100, int.MaxValue, leftAlign));

        Assert.That(text.ToString(), Is.EqualTo(leftAlign ? "abcd".PadRight(100) : "abcd".PadLeft(100)));
    }

    [TestCase(0)]
    [TestCase(9)]
    [TestCase(10)]
    [TestCase(long.MaxValue)]
    public void WriteNumber_NotNegative_IsItsDigits(long number)
    {
        _text.Write("n=");
        _text.WriteNumber(number);

        Assert.That(_text.ToString(), Is.EqualTo(string.Create(CultureInfo.InvariantCulture, $"n={number}")));
    }

    private static void WriteEverything(TextWriter writer)
    {
        writer.Write('c');
        writer.Write("string");
        writer.Write((string?)null);
        writer.Write((char[]?)null);
        writer.Write((object?)null);
        writer.Write("array".ToCharArray());
        writer.Write("part of it".ToCharArray(), 2, 3);
        writer.Write("span".AsSpan());
        writer.Write(-12);
        writer.Write(12UL);
        writer.Write(1.5m);
        writer.Write(2.25);
        writer.Write(true);
        writer.Write("{0:D4}|{1,5}", 7, "x");
        writer.Write(new StringBuilder("builder"));
        writer.Write(new Version(1, 2));
        writer.WriteLine();
        writer.WriteLine("line");
        writer.WriteLine('c');
        writer.WriteLine("span line".AsSpan());
        writer.WriteLine("{0}", 1);
    }
}
