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

    /// <summary>Writes an integer.</summary>
    /// <returns>Whether there was room for it.</returns>
    public static bool TryWrite(long value, Span<byte> destination, out int written) =>
        Utf8Formatter.TryFormat(value, destination, out written);

    /// <summary>Writes a number.</summary>
    /// <returns>Whether there was room for it.</returns>
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

        ReadOnlySpan<byte> mantissa = shortest.Slice(0, mark);
        Span<byte> text = stackalloc byte[MaxBytes];
        int length = 0;
        if (mantissa[0] == '-')
        {
            text[length++] = (byte)'-';
            mantissa = mantissa.Slice(1);
        }

        // The mantissa has one digit before its point: in front of it are zeros with the point among them, or behind it.
        if (exponent < 0)
        {
            "0."u8.CopyTo(text.Slice(length));
            text.Slice(length + 2, -exponent - 1).Fill((byte)'0');
            length += 1 - exponent;
        }

        int fraction = mantissa.Length > 1 ? mantissa.Length - 2 : 0;
        for (int i = 0; i < mantissa.Length; i++)
        {
            if (mantissa[i] != '.')
            {
                text[length++] = mantissa[i];
            }

            if (i > 1 && i - 1 == exponent && exponent < fraction)
            {
                text[length++] = (byte)'.';
            }
        }

        if (exponent > fraction)
        {
            text.Slice(length, exponent - fraction).Fill((byte)'0');
            length += exponent - fraction;
        }

        written = text.Slice(0, length).TryCopyTo(destination) ? length : 0;
        return written > 0;
    }
}
