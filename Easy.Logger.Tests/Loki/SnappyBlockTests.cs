using Benchmarker.Stress;
using Easy.Logger.Loki.Encoding;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Loki;

/// <summary>What is packed is unpacked by a program that is not ours, IronSnappy.</summary>
[Category("Loki")]
internal sealed class SnappyBlockTests
{
    private const int Block = 1 << 16;
    private const byte Guard = 0xA5;

    private static readonly int[] _lengthsAroundBlocks =
        [.. new[] { 1, 2, 3 }.SelectMany(blocks => Enumerable.Range(-20, 41).Select(around => (blocks * Block) + around))];

    [Test]
    public void Compress_EveryShortLength_IsUnpacked([Values] bool isNoise)
    {
        for (int length = 0; length <= 300; length++)
        {
            AssertRoundTrip(isNoise ? Noise(length) : Text(length));
        }
    }

    [TestCaseSource(nameof(_lengthsAroundBlocks))]
    public void Compress_LengthAroundBlocks_IsUnpacked(int length)
    {
        AssertRoundTrip(Text(length));
        AssertRoundTrip(Noise(length));
        AssertRoundTrip(new byte[length]);
    }

    /// <summary>
    /// Zeros lead to the repeat, and what is behind a copy is looked up at once; at the beginning of a block every position is. The copies are told as the
    /// format has it for their size.
    /// </summary>
    [TestCase(4, 100, 2)]
    [TestCase(11, 100, 2)]
    [TestCase(12, 100, 3)]
    [TestCase(64, 100, 3)]
    [TestCase(65, 100, 5)]
    [TestCase(67, 100, 5)]
    [TestCase(68, 100, 5)]
    [TestCase(75, 100, 5)]
    [TestCase(76, 100, 6)]
    [TestCase(4, 2047, 2)]
    [TestCase(11, 2047, 2)]
    [TestCase(4, 2048, 3)]
    [TestCase(11, 2048, 3)]
    [TestCase(12, 2048, 3)]
    [TestCase(200, 2048, 12)]
    [TestCase(4, 8000, 3)]
    public void Compress_OneRepeat_TakesTheBytesOfItsCopies(int length, int offset, int expected)
    {
        byte[] source = new byte[Block];
        Noise(length).CopyTo(source, 1);
        Noise(length).CopyTo(source, 1 + offset);
        source.AsSpan(1 + offset + length).Fill(1);

        (int Offset, int Length, int Bytes)[] copies = [.. Copies(AssertRoundTrip(source).Packed).Where(copy => copy.Offset == offset)];

        Assert.That((copies.Sum(copy => copy.Length), copies.Sum(copy => copy.Bytes)), Is.EqualTo((length, expected)));
    }

    [Test]
    public void Compress_RepeatsAtEveryOffset_AreUnpacked()
    {
        for (int offset = 1; offset < 5000; offset += offset < 100 ? 1 : 61)
        {
            byte[] source = Noise(offset + 500);
            for (int at = offset; at < offset + 300; at++)
            {
                source[at] = source[at - offset];
            }

            AssertRoundTrip(source);
        }
    }

    [Test]
    public void Compress_FarthestRepeatOfABlock_IsUnpacked()
    {
        byte[] source = Noise(Block);
        source.AsSpan(1, 20).CopyTo(source.AsSpan(Block - 40));

        AssertRoundTrip(source);
    }

    [Test]
    public void Compress_Noise_GrowsByItsLiterals()
    {
        byte[] source = Noise(3 * Block);

        Assert.That(AssertRoundTrip(source).Packed, Has.Length.LessThanOrEqualTo(source.Length + 3 + (3 * 3)));
    }

    [Test]
    public void Compress_OneByteRepeated_IsSmall() =>
        Assert.That(AssertRoundTrip(new byte[Block]).Packed, Has.Length.LessThan(Block / 20));

