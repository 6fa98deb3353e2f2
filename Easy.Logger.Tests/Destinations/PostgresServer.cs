using System.Diagnostics;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A PostgreSQL server of one test's own, on loopback, that can be stopped and started again: what <c>postgres.sh</c> does, for C#.
/// </summary>
internal sealed class PostgresServer : IDisposable
{
    private static readonly string _script = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Destinations", "postgres.sh");

    private readonly TempFolder _folder = new();

    public PostgresServer() => ConnectionString = Start();

    /// <summary>Why no server can be started here; <see langword="null" /> when one can.</summary>
    public static string? Obstacle
    {
        get
        {
            if (!OperatingSystem.IsLinux())
            {
                return "The PostgreSQL server of these tests is Debian's.";
            }

            (int exitCode, string output) = Run("check");
            return exitCode == 0 ? null : output;
        }
    }

    public string ConnectionString { get; }

    /// <summary>Starts it, or starts it again on the same port.</summary>
    /// <returns>The connection string.</returns>
    public string Start() => Command("start");

    /// <summary>Ends it as a crash would: connections break in the middle of whatever they do.</summary>
    public void Crash() => Command("stop", "immediate");

    /// <summary>Leaves the connections open and answers nothing.</summary>
    public void Pause() => Command("pause");

    public void Resume() => Command("resume");

    public void Dispose()
    {
        // Whatever state the test has left it in.
        Run("resume", _folder.Path);
        Run("stop", _folder.Path, "immediate");
        _folder.Dispose();
    }

    private string Command(string name, params IEnumerable<string> more)
    {
        (int exitCode, string output) = Run([name, _folder.Path, .. more]);
        Assert.That(exitCode, Is.Zero, $"postgres.sh {name}: {output}");
        return output;
    }

    private static (int ExitCode, string Output) Run(params IEnumerable<string> arguments)
    {
        ProcessStartInfo start = new("bash", [_script, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        return (process.ExitCode, output.Trim());
    }
}
