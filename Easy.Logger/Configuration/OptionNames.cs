using System.Reflection;

namespace Easy.Logger.Configuration;

/// <summary>What the options of an appender are called in XML, and which of them somebody may have meant.</summary>
internal sealed class OptionNames
{
    /// <summary>What log4net takes that is not a property.</summary>
    private static readonly string[] _elements = ["appender-ref", "filter", "param"];

    private readonly string[] _names;

    /// <param name="properties">The public properties of the appender; those that can be set are options.</param>
    public OptionNames(IEnumerable<PropertyInfo> properties) => _names =
    [
        .. properties.Where(property => property.SetMethod is { IsPublic: true }).Select(CamelCase).Concat(_elements)
            .Distinct(StringComparer.OrdinalIgnoreCase).OrderBy(name => name, StringComparer.Ordinal),
    ];

    /// <summary>log4net does not mind upper and lower case.</summary>
    public bool Contains(string name) => _names.Contains(name, StringComparer.OrdinalIgnoreCase);

    /// <summary>A sentence about a name that is no option.</summary>
    public string Explain(string name) => Nearest(name) is { } nearest
        ? $"{name} is not an option and was left out: did you mean {nearest}?"
        : $"{name} is not an option and was left out. The options are {string.Join(", ", _names)}.";

    /// <summary>The option that the fewest changed, missing, added or swapped letters lead to; none when more than a third of the letters differ.</summary>
    private string? Nearest(string name)
    {
        (string? option, int distance) = _names.Select(option => ((string?)option, Distance(Fold(name), Fold(option)))).OrderBy(pair => pair.Item2).First();
        return distance <= Math.Max(1, Math.Min(name.Length, option!.Length) / 3) ? option : null;
    }

    private static string Fold(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();

    private static string CamelCase(PropertyInfo property) => char.ToLowerInvariant(property.Name[0]) + property.Name.Substring(1);

    /// <summary>Optimal string alignment: the least number of insertions, deletions, replacements and swaps of neighbours.</summary>
    private static int Distance(string from, string to)
    {
        int[][] steps = [.. Enumerable.Range(0, from.Length + 1).Select(_ => new int[to.Length + 1])];
        for (int i = 0; i <= from.Length; i++)
        {
            for (int j = 0; j <= to.Length; j++)
            {
                steps[i][j] = i == 0 || j == 0 ? i + j : Step(i, j);
            }
        }

        return steps[from.Length][to.Length];

        int Step(int i, int j)
        {
            int replaced = steps[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            int least = Math.Min(replaced, Math.Min(steps[i - 1][j], steps[i][j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            return swapped ? Math.Min(least, steps[i - 2][j - 2] + 1) : least;
        }
    }
}
