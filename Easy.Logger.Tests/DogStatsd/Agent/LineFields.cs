using System.Globalization;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>The optional fields of a line, in whatever order they came, each told by what it begins with.</summary>
internal sealed class LineFields
{
    private static readonly Regex _number = new(@"\A[+-]?[0-9]+(\.[0-9]+)?\z", RegexOptions.CultureInvariant);
    private static readonly Regex _seconds = new(@"\A[0-9]+\z", RegexOptions.CultureInvariant);

    private readonly string _line;
    private readonly Dictionary<string, string> _fields = new(StringComparer.Ordinal);

    /// <param name="line">The line, to be named when something is wrong.</param>
    /// <param name="fields">What stands between the pipes.</param>
    /// <param name="prefixes">What the fields of such a line begin with.</param>
    public LineFields(string line, IEnumerable<string> fields, params string[] prefixes)
    {
        _line = line;
        foreach (string field in fields)
        {
            string prefix = Array.Find(prefixes, prefix => field.StartsWith(prefix, StringComparison.Ordinal))
                ?? throw Wrong(line, $"unknown field '{field}'");
            if (field.Length == prefix.Length)
            {
                throw Wrong(line, $"nothing behind '{prefix}'");
            }

            if (!_fields.TryAdd(prefix, field[prefix.Length..]))
            {
                throw Wrong(line, $"more than one '{prefix}'");
            }
        }
    }

    /// <summary>There is no escape for a comma.</summary>
    public IReadOnlyList<string> Tags
    {
        get
        {
            string[] tags = Text("#")?.Split(',') ?? [];
            return Array.IndexOf(tags, string.Empty) < 0 ? tags : throw Wrong(_line, "empty tag");
        }
    }

    public double? SampleRate
    {
        get
        {
            if (Text("@") is not { } text)
            {
                return null;
            }

            double rate = Number(_line, text);
            return rate is > 0 and <= 1 ? rate : throw Wrong(_line, $"sample rate '{text}' is not above 0 and at most 1");
        }
    }

    public static FormatException Wrong(string line, string why) => new($"Not DogStatsD, {why}: {line}");

    /// <summary>A number without an exponent.</summary>
    public static double Number(string line, string text)
    {
        double number = _number.IsMatch(text) ? double.Parse(text, CultureInfo.InvariantCulture) : double.NaN;
        return double.IsFinite(number) ? number : throw Wrong(line, $"'{text}' is no number");
    }

    public string? Text(string prefix) => _fields.GetValueOrDefault(prefix);

    public string? OneOf(string prefix, params string[] words)
    {
        string? text = Text(prefix);
        return text is null || Array.IndexOf(words, text) >= 0 ? text : throw Wrong(_line, $"'{prefix}' has '{text}'");
    }

    public long? Seconds(string prefix)
    {
        if (Text(prefix) is not { } text)
        {
            return null;
        }

        return _seconds.IsMatch(text) && long.TryParse(text, CultureInfo.InvariantCulture, out long seconds) && seconds > 0
            ? seconds
            : throw Wrong(_line, $"'{prefix}' has '{text}', not Unix seconds");
    }
}
