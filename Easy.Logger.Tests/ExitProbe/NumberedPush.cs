using System.Buffers.Binary;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;

namespace ExitProbe;

/// <summary>A push that is known by its number: all that is in it follows from that.</summary>
internal sealed class NumberedPush
{
    private static readonly int[] _sizes = [0, 1, 100, 3_000, 4_096, 20_000, 70_000];

    public NumberedPush(int number)
        : this(number, _sizes[number % _sizes.Length])
    {
    }

    public NumberedPush(int number, int bodyLength)
    {
        Number = number;
        Lines = 1 + (number % 5);
        Head = new byte[4 + (number % 3)];
        BinaryPrimitives.WriteInt32LittleEndian(Head, number);
        Body = new byte[bodyLength];
        for (int i = 0; i < bodyLength; i++)
        {
            Body[i] = (byte)(number + (i * 7));
        }
    }

    public int Number { get; }

    public int Lines { get; }

    public byte[] Head { get; }

    public byte[] Body { get; }

    /// <summary>Bytes in a file.</summary>
    public int Size => SpillFrame.HeaderSize + Head.Length + Body.Length;

    public bool AppendTo(SpillStore store) => store.TryAppend(Lines, Head, Body);

    /// <returns>The number of a push.</returns>
    /// <exception cref="InvalidDataException">It is not what that push should be.</exception>
    public static int NumberOf(SpilledPush found)
    {
        int number = found.Head.Length < 4 ? -1 : BinaryPrimitives.ReadInt32LittleEndian(found.Head.Span);
        NumberedPush expected = new(Math.Max(number, 0), found.Body.Length);
        return number >= 0 && found.Lines == expected.Lines && found.Head.Span.SequenceEqual(expected.Head)
            && found.Body.Span.SequenceEqual(expected.Body)
            ? number
            : throw new InvalidDataException($"push {number} has wrong bytes");
    }
}
