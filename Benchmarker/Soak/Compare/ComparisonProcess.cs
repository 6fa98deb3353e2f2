using System.Diagnostics;
using System.Globalization;
using Benchmarker.Throughput;
using log4net.Util;

namespace Benchmarker.Soak.Compare;

/// <summary>
/// Runs the comparison in a child process whose tier of the just-in-time compiler is pinned. Optimized code turns log4net's last calls into
/// jumps; the caller that log4net looks for is not on the stack then. In one process the same log call would first print its location and
/// later a question mark. A child process that hangs or crashes costs one case: the next child continues with the next seed.
/// </summary>
internal sealed class ComparisonProcess(CompareOptions options, bool optimized)
{
    public const string Folder = "--folder";

    private static readonly (string Name, string Value)[] _firstTier =
        [("DOTNET_TC_CallCounting", "0"), ("DOTNET_TC_OnStackReplacement", "0")];

    private static readonly (string Name, string Value)[] _optimizedTier = [("DOTNET_TieredCompilation", "0")];

    private CompareProgress _progress = new(options.Seed, Cases: 0, Differences: 0);
    private int _cases;
    private int _differences;

    /// <returns>The exit code.</returns>
    public int Run()
    {
        Stopwatch watch = Stopwatch.StartNew();
        int seed = options.Seed;
        while (watch.Elapsed < options.Time && _cases < options.Cases && _differences < options.Differences)
        {
            _progress = new CompareProgress(seed, Cases: 0, Differences: 0);
            int exitCode = RunChild(options with
            {
                Seed = seed,
                Time = options.Time - watch.Elapsed,
                Cases = options.Cases - _cases,
                Differences = options.Differences - _differences,
            });
            seed = _progress.Seed;
            _cases += _progress.Cases;
            _differences += _progress.Differences;
            if (exitCode != ExitCode.Success)
            {
                Console.Out.WriteLine($"seed {seed}: the process ended with code {exitCode}");
                seed++;
                _cases++;
                _differences++;
            }
        }

        double rate = _cases / watch.Elapsed.TotalSeconds;
        Console.Out.WriteLine($"{_cases:N0} configurations from seed {options.Seed} on, {rate:N1}/s, {_differences:N0} differences");
        return ExitCode.Of(_differences == 0);
    }

    private int RunChild(CompareOptions rest)
    {
        // The files are small and many; in memory they cost a third.
        using TemporaryFolder folder = new(Directory.Exists("/dev/shm") ? "/dev/shm" : null);
        string[] arguments =
        [
            .. OwnProgram.CommandLine,
            CompareCommand.Name, "--seed", Text(rest.Seed), "--minutes", Text(rest.Time.TotalMinutes), "--cases", Text(rest.Cases),
            "--differences", Text(rest.Differences), "--reduce", Text(rest.Reduce.TotalSeconds), "--direct", Text(rest.Direct),
            "--plant", Text(rest.Plant), Folder, folder.Path,
        ];
        ProcessStartInfo start = new(arguments[0], arguments[1..]) { RedirectStandardOutput = true };
        foreach ((string name, string value) in optimized ? _optimizedTier : _firstTier)
        {
            start.Environment[name] = value;
        }

        using Process process = Leftovers.Start(start);
        while (process.StandardOutput.ReadLine() is { } line)
        {
            if (CompareProgress.TryParse(line) is { } progress)
            {
                _progress = progress;
            }
            else
            {
                Console.Out.WriteLine(line);
            }
        }

        process.WaitForExit();
        return process.ExitCode;
    }

    private static string Text(object value) => Convert.ToString(value, CultureInfo.InvariantCulture)!;
}

/// <summary>The child process: compares one case after the other, reduces those that differ, and ends itself when one hangs.</summary>
internal sealed class CompareRun(CompareOptions options, TextWriter output)
{
    // a file that rolls with every line and keeps all of them takes log4net 2 s, and on a busy machine 10
    private static readonly TimeSpan _caseLimit = TimeSpan.FromSeconds(30);

    private readonly Lock _lock = new();
    private readonly Lock _writing = new();
    private readonly Stopwatch _case = new();
    private string _current = string.Empty;

    public void Run()
    {
        LogLog.EmitInternalMessages = false; // appenders, layouts and values fail on purpose
        using Timer watchdog = new(_ => EndWhenHung(), state: null, _caseLimit, TimeSpan.FromSeconds(1));
        Comparison comparison = new(options);
        Stopwatch watch = Stopwatch.StartNew();
        int cases = 0;
        int differences = 0;
        int seed = options.Seed;
        while (watch.Elapsed < options.Time && cases < options.Cases && differences < options.Differences)
        {
            Write(new CompareProgress(seed, cases, differences));
            ComparisonCase made = CaseGenerator.Make(seed++);
            cases++;
            string? difference = Compare(comparison, made, found: null);
            if (difference is not null)
            {
                differences++;
                ComparisonCase smallest = CaseReducer.Reduce(
                    made, smaller => Compare(comparison, smaller, difference) is not null, options.Reduce);
                Write($"{Compare(comparison, smallest, difference) ?? difference + "\n    (not in every run)"}\n{smallest}");
            }
        }

        Write(new CompareProgress(seed, cases, differences));
    }

    /// <param name="comparison">What compares.</param>
    /// <param name="candidate">The case.</param>
    /// <param name="found">A difference that must not be lost when this case, a part of it, hangs.</param>
    private string? Compare(Comparison comparison, ComparisonCase candidate, string? found)
    {
        lock (_lock)
        {
            _current = $"{(found is null ? string.Empty : $"{found}\n  a part of it hangs:\n")}{candidate}";
            _case.Restart();
        }

        return comparison.Compare(candidate);
    }

    private void EndWhenHung()
    {
        lock (_lock)
        {
            if (_case.Elapsed < _caseLimit)
            {
                return;
            }

            Write($"no end after {_caseLimit.TotalSeconds} s\n{_current}");
            Process.GetCurrentProcess().Kill();
        }
    }

    private void Write(object text)
    {
        lock (_writing)
        {
            output.WriteLine(text);
            output.Flush();
        }
    }
}

/// <summary>How far the child process is; written before each case, so that its parent knows which one ended the process.</summary>
internal sealed record CompareProgress(int Seed, int Cases, int Differences)
{
    private const string Mark = "# ";

    public static CompareProgress? TryParse(string line) =>
        line.StartsWith(Mark, StringComparison.Ordinal) && line[Mark.Length..].Split(' ') is [var seed, var cases, var differences]
            ? new CompareProgress(int.Parse(seed), int.Parse(cases), int.Parse(differences))
            : null;

    public override string ToString() => $"{Mark}{Seed} {Cases} {Differences}";
}
