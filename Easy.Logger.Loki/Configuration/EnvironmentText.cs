using System.Text.RegularExpressions;

namespace Easy.Logger.Loki.Configuration;

/// <summary>Puts variables of the environment into a text, so that secrets need not stand in a file.</summary>
internal static class EnvironmentText
{
    /// <summary>Replaces each <c>${NAME}</c>; one that is not set stays as it is, which is how one finds out.</summary>
    public static string Expand(string text) => Regex.Replace(
        text,
        @"\$\{(\w+)\}",
        match => Environment.GetEnvironmentVariable(match.Groups[1].Value) ?? match.Value,
        RegexOptions.CultureInvariant);
}
