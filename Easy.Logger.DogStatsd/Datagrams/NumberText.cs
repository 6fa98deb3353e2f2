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

#if NET
        if (Math.Abs(value) is >= 1e-4 and < 1e15)
        {
            return value.TryFormat(destination, out written, default, CultureInfo.InvariantCulture); // no exponent in between
        }
#endif
        return TryWriteDigits(value.ToString("R", CultureInfo.InvariantCulture), destination, out written);
    }

    /// <summary>Writes out what may have an exponent.</summary>
    private static bool TryWriteDigits(string shortest, Span<byte> destination, out int written)
    {
        int mark = shortest.IndexOf('E', 0);
        string mantissa = mark < 0 ? shortest : shortest.Substring(0, mark);
        int exponent = mark < 0 ? 0 : ExponentOf(shortest, mark + 1);
        string sign = mantissa[0] == '-' ? "-" : string.Empty;
        string digits = mantissa.Substring(sign.Length);
        int point = digits.IndexOf('.', 0);
        int whole = (point < 0 ? digits.Length : point) + exponent; // digits before the point
        digits = point < 0 ? digits : digits.Remove(point, 1);
        string text = whole <= 0 ? "0." + new string('0', -whole) + digits
            : whole >= digits.Length ? digits + new string('0', whole - digits.Length)
            : digits.Insert(whole, ".");
        return Tags.Utf8Text.TryWrite((sign + text).AsSpan(), destination, out written);
    }

    private static int ExponentOf(string number, int signAt)
    {
        int exponent = 0;
        for (int i = signAt + 1; i < number.Length; i++)
        {
            exponent = (exponent * 10) + number[i] - '0';
        }

        return number[signAt] == '-' ? -exponent : exponent;
    }
}
