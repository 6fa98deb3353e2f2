using System.Buffers.Text;
using System.Globalization;

namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>
/// Writes numbers as every StatsD server reads them: digits, a point, digits. The shortest that is the same number again, never with an
/// exponent: not all servers know those. Stateless.
/// </summary>
internal static class NumberText
{
    /// <summary>From here on a double has no fraction, and not every integer is one.</summary>
    private const double ExactIntegers = 9_007_199_254_740_992;

    /// <summary>
    /// The most bytes of a number: the smallest one has a sign, a zero, a point and 324 digits behind it, the last few of them significant.
    /// </summary>
    public const int MaxBytes = 350;

    /// <summary>A sign, 17 digits, a point and an exponent with its sign.</summary>
    private const int MaxBytesOfShortest = 32;

    /// <summary>Whether there is a way to write it.</summary>
    public static bool IsNumber(double value) => !double.IsNaN(value) && !double.IsInfinity(value);

    public static bool TryWrite(long value, Span<byte> destination, out int written) =>
        Utf8Formatter.TryFormat(value, destination, out written);

    public static bool TryWrite(double value, Span<byte> destination, out int written)
    {
        if (value is > -ExactIntegers and < ExactIntegers && value == Math.Truncate(value))
        {
            return TryWrite((long)value, destination, out written);
        }

        Span<byte> shortest = stackalloc byte[MaxBytesOfShortest];
#if NET
        value.TryFormat(shortest, out int length, "R", CultureInfo.InvariantCulture);
#else
        Tags.Utf8Text.TryWrite(value.ToString("R", CultureInfo.InvariantCulture).AsSpan(), shortest, out int length);
#endif
        return TryWriteDigits(shortest.Slice(0, length), destination, out written);
    }

    /// <summary>Writes out what may have an exponent.</summary>
    private static bool TryWriteDigits(ReadOnlySpan<byte> shortest, Span<byte> destination, out int written)
    {
        int mark = shortest.IndexOf((byte)'E');
        if (mark < 0 || !Utf8Parser.TryParse(shortest.Slice(mark + 1), out int exponent, out _))
        {
            written = shortest.TryCopyTo(destination) ? shortest.Length : 0;
            return written > 0;
        }

        // The mantissa has one digit before its point: in front of it are zeros with the point among them, or behind it.
        int sign = shortest[0] == '-' ? 1 : 0;
        byte first = shortest[sign];
        ReadOnlySpan<byte> fraction = mark > sign + 1 ? shortest.Slice(sign + 2, mark - sign - 2) : [];
        Span<byte> text = stackalloc byte[MaxBytes];
        text.Fill((byte)'0');
        text[0] = shortest[0];
        int length;
        if (exponent < 0)
        {
            text[sign] = (byte)'0';
            text[sign + 1] = (byte)'.';
            length = sign + 1 - exponent;
            text[length++] = first;
            fraction.CopyTo(text.Slice(length));
            length += fraction.Length;
        }
        else
        {
            int whole = Math.Min(exponent, fraction.Length);
            text[sign] = first;
            fraction.Slice(0, whole).CopyTo(text.Slice(sign + 1));
            length = sign + 1 + exponent;
            if (whole < fraction.Length)
            {
                text[length++] = (byte)'.';
                fraction.Slice(whole).CopyTo(text.Slice(length));
                length += fraction.Length - whole;
            }
        }

        written = text.Slice(0, length).TryCopyTo(destination) ? length : 0;
        return written > 0;
    }
}
