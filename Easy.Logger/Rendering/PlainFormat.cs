
namespace Easy.Logger.Rendering;

/// <summary>
/// Composite formats that name their arguments and nothing else, <c>Order {0} of {1}</c>: with as many arguments as they name nothing about
/// them can fail, and they are written in a third of the time that <see cref="string.Format(IFormatProvider, string, object?[])" /> takes.
/// </summary>
internal static class PlainFormat
{
    /// <summary>How many characters name an argument.</summary>
    private const int HoleLength = 3;

    private static readonly char[] _braces = ['{', '}'];

    /// <summary>Whether it is such a format; widths, formats of arguments and doubled braces make it another.</summary>
    /// <param name="format">The format.</param>
    /// <param name="arguments">How many arguments there are, 0 to 10.</param>
    public static bool Fits(string format, int arguments)
    {
        int brace = format.IndexOfAny(_braces);
        while (brace >= 0)
        {
            if (brace + HoleLength > format.Length || format[brace] != '{' || (uint)(format[brace + 1] - '0') >= (uint)arguments
                || format[brace + 2] != '}')
            {
                return false;
            }

            brace = format.IndexOfAny(_braces, brace + HoleLength);
        }

        return true;
    }

    /// <summary>Where the arguments of such a format stand.</summary>
    public static int[] HolesOf(string format)
    {
        List<int> holes = [];
        for (int brace = format.IndexOfAny(_braces); brace >= 0; brace = format.IndexOfAny(_braces, brace + HoleLength))
        {
            holes.Add(brace);
        }

        return [.. holes];
    }

    /// <summary>Writes what the format gives for the invariant culture.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="format">The format.</param>
    /// <param name="holes">Where its arguments stand; <see langword="null" /> when nobody has looked.</param>
    /// <param name="arguments">The event that has them.</param>
    public static void Write(TextBuffer text, string format, int[]? holes, in CapturedEvent arguments)
    {
        int start = 0;
        for (int i = 0, hole; (hole = holes is null ? format.IndexOfAny(_braces, start) : i < holes.Length ? holes[i] : -1) >= 0; i++)
        {
            text.Write(format, start, hole - start);
            arguments.WriteArgument(text, format[hole + 1] - '0');
            start = hole + HoleLength;
        }

        text.Write(format, start, format.Length - start);
    }
}
