using System.Globalization;
using System.Text;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Loki.Labels;

/// <summary>What Loki 3 takes for labels with its default limits. One label that it does not take costs the whole push or stream, so what comes from here always fits.</summary>
internal static class LabelRules
{
    /// <summary>Most labels of a stream.</summary>
    public const int MostLabels = 15;

    /// <summary>Most bytes of a name.</summary>
    public const int MostNameBytes = 1_024;

    /// <summary>Most bytes of a value.</summary>
    public const int MostValueBytes = 2_048;

    private const char Other = '_';

    /// <summary>A name of letters of the alphabet, digits and underscores that begins with no digit: every other character becomes an underscore, and one stands before a digit.</summary>
    /// <param name="name">Any text at all.</param>
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

        return clean.Length <= MostNameBytes ? clean.ToString() : clean.ToString(0, MostNameBytes);
    }

    /// <summary>A value that is short enough, and whose characters are whole.</summary>
    public static string Value(string value)
    {
        using ByteBuffer bytes = new(capacity: 256);
        using LineWriter writer = new(bytes);
        writer.Begin(MostValueBytes);
        writer.Write(value);
        return System.Text.Encoding.UTF8.GetString(bytes.Bytes, 0, writer.End());
    }

    /// <summary>A value as it stands between quotes in a selector, whose syntax is that of strings in Go.</summary>
    public static string Quoted(string value)
    {
        StringBuilder quoted = new(value.Length + 2);
        foreach (char character in value)
        {
            _ = character switch
            {
                '"' or '\\' => quoted.Append('\\').Append(character),
                '\n' => quoted.Append("\\n"),
                < ' ' or '\u007f' => quoted.Append("\\u").Append(((int)character).ToString("x4", CultureInfo.InvariantCulture)),
                _ => quoted.Append(character),
            };
        }

        return quoted.ToString();
    }
}
