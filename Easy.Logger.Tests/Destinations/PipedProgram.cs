using System.Diagnostics;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A console program of the tests at the writing end of a pipe that its reader leaves when it has read enough, as <c>head</c> does.
/// </summary>
internal sealed class PipedProgram : IDisposable
{
    private const int LongestRunMilliseconds = 60_000;

    private readonly Process _process;
    private readonly Task<string> _errors;

    public PipedProgram(TestProgram program, params IEnumerable<string> arguments)
    {
        // The host that runs the tests, when it says which one it is.
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [program.Path, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        _process = Process.Start(start)!;
        _errors = _process.StandardError.ReadToEndAsync();
    }

    /// <summary>Reads so many lines and closes the pipe.</summary>
    public IReadOnlyList<string> ReadAndLeave(int count)
    {
        List<string> lines = [];
        while (lines.Count < count && _process.StandardOutput.ReadLine() is { } line)
        {
            lines.Add(line);
        }

        _process.StandardOutput.Close();
        return lines;
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>What it wrote to its standard error.</returns>
    public string AwaitEnd(int exitCode)
    {
        Assert.That(_process.WaitForExit(LongestRunMilliseconds), Is.True, $"The program did not end within {LongestRunMilliseconds} ms.");
        Assert.That(_process.ExitCode, Is.EqualTo(exitCode), _errors.Result);
        return _errors.Result.Trim();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }
}
