using System.Reflection;
using System.Runtime.InteropServices;
using Benchmarker.Throughput.Peers;
using Easy.Logger;
using log4net;

namespace Benchmarker.Reporting;

/// <summary>Where and on what the numbers were measured: named facts, in the order in which they are shown.</summary>
internal sealed record BenchmarkEnvironment(IReadOnlyList<(string Name, string Value)> Facts)
{
    public static string Log4NetVersion { get; } = typeof(LogManager).Assembly.InformationalVersion();

    /// <summary>The same as rows of two columns, with what only concerns whoever started the run.</summary>
    public IReadOnlyList<string[]> Rows =>
    [
        .. Facts.Select(fact => new[] { fact.Name, fact.Value }),
        ["Log files", $"below {Path.GetTempPath()}, deleted after each scenario"],
    ];

    /// <summary>The same by name.</summary>
    public IReadOnlyDictionary<string, string> ByName => Facts.ToDictionary(fact => fact.Name, fact => fact.Value);

    /// <summary>Where the program runs now, which it also writes to the console.</summary>
    public static BenchmarkEnvironment Show()
    {
        BenchmarkEnvironment environment = Current();
        TextColumns.Write(Console.Out, environment.Rows);
        Console.WriteLine();
        return environment;
    }

    /// <param name="withPeers">Whether other libraries are measured, too.</param>
    public static BenchmarkEnvironment Current(bool withPeers = false) => new(
    [
        ("Date", $"{DateTimeOffset.Now:yyyy-MM-dd HH:mm:ss zzz}"),
        ("CPU", $"{CpuModel.Name}, {Environment.ProcessorCount} {(Environment.ProcessorCount == 1 ? "core" : "cores")}"),
        ("OS", $"{RuntimeInformation.OSDescription}, {RuntimeInformation.OSArchitecture}"),
        ("Runtime", RuntimeInformation.FrameworkDescription),
        ("log4net", Log4NetVersion),
        ("Easy.Logger", typeof(AsyncBufferingForwardingAppender).Assembly.InformationalVersion()),
        .. withPeers ? [("Peers", PeerVersions.Text)] : Array.Empty<(string, string)>(),
    ]);
}

/// <summary>What the processor calls itself, as far as the system says without further packages.</summary>
internal static class CpuModel
{
    private const string LinuxFile = "/proc/cpuinfo";

    public static string Name =>
        FromLinux() ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
            ?? $"{RuntimeInformation.ProcessArchitecture} (model not known)";

    private static string? FromLinux()
    {
        try
        {
            return File.ReadLines(LinuxFile)
                .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
                .Select(line => line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim())
                .FirstOrDefault();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

internal static class AssemblyVersions
{
    /// <summary>The version as its authors wrote it, with the commit where there is one.</summary>
    public static string InformationalVersion(this Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
        ?? assembly.GetName().Version?.ToString()
        ?? "unknown";
}
