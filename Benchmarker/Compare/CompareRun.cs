using System.Diagnostics;
using log4net.Util;

namespace Benchmarker.Compare;

/// <summary>The child process: compares one case after the other, reduces those that differ, and ends itself when one hangs.</summary>
internal sealed class CompareRun(CompareOptions options, TextWriter output)
{
    private static readonly TimeSpan _caseLimit = TimeSpan.FromSeconds(8);

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
