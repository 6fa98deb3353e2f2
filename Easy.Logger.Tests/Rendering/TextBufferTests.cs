using Benchmarker;

namespace Easy.Logger.Tests.Rendering;

internal sealed class TextBufferTests
{
    /// <summary>
    /// Texts, none, characters, spans, parts of arrays, numbers, fields, and what is taken back, from nothing to a hundred thousand.
    /// </summary>
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
            switch (chance.Below(8))
            {
                case 0:
                    string? written = chance.OneIn(10) ? null : value;
                    text.Write(written);
                    expected.Append(written);
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
                case 6:
                    text.Write(value.AsSpan());
                    expected.Append(value);
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
        using TextBuffer text = new();
        text.Write(new string('x', 8_000_000));
        text.Clear();

        // More than what is kept, far less than what the huge batch took: an array that was not exchanged would not have to grow.
        long before = GC.GetAllocatedBytesForCurrentThread();
        text.Write(new string('x', 2_000_000));
        long grown = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.That(grown, Is.GreaterThan(2 * 2_000_000 * sizeof(char)), "the text itself and an array that had to grow for it");
    }
}
