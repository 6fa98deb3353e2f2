using System.Diagnostics;

namespace Recorder;

/// <summary>Starts this program again with other arguments, in the setting that every result was recorded in.</summary>
internal static class Child
{
    /// <returns>Its exit code; <see langword="null"/> when it was killed because it ran longer than it may.</returns>
    public static int? Run(string[] args, int timeoutMilliseconds, string timeZone = "UTC")
    {
        string self = Environment.ProcessPath ?? throw new InvalidOperationException("The program's own path is not known.");
        ProcessStartInfo info = new(self);
        if (Path.GetFileNameWithoutExtension(self) == "dotnet")
        {
            info.ArgumentList.Add(typeof(Child).Assembly.Location);
        }

        foreach (string arg in args)
        {
            info.ArgumentList.Add(arg);
        }

        info.Environment["TZ"] = timeZone;
        // No garbage collection on its own: finalizers close appenders.
        info.Environment["DOTNET_GCgen0size"] = "10000000";
        info.Environment["RECORDER_ENV"] = "env value";
        info.Environment["RECORDER_LEVEL"] = "WARN";
        using Process process = Process.Start(info)!;
        if (process.WaitForExit(timeoutMilliseconds))
        {
            return process.ExitCode;
        }

        process.Kill(entireProcessTree: true);
        process.WaitForExit();
        return null;
    }
}
