
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

    /// <summary>Writes what the format gives for the invariant culture.</summary>
    public static void Write(TextBuffer text, string format, in CapturedEvent arguments)
    {
        int start = 0;
        for (int brace = format.IndexOfAny(_braces); brace >= 0; brace = format.IndexOfAny(_braces, start))
        {
            text.Write(format, start, brace - start);
            arguments.WriteArgument(text, format[brace + 1] - '0');
            start = brace + HoleLength;
        }

        text.Write(format, start, format.Length - start);
    }
}
