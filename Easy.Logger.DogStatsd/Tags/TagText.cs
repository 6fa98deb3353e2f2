#if NET
using System.Buffers;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
#endif

namespace Easy.Logger.DogStatsd.Tags;

/// <summary>Writes the text of tags as UTF-8, without what would end it early. Stateless.</summary>
internal static class TagText
{
    private const byte Replacement = (byte)'_';
    private const string Separators = ",|\r\n";

#if NET
    private static readonly SearchValues<char> _separators = SearchValues.Create(Separators);

    private static Vector128<ushort> BeyondAscii => Vector128.Create((ushort)0xFF80);
#endif

    /// <summary>Whether something in it cannot stay.</summary>
    public static bool HasSeparator(ReadOnlySpan<char> text) =>
#if NET
        text.ContainsAny(_separators);
#else
        text.IndexOfAny(Separators.AsSpan()) >= 0;
#endif

    /// <summary>The text as it would be sent.</summary>
    public static string Clean(string text, TagCleaning cleaning)
    {
        byte[] bytes = new byte[Utf8Text.MaxBytes(text.Length)];
        TryWrite(text.AsSpan(), bytes, cleaning, out int written);
        return Utf8Text.ToString(bytes.AsSpan(0, written));
    }

    public static bool TryWrite(ReadOnlySpan<char> text, Span<byte> destination, TagCleaning cleaning, out int written)
    {
#if NET
        if (TryWritePlain(text, destination))
        {
            written = text.Length;
            return true;
        }
#endif
        return HasSeparator(text)
            ? TryWriteClean(text, destination, cleaning, out written)
            : Utf8Text.TryWrite(text, destination, out written);
    }

    /// <summary>The way of those that have; it writes the others as well, and the same.</summary>
    internal static bool TryWriteClean(ReadOnlySpan<char> text, Span<byte> destination, TagCleaning cleaning, out int written) =>
        CleanText.TryWrite(text, Separators.AsSpan(), cleaning == TagCleaning.Replace ? Replacement : null, destination, out written);

#if NET
    /// <summary>
    /// The way of nearly all: ASCII without a separator, looked through and written in one go, eight characters at a time. Those that are
    /// left at the end are taken once more with some before them.
    /// </summary>
    /// <returns>Whether it is such a text, and there was room for it. If not, what was written means nothing.</returns>
    private static bool TryWritePlain(ReadOnlySpan<char> text, Span<byte> destination)
    {
        const int eight = 8;
        const int four = 4;
        if (text.Length > destination.Length)
        {
            return false;
        }

        if (text.Length >= eight)
        {
            ReadOnlySpan<ushort> from = MemoryMarshal.Cast<char, ushort>(text);
            int last = from.Length - eight;
            for (int i = 0; i < last; i += eight)
            {
                if (!TryNarrow(Vector128.Create(from.Slice(i, eight)), out Vector64<byte> bytes))
                {
                    return false;
                }

                bytes.CopyTo(destination.Slice(i, eight));
            }

            bool isPlain = TryNarrow(Vector128.Create(from.Slice(last, eight)), out Vector64<byte> end);
            end.CopyTo(destination.Slice(last, eight));
            return isPlain;
        }

        if (text.Length >= four)
        {
            ReadOnlySpan<byte> from = MemoryMarshal.AsBytes(text);
            int last = text.Length - four;
            ulong first = MemoryMarshal.Read<ulong>(from);
            ulong second = MemoryMarshal.Read<ulong>(from.Slice(last * sizeof(char)));
            bool isPlain = TryNarrow(Vector128.Create(first, second).AsUInt16(), out Vector64<byte> bytes);
            MemoryMarshal.Write(destination, bytes.AsUInt32().GetElement(0));
            MemoryMarshal.Write(destination.Slice(last), bytes.AsUInt32().GetElement(1));
            return isPlain;
        }

        for (int i = 0; i < text.Length; i++)
        {
            char one = text[i];
            if (one is ',' or '|' or '\r' or '\n' or > '\x7f')
            {
                return false;
            }

            destination[i] = (byte)one;
        }

        return true;
    }

    private static bool TryNarrow(Vector128<ushort> chars, out Vector64<byte> bytes)
    {
        Vector128<ushort> unwanted = (chars & BeyondAscii)
            | Vector128.Equals(chars, Vector128.Create((ushort)','))
            | Vector128.Equals(chars, Vector128.Create((ushort)'|'))
            | Vector128.Equals(chars, Vector128.Create((ushort)'\r'))
            | Vector128.Equals(chars, Vector128.Create((ushort)'\n'));
        bytes = Vector128.Narrow(chars, chars).GetLower();
        return unwanted == Vector128<ushort>.Zero;
    }
#endif
}
