using System.Diagnostics;

namespace Benchmarker.Hostile;

/// <summary>A tool of the system that does what .NET cannot.</summary>
internal static class SystemTool
{
    /// <exception cref="InvalidOperationException">The tool failed.</exception>
    public static void Run(string tool, params string[] arguments)
    {
        if (!TryRun(tool, arguments))
        {
            throw new InvalidOperationException($"'{tool} {string.Join(' ', arguments)}' failed.");
        }
    }

    /// <returns>Whether it is there and ended well.</returns>
    public static bool TryRun(string tool, params string[] arguments)
    {
        try
        {
            ProcessStartInfo start = new(tool, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
            using Process process = Process.Start(start)!;
            process.StandardOutput.ReadToEnd(); // a line or two
            process.StandardError.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
