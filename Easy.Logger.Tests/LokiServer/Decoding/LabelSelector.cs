using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace LokiServer.Decoding;

/// <summary>Labels as text, <c>{app="x", level="info"}</c>. No name may come twice, since nothing says which of two wins.</summary>
internal static partial class LabelSelector
{
    public static bool IsName(string text) => Name().IsMatch(text);

    public static string Format(IEnumerable<KeyValuePair<string, string>> labels) =>
        $"{{{string.Join(", ", labels.Select(label => $"{label.Key}=\"{Escape(label.Value)}\""))}}}";

    public static IReadOnlyDictionary<string, string> Parse(string text)
    {
        Match match = Selector().Match(text);
        return match.Success
            ? ToDictionary([.. match.Groups["name"].Captures.Zip(
                match.Groups["value"].Captures, (name, value) => KeyValuePair.Create(name.Value, Unescape(value.Value)))])
            : throw new FormatException($"parse error: no selector: {text}");
    }

    /// <summary>Sorted by name. Loki takes an empty value for a label that is not there.</summary>
    public static IReadOnlyDictionary<string, string> ToDictionary(IReadOnlyList<KeyValuePair<string, string>> pairs)
    {
        if (pairs.GroupBy(pair => pair.Key).FirstOrDefault(group => group.Count() > 1) is { } twice)
        {
            throw new FormatException($"parse error: label name \"{twice.Key}\" comes twice");
        }

        return new SortedDictionary<string, string>(
            pairs.Where(pair => pair.Value.Length > 0).ToDictionary(StringComparer.Ordinal), StringComparer.Ordinal);
    }

    /// <summary>Of several with one name the last one counts.</summary>
    public static Dictionary<string, string> Last(IEnumerable<KeyValuePair<string, string>> pairs) =>
        pairs.GroupBy(pair => pair.Key).ToDictionary(group => group.Key, group => group.Last().Value);

    private static string Escape(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace(
            "\n", "\\n", StringComparison.Ordinal);

    private static string Unescape(string value) => Escapes().Replace(value, match =>
        match.Groups["rune"] is { Success: true } rune
            && int.TryParse(rune.ValueSpan, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int code)
            && Rune.IsValid(code)
            ? new Rune(code).ToString()
            : match.Value[1] switch
            {
                '\\' or '"' => match.Value[1..],
                'a' => "\a",
                'b' => "\b",
                'f' => "\f",
                'n' => "\n",
                'r' => "\r",
                't' => "\t",
                'v' => "\v",
                _ => throw new FormatException($"parse error: invalid escape {match.Value} in \"{value}\""),
            });

    [GeneratedRegex("^[a-zA-Z_][a-zA-Z0-9_]*\\z")]
    private static partial Regex Name();

    [GeneratedRegex(
        """
        ^\s*\{\s*
        ((?<name>[a-zA-Z_][a-zA-Z0-9_]*) \s*=\s* "(?<value>([^"\\\n]|\\[^\n])*)" \s*(,\s*|(?=\})))*
        \}\s*\z
        """,
        RegexOptions.ExplicitCapture | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Selector();

    [GeneratedRegex("""\\(x(?<rune>.{2})|u(?<rune>.{4})|U(?<rune>.{8})|.)""", RegexOptions.ExplicitCapture)]
    private static partial Regex Escapes();
}
