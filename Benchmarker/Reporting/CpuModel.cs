using System.Runtime.InteropServices;

namespace Benchmarker.Reporting;

/// <summary>What the processor calls itself, as far as the system says without further packages.</summary>
internal static class CpuModel
{
    private const string LinuxFile = "/proc/cpuinfo";

    public static string Name =>
        FromLinux() ?? Environment
            .GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? $"{RuntimeInformation.ProcessArchitecture} (model not known)";

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
