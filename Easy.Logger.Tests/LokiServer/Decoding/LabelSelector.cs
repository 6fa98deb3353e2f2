using System.Globalization;
using System.Text;

namespace LokiServer.Decoding;

/// <summary>
/// Labels as text: <c>{app="x", level="info"}</c>. Stricter than Loki in one thing: a name may come only once, since nothing says which of
/// two wins.
/// </summary>
internal static class LabelSelector
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    private const string Digits = "0123456789";

    public static bool IsName(string text) =>
        text.Length > 0 && !Digits.Contains(text[0], StringComparison.Ordinal)
            && text.All(c => (Letters + Digits).Contains(c, StringComparison.Ordinal));

    public static string Format(IEnumerable<KeyValuePair<string, string>> labels) =>
        $"{{{string.Join(", ", labels.Select(label => $"{label.Key}=\"{Escape(label.Value)}\""))}}}";

    /// <exception cref="FormatException">It is no selector, or has a name twice.</exception>
    public static IReadOnlyDictionary<string, string> Parse(string text)
    {
        int position = 0;
        List<KeyValuePair<string, string>> pairs = [];
        Expect('{');
        while (Peek() != '}')
        {
            int start = position;
            while (position < text.Length && (Letters + Digits).Contains(text[position], StringComparison.Ordinal))
            {
                position++;
            }

            string name = text[start..position];
            if (!IsName(name))
            {
                throw Unexpected();
            }

            Expect('=');
            pairs.Add(new(name, Value()));
            if (Peek() != '}')
            {
                Expect(',');
            }
        }

        position++;
        return Peek() == '\0' ? ToDictionary(pairs) : throw Unexpected();

        char Peek()
        {
            while (position < text.Length && text[position] is ' ' or '\t' or '\r' or '\n')
            {
                position++;
            }

            return position < text.Length ? text[position] : '\0';
        }

        void Expect(char c)
        {
            if (Peek() != c)
            {
                throw Unexpected();
            }

            position++;
        }

        string Value()
        {
            Expect('"');
            int end = position;
            while (end < text.Length && text[end] is not ('"' or '\n'))
            {
                end += text[end] == '\\' ? 2 : 1;
            }

            if (end >= text.Length || text[end] != '"')
            {
                throw new FormatException($"parse error at position {position + 1}: literal not terminated in {text}");
            }

            string value = Unescape(text[position..end]);
            position = end + 1;
            return value;
        }

        FormatException Unexpected() => new(
            $"parse error at position {position + 1}: unexpected {(position < text.Length ? $"'{text[position]}'" : "end of input")} in "
                + $"{text}");
    }

    /// <summary>Sorted by name. Loki takes an empty value for a label that is not there.</summary>
    /// <exception cref="FormatException">A name comes twice.</exception>
    public static IReadOnlyDictionary<string, string> ToDictionary(IReadOnlyList<KeyValuePair<string, string>> pairs)
    {
        SortedDictionary<string, string> labels = new(StringComparer.Ordinal);
        foreach ((string name, string value) in pairs)
        {
            if (!labels.TryAdd(name, value))
            {
                throw new FormatException($"parse error: label name \"{name}\" comes twice");
            }
        }

        foreach (string name in labels.Where(label => label.Value.Length == 0).Select(label => label.Key).ToArray())
        {
            labels.Remove(name);
        }

        return labels;
    }

    private static string Escape(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace(
            "\n", "\\n", StringComparison.Ordinal);

    private static string Unescape(string text)
    {
        StringBuilder value = new();
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                value.Append(text[i]);
                continue;
            }

            i++;
            switch (text[i])
            {
                case '\\' or '"': value.Append(text[i]); break;
                case 'a': value.Append('\a'); break;
                case 'b': value.Append('\b'); break;
                case 'f': value.Append('\f'); break;
                case 'n': value.Append('\n'); break;
                case 'r': value.Append('\r'); break;
                case 't': value.Append('\t'); break;
                case 'v': value.Append('\v'); break;
                case 'x' or 'u' or 'U':
                    int digits = text[i] == 'x' ? 2 : text[i] == 'u' ? 4 : 8;
                    if (i + digits >= text.Length
                        || !int.TryParse(text.AsSpan(i + 1, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture,
                            out int rune)
                        || !Rune.IsValid(rune))
                    {
                        throw new FormatException($"parse error: invalid escape in \"{text}\"");
                    }

                    value.Append(new Rune(rune).ToString());
                    i += digits;
                    break;
                default:
                    throw new FormatException($"parse error: unknown escape '\\{text[i]}' in \"{text}\"");
            }
        }

        return value.ToString();
    }
}
