using System.Diagnostics;
using Benchmarker.Throughput;

namespace Benchmarker.Soak.Hostile;

/// <summary>A process under test, as its parent sees it: what it has reported, and what can be done to it.</summary>
internal sealed class ScenarioProcess : IDisposable
{
    /// <summary>The exit code of a process that came to the end of its scenario: not 0, which an early end would have, too.</summary>
    public const int Success = 42;

    private const int PollMilliseconds = 5;
    private const int UntilKilled = 3_000;

    // It ends with its parent: it may wait for threads that nobody lets it have.
    private static readonly string[] _asNobody = ["--pdeathsig", "KILL", "--reuid", "65534", "--regid", "65534", "--clear-groups"];

    private readonly HostileScenario _scenario;
    private readonly Process _process;
    private readonly OutputTail _output = new();
    private readonly List<string> _faults = [];
    private readonly long _limit;
    private long? _ending;

    public ScenarioProcess(HostileScenario scenario, string variant, string folder, TimeSpan pause)
    {
        _scenario = scenario;
        Variant = variant;
        Folder = folder;
        Pause = pause;
        _limit = Stopwatch.GetTimestamp() + (long)((pause + scenario.Limit + PromisedTimes.Tolerance).TotalSeconds * Stopwatch.Frequency);
        _process = Start();
        if (scenario.ReadsOutput)
        {
            _output.Read(_process.StandardOutput);
        }

        if (scenario.ReadsErrors)
        {
            _output.Read(_process.StandardError);
        }
    }

    /// <summary>Whether a user without privileges can start this program: it may be in a folder that only its owner enters.</summary>
    public static bool CanStartAsNobody =>
        SystemTool.TryRun("setpriv", [.. _asNobody, "test", "-r", OwnProgram.CommandLine[OwnProgram.CommandLine.Count - 1]]);

    public string Variant { get; }

    public string Folder { get; }

    /// <summary>For how long a scenario that stops the process does so.</summary>
    public TimeSpan Pause { get; }

    public IReadOnlyList<string> Faults => _faults;

    /// <summary>What the parent itself has measured.</summary>
    public List<string> Seen { get; } = [];

    /// <summary>What it wrote last, and how far it had come.</summary>
    public string LastWords
    {
        get
        {
            string stage = ScenarioReport.Read(Folder).LastOrDefault(line => line.Kind == ReportKind.Stage)?.Text ?? "nothing";
            return $"it reported '{stage}' last{_output}";
        }
    }

    /// <summary>Whether it has printed such a line.</summary>
    public bool HasPrinted(Func<string, bool> matches) => _output.Contains(matches);

    /// <summary>How long its end may take, in milliseconds.</summary>
    public double LongestEnd => _scenario.CloseTimeout + PromisedTimes.AfterCloseTimeout + PromisedTimes.Tolerance.TotalMilliseconds;

    private bool IsOver => Stopwatch.GetTimestamp() > _limit;

    private string State =>
        File.ReadLines($"/proc/{_process.Id}/status").First(line => line.StartsWith("State:", StringComparison.Ordinal));

    public string PathOf(string name) => Path.Combine(Folder, name);

    public void Check(bool holds, string fault)
    {
        if (!holds && !_faults.Contains(fault))
        {
            _faults.Add(fault);
        }
    }

    /// <summary>Waits until it has come so far.</summary>
    /// <returns><see langword="false" /> when it ended before, or did not come so far in time.</returns>
    public bool AwaitStage(string stage)
    {
        while (!ScenarioReport.Read(Folder).Any(line => line.Kind == ReportKind.Stage && line.Text == stage))
        {
            if (_process.WaitForExit(PollMilliseconds) || IsOver)
            {
                Check(holds: false, $"it did not come to '{stage}'");
                return false;
            }
        }

        return true;
    }

    /// <summary>Lets it go on.</summary>
    public void Allow(string step) => File.Create(PathOf($"allowed-{step}")).Dispose();

    /// <summary>Sends it a signal, by name.</summary>
    public void Signal(string name) => SystemTool.Run("kill", $"-{name}", $"{_process.Id}");

    /// <summary>Sends it the signal that ends it.</summary>
    public void Terminate()
    {
        _ending = Stopwatch.GetTimestamp();
        Signal("TERM");
    }

    /// <summary>Stops it for a while, at a stage.</summary>
    public void PauseAt(string stage)
    {
        if (AwaitStage(stage))
        {
            Signal("STOP");
            Thread.Sleep(Pause);
            Check(State.Contains('T', StringComparison.Ordinal), "the process was not stopped");
            Signal("CONT");
            Allow("continued");
        }
    }