    [Test]
    public void Compress_AnyBytes_AreUnpacked() => Prop.ForAll<byte[]>(source =>
    {
        AssertRoundTrip(source);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    /// <summary>Pieces of what was there before, from anywhere, with a few new bytes between them.</summary>
    [Test]
    public void Compress_BytesWithRepeats_AreUnpacked() => Prop.ForAll<int, PositiveInt>((seed, variety) =>
    {
        Chance chance = new(seed);
        List<byte> source = [];
        int length = chance.Below(chance.OneIn(10) ? 3 * Block : 5000);
        while (source.Count < length)
        {
            int piece = 1 + chance.Below(chance.OneIn(20) ? 300 : 20);
            int from = chance.Below(source.Count + 1);
            bool repeats = source.Count > 0 && from < source.Count && !chance.OneIn(3);
            for (int i = 0; i < piece; i++)
            {
                source.Add(repeats ? source[from + i] : (byte)chance.Below(1 + (variety.Get % 255)));
            }
        }

        AssertRoundTrip([.. source]);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(1000)]
    public void Compress_DestinationTooSmall_Throws(int length)
    {
        byte[] destination = new byte[SnappyBlock.MaxCompressedLength(length) - 1];

        Assert.That(() => SnappyBlock.Compress(new byte[length], destination), Throws.ArgumentException);
        Assert.That(destination, Is.All.Zero);
    }

    [TestCase(-1)]
    [TestCase(int.MaxValue)]
    public void MaxCompressedLength_NoArrayIsSoLong_Throws(int length) =>
        Assert.That(() => SnappyBlock.MaxCompressedLength(length), Throws.InstanceOf<ArgumentOutOfRangeException>());

    [Test]
    public void Compress_AfterWarmUp_AllocatesNothing()
    {
        byte[] source = Text(300_000);
        byte[] destination = new byte[SnappyBlock.MaxCompressedLength(source.Length)];
        long least = long.MaxValue;
        for (int i = 0; i < 20; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            SnappyBlock.Compress(source, destination);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.That(least, Is.Zero);
    }

    private static (byte[] Source, byte[] Packed) AssertRoundTrip(byte[] source)
    {
        int most = SnappyBlock.MaxCompressedLength(source.Length);
        byte[] destination = new byte[most + 64];
        destination.AsSpan(most).Fill(Guard);

        int written = SnappyBlock.Compress(source, destination.AsSpan(0, most));
        byte[] packed = destination[..written];

        Assert.That(destination.AsSpan(most).IndexOfAnyExcept(Guard), Is.Negative, "bytes behind the destination");
        Assert.That(IronSnappy.Snappy.Decode(packed).AsSpan().SequenceEqual(source), Is.True, $"{source.Length} bytes come back");
        return (source, packed);
    }

    /// <summary>How far each copy reaches back, how many bytes come from it, and how many tell of it.</summary>
    private static List<(int Offset, int Length, int Bytes)> Copies(byte[] packed)
    {
        List<(int, int, int)> copies = [];
        int at = Array.FindIndex(packed, value => value < 0x80) + 1;
        while (at < packed.Length)
        {
            int high = packed[at] >> 2;
            switch (packed[at] & 3)
            {
                case 0:
                    int more = Math.Max(0, high - 59);
                    int length = more == 0 ? high : packed[at + 1] + (more == 2 ? packed[at + 2] << 8 : 0);
                    at += 1 + more + length + 1;
                    break;
                case 1:
                    copies.Add((((high >> 3) << 8) + packed[at + 1], (high & 7) + 4, 2));
                    at += 2;
                    break;
                default:
                    copies.Add((packed[at + 1] + (packed[at + 2] << 8), high + 1, 3));
                    at += 3;
                    break;
            }
        }

        return copies;
    }

    private static byte[] Noise(int length)
    {
        Chance chance = new(length + 1);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
        {
            bytes[i] = (byte)chance.Below(256);
        }

        return bytes;
    }

    private static byte[] Text(int length)
    {
        string text = string.Concat(Enumerable.Range(0, (length / 10) + 1).Select(i => $"User {1000 + i} logged in. "));
        return System.Text.Encoding.UTF8.GetBytes(text)[..length];
    }
}
