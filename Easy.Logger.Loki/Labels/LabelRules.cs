using System.Globalization;
using System.Text;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Loki.Labels;

/// <summary>What Loki 3 takes for labels by default. One that it does not take costs the whole push; what comes from here fits.</summary>
internal static class LabelRules
{
    /// <summary>Most labels of a stream.</summary>
    public const int MaxLabels = 15;

    /// <summary>Most bytes of a name.</summary>
    public const int MaxNameBytes = 1_024;

    /// <summary>Most bytes of a value.</summary>
    public const int MaxValueBytes = 2_048;

    private const char Other = '_';

    private static readonly string _escapes = MakeEscapes();

    /// <summary>Makes of all but letters of the alphabet and digits an underscore, and puts one before a digit at the beginning.</summary>
    public static string Name(string? name)
    {
        if (string.IsNullOrEmpty(name))
        {
            return Other.ToString();
        }

        StringBuilder clean = new(name!.Length + 1);
        if (name[0] is >= '0' and <= '9')
        {
            clean.Append(Other);
        }

        foreach (char character in name)
        {
            clean.Append(character is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') ? character : Other);
        }

        return clean.Length <= MaxNameBytes ? clean.ToString() : clean.ToString(0, MaxNameBytes);
    }

    /// <summary>A value that is short enough, and whose characters are whole.</summary>
    public static string Value(string value)
    {
        using ByteBuffer bytes = new(capacity: 256);
        using LineWriter writer = new(bytes);
        writer.Begin(MaxValueBytes);
        writer.Write(value);
        return System.Text.Encoding.UTF8.GetString(bytes.Bytes, 0, writer.End());
    }

    /// <summary>
    /// A value as it stands between quotes in a selector, as strconv.Quote of Go writes it: an ingester keeps streams apart by this text,
    /// and a distributor writes it so for what comes over HTTP.
    /// </summary>
    public static string Quoted(string value)
    {
        StringBuilder quoted = new(value.Length + 2);
        for (int i = 0; i < value.Length; i += char.IsSurrogatePair(value, i) ? 2 : 1)
        {
            Quote(value, i, quoted);
        }

        return quoted.ToString();
    }

    private static void Quote(string value, int index, StringBuilder quoted)
    {
        int character = char.ConvertToUtf32(value, index);
        char escape = character < _escapes.Length ? _escapes[character] : ' ';
        if (escape == ' ' && IsPrinted(value, index))
        {
            quoted.Append(char.ConvertFromUtf32(character));
            return;
        }

        string digits = escape switch
        {
            'x' => "x2",
            ' ' when character > char.MaxValue => "x8",
            ' ' => "x4",
            _ => string.Empty,
        };
        escape = escape != ' ' ? escape : character > char.MaxValue ? 'U' : 'u';
        quoted.Append('\\').Append(escape);
        if (digits.Length > 0)
        {
            quoted.Append(character.ToString(digits, CultureInfo.InvariantCulture));
        }
    }

    private static bool IsPrinted(string value, int index) =>
        value[index] == ' ' || CharUnicodeInfo.GetUnicodeCategory(value, index) is not (
            UnicodeCategory.SpaceSeparator or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Control
            or UnicodeCategory.Format or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned or UnicodeCategory.Surrogate);

    /// <summary>What stands behind the backslash for an ASCII character: x for its number, a space for none.</summary>
    private static string MakeEscapes()
    {
        char[] escapes = [.. Enumerable.Range(0, '\u0080').Select(character => character is < ' ' or '\u007f' ? 'x' : ' ')];
        "abtnvfr".CopyTo(0, escapes, '\a', 7);
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return new string(escapes);
    }
}