    /// <summary>Lets its user have no new threads and processes, or as many as the hard limit allows.</summary>
    public void RefuseThreads(bool refuse)
    {
        string hard = File.ReadLines($"/proc/{_process.Id}/limits")
            .First(line => line.StartsWith("Max processes", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[3];

        // As the same user: a container's root may not change the limits of others.
        SystemTool.Run("setpriv", [.. _asNobody, "prlimit", "--pid", $"{_process.Id}", $"--nproc={(refuse ? "1" : hard)}:"]);
    }

    /// <summary>Closes the reading end of its standard output.</summary>
    public void CloseOutput() => _process.StandardOutput.Close();

    /// <summary>Closes the reading end of its standard error.</summary>
    public void CloseErrors() => _process.StandardError.Close();

    /// <summary>Waits for its end and compares when and how it ended.</summary>
    /// <returns>How long the end took; <see langword="null" /> when it did not begin to end, or had to be killed.</returns>
    public TimeSpan? AwaitEnd()
    {
        while (!_process.WaitForExit(PollMilliseconds))
        {
            _ending ??= ScenarioReport.Read(Folder).FirstOrDefault(line => line.Text == ScenarioContext.Ending)?.Timestamp;
            bool isLate = _ending is { } begun
                && Stopwatch.GetElapsedTime(begun).TotalMilliseconds > LongestEnd + UntilKilled;
            if (isLate || IsOver)
            {
                _process.Kill(entireProcessTree: true);
                _process.WaitForExit();
                Check(holds: false, _ending is null ? $"it hung and was killed; {LastWords}" : "it did not end and was killed");
                return null;
            }
        }

        long ended = Stopwatch.GetTimestamp();
        _output.AwaitEnd(UntilKilled);
        _ending ??= ScenarioReport.Read(Folder).FirstOrDefault(line => line.Text == ScenarioContext.Ending)?.Timestamp;
        int expected = _scenario.ExitCode(Variant);
        Check(_process.ExitCode == expected, $"it ended with code {_process.ExitCode}, not {expected}; {LastWords}");
        if (_ending is not { } beginning)
        {
            return null;
        }

        TimeSpan took = Stopwatch.GetElapsedTime(beginning, ended);
        Check(
            took.TotalMilliseconds <= LongestEnd,
            $"the process took {took.TotalSeconds:N2} s to end, {LongestEnd / 1000.0:N1} are allowed");
        return took;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private Process Start()
    {
        string[] arguments = [.. OwnProgram.CommandLine, .. HostileChildCommand.Arguments(_scenario, Variant, Folder)];
        if (_scenario.IsUnprivileged && Environment.IsPrivilegedProcess)
        {
            SystemTool.Run("chmod", "777", Folder);
            arguments = ["setpriv", .. _asNobody, .. arguments];
        }

        ProcessStartInfo start = new(arguments[0], arguments[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["DOTNET_gcServer"] = "0";
        if (_scenario.HeapLimit > 0)
        {
            start.Environment["DOTNET_GCHeapHardLimit"] = $"{_scenario.HeapLimit << 20:X}";
        }

        return Leftovers.Start(start);
    }
}

/// <summary>Reads what a process prints, so that it never waits for a reader, and keeps the first lines and the last.</summary>
internal sealed class OutputTail
{
    private const int FirstLimit = 100;
    private const int Limit = 4;
    private const int LineLength = 300;

    private readonly List<string> _first = [];
    private readonly Queue<string> _lines = [];
    private readonly List<Thread> _readers = [];

    /// <summary>Reads until the end, on a thread of its own.</summary>
    public void Read(StreamReader output)
    {
        Thread reader = new(() => ReadAll(output)) { IsBackground = true };
        reader.Start();
        _readers.Add(reader);
    }

    /// <summary>A process that has ended may have printed what is not read yet, or have left the pipe to another one.</summary>
    public void AwaitEnd(int milliseconds) => _readers.ForEach(reader => reader.Join(milliseconds));

    public bool Contains(Func<string, bool> matches)
    {
        lock (_lines)
        {
            return _first.Any(matches) || _lines.Any(matches);
        }
    }

    public override string ToString()
    {
        lock (_lines)
        {
            return _lines.Count == 0 ? string.Empty : $" and printed: {string.Join(" | ", _lines)}";
        }
    }

    private void ReadAll(StreamReader output)
    {
        try
        {
            while (output.ReadLine() is { } line)
            {
                lock (_lines)
                {
                    if (_first.Count < FirstLimit)
                    {
                        _first.Add(line);
                    }

                    _lines.Enqueue(line.Length > LineLength ? line[..LineLength] : line);
                    if (_lines.Count > Limit)
                    {
                        _lines.Dequeue();
                    }
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The parent has closed the pipe, which is a scenario of its own.
        }
    }
}
