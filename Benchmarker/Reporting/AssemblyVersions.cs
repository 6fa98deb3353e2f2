using System.Reflection;

namespace Benchmarker.Reporting;

internal static class AssemblyVersions
{
    /// <summary>The version as its authors wrote it, with the commit where there is one.</summary>
    public static string InformationalVersion(this Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
        ?? assembly.GetName().Version?.ToString()
        ?? "unknown";
}
