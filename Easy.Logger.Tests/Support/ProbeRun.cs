namespace Easy.Logger.Tests.Support;

/// <summary>
/// One run of a console program: a process of its own, killed with its children after a minute, whose output is shown when a test about it
/// fails.
/// </summary>
internal sealed class ProbeRun : IDisposable
{
    private const int LongestRunMilliseconds = 180_000;

    private readonly ConcurrentQueue<string> _lines = [];
    private readonly Process _process;

    public ProbeRun(TestProgram program, params IEnumerable<string> arguments)
        : this(program.Host, [program.Path, .. arguments])
    {
    }

    public ProbeRun(string executable, params IEnumerable<string> arguments)
        : this(executable, arguments, environment: [])
    {
    }

    /// <param name="executable">The program, or one that starts it.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="environment">Variables that it gets besides those of this process; <see langword="null" /> removes one.</param>
    /// <param name="isOutputRead">Whether its standard output is read; else that is left to the test.</param>
    /// <param name="folder">Where it runs, without input; without a folder it is where the tests are, and has theirs.</param>
    public ProbeRun(
        string executable,
        IEnumerable<string> arguments,
        IEnumerable<KeyValuePair<string, string?>> environment,
        bool isOutputRead = true,
        string? folder = null)
    {
        ProcessStartInfo start = new(executable, arguments)
        {
            WorkingDirectory = folder ?? string.Empty,
            RedirectStandardInput = folder is not null,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (KeyValuePair<string, string?> variable in environment)
        {
            start.Environment[variable.Key] = variable.Value;
        }

        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, args) => Receive(args.Data);
        _process.ErrorDataReceived += (_, args) => Receive(args.Data);
        _process.Start();
        if (folder is not null)
        {
            _process.StandardInput.Close();
        }

        if (isOutputRead)
        {
            _process.BeginOutputReadLine();
        }

        _process.BeginErrorReadLine();
    }

    /// <summary>Its standard output, where it is left to the test.</summary>
    public StreamReader StandardOutput => _process.StandardOutput;

    /// <summary>Everything it wrote so far, errors included.</summary>
    public IReadOnlyList<string> Output => [.. _lines];

    /// <summary>The same as one text, for the message of a failing test.</summary>
    public string Transcript => $"The program wrote:{Environment.NewLine}{string.Join(Environment.NewLine, Output)}";

    /// <summary>Waits until it has written this line, or ended.</summary>
    public void AwaitLine(string line)
    {
        Eventually.Holds(() => Output.Contains(line) || _process.HasExited, $"'{line}'. {Transcript}");
        if (_process.HasExited)
        {
            _process.WaitForExit(); // the rest of its output
        }
    }

    /// <summary>A shell without job control starts background commands with SIGINT ignored, and programs inherit that.</summary>
    public void SkipTestWhereIgnored(int signal)
    {
        if (OperatingSystem.IsLinux() && (Convert.ToUInt64(Status("SigIgn:"), 16) & (1UL << (signal - 1))) != 0)
        {
            Assert.Ignore($"Whoever started the tests had signal {signal} ignored.");
        }
    }

    /// <summary>What the system says of it (Linux).</summary>
    private string Status(string name) =>
        File.ReadLines($"/proc/{_process.Id}/status").First(line => line.StartsWith(name, StringComparison.Ordinal)).Split('\t')[1];

    /// <summary>Sends it a signal, by name as the shell knows it.</summary>
    public void Signal(string name)
    {
        using Process kill = Process.Start("/bin/sh", ["-c", $"kill -{name} {_process.Id}"]);
        kill.WaitForExit();
        Assert.That(kill.ExitCode, Is.Zero, $"kill -{name}");
    }

    /// <summary>Has it killed when a shell has slept for so long, unless it has ended by then.</summary>
    /// <returns>The shell.</returns>
    public Process KillAfter(string seconds) => Process.Start("/bin/sh", ["-c", $"sleep {seconds}; kill -KILL {_process.Id} 2> /dev/null"]);

    /// <summary>Waits until it has stopped itself, and lets it go on when a shell has slept for so long (Linux).</summary>
    public void ContinueAfter(int seconds)
    {
        Eventually.Holds(() => _process.HasExited || Status("State:").StartsWith('T'), $"it stops. {Transcript}");
        using Process shell = Process.Start("/bin/sh", ["-c", $"sleep {seconds}; kill -CONT {_process.Id}"]);
        shell.WaitForExit();
        Assert.That(shell.ExitCode, Is.Zero, $"kill -CONT. {Transcript}");
    }

    /// <summary>Waits for its end and compares how it ended.</summary>
    public void AssertEndsWith(int exitCode)
    {
        int? ended = AwaitEnd();
        Assert.That(ended, Is.Not.Null, $"The program did not end within {LongestRunMilliseconds} ms. {Transcript}");
        Assert.That(ended, Is.EqualTo(exitCode), Transcript);
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>Its exit code; <see langword="null" /> when it had to be killed.</returns>
    public int? AwaitEnd(int milliseconds = LongestRunMilliseconds)
    {
        if (!_process.WaitForExit(milliseconds))
        {
            _process.Kill(entireProcessTree: true);
            return null;
        }

        _process.WaitForExit(); // the rest of its output
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private void Receive(string? line)
    {
        if (line is not null)
        {
            _lines.Enqueue(line);
        }
    }
}
