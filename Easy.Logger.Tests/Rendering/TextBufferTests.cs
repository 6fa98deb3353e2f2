using System.Text;
using Benchmarker;
using Easy.Logger.Rendering;

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

    /// <summary>Texts, characters, parts of arrays, numbers, fields, and what is taken back, from nothing to a hundred thousand.</summary>
    [TestCase(1, 51)]
    [TestCase(20_000, 52)]
    [TestCase(100_000, 53)]
    public void AllMembers_AnySequenceOfSteps_GiveWhatAStringBuilderGives(int longest, int seed)
    {
        Chance chance = new(seed);
        using TextBuffer text = new(capacity: 4);
        StringBuilder expected = new();
        for (int step = 0; step < 200; step++)
        {
            string value = string.Concat(Enumerable.Range(0, chance.Below(longest + 1)).Select(i => (char)('a' + (i % 26))));
            int width = chance.Below(longest + 3);
            bool left = chance.OneIn(2);
            long number = chance.Of(0, 9, 10, long.MaxValue);
            switch (chance.Below(7))
            {
                case 0:
                    text.Write(value);
                    expected.Append(value);
                    break;
                case 1:
                    text.Write((char)('a' + (step % 26)));
                    expected.Append((char)('a' + (step % 26)));
                    break;
                case 2:
                    text.Write(value.ToCharArray(), value.Length / 3, value.Length / 2);
                    expected.Append(value.AsSpan(value.Length / 3, value.Length / 2));
                    break;
                case 3:
                    text.WriteNumber(number);
                    expected.Append(CultureInfo.InvariantCulture, $"{number}");
                    break;
                case 4:
                    text.Write(step % 2 == 0 ? value : null, new FieldShape(width, int.MaxValue, left));
                    string field = step % 2 == 0 ? value : string.Empty;
                    expected.Append(left ? field.PadRight(width) : field.PadLeft(width));
                    break;
                case 5:
                    expected.Length = text.Length = chance.Below(text.Length + 1);
                    break;
                default:
                    text.Clear();
                    expected.Clear();
                    break;
            }

            Assert.That(text.Length, Is.EqualTo(expected.Length), $"step {step} of seed {seed}");
            Assert.That(text.ToString() == expected.ToString(), Is.True, $"step {step} of seed {seed}");
        }
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
