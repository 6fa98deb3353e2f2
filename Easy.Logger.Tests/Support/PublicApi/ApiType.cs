using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>One visible type as text: a line for itself and one for each member.</summary>
internal sealed record ApiType(string Namespace, string Declaration, IReadOnlyList<string> Members)
{
    // Behind the kind, up to what follows a name; a delegate has its result between them.
    private static readonly Regex _name = new(
        @"\b(?:(?:record struct|record|class|struct|interface|enum) (?<name>.+?)(?= : | where |$)|delegate .*? (?<name>[\w.]+(?:<[^(]*>)?)\()",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture);

    public string FullName { get; } = $"{Namespace}.{_name.Match(Declaration).Groups["name"].Value}";
}
