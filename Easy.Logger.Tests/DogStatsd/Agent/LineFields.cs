using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>The optional fields of a line, in whatever order they came, each known by what it begins with.</summary>
internal sealed class LineFields
{
    /// <summary>What the value of a field looks like, where it is not any text.</summary>
    private static readonly Dictionary<string, Regex> _values = new(StringComparer.Ordinal)
    {
        ["@"] = Whole(@"0\.0*[1-9][0-9]*|1"),
        ["#"] = Whole("[^,]+(,[^,]+)*"), // there is no escape for a comma
        ["T"] = Whole("[1-9][0-9]{0,17}"),
        ["d:"] = Whole("[1-9][0-9]{0,17}"),
        ["p:"] = Whole("normal|low"),
        ["t:"] = Whole("error|warning|info|success"),
        ["card:"] = Whole("none|low|orchestrator|high"),
    };

    private readonly Dictionary<string, string> _fields = new(StringComparer.Ordinal);

    /// <param name="line">The line, to be named when something is wrong.</param>
    /// <param name="fields">What stands between the pipes.</param>
    /// <param name="prefixes">What the fields of such a line begin with.</param>
    public LineFields(string line, IEnumerable<string> fields, params string[] prefixes)
    {
        foreach (string field in fields)
        {
            string prefix = Array.Find(prefixes, prefix => field.StartsWith(prefix, StringComparison.Ordinal))
                ?? throw Wrong(line, $"unknown field '{field}'");
            string value = field[prefix.Length..];
            if (value.Length == 0 || (_values.TryGetValue(prefix, out Regex? pattern) && !pattern.IsMatch(value)))
            {
                throw Wrong(line, $"'{prefix}' has '{value}'");
            }

            if (!_fields.TryAdd(prefix, value))
            {
                throw Wrong(line, $"more than one '{prefix}'");
            }
        }
    }

    public IReadOnlyList<string> Tags => Text("#")?.Split(',') ?? [];

    public static FormatException Wrong(string line, string why) => new($"Not DogStatsD, {why}: {line}");

    public string? Text(string prefix) => _fields.GetValueOrDefault(prefix);

    private static Regex Whole(string pattern) => new($@"\A({pattern})\z", RegexOptions.CultureInvariant);
}
