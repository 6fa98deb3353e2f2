using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Benchmarker.Throughput;

/// <summary>Runs one scenario in a process of its own, so that none inherits compiled code, heap or garbage collector of another.</summary>
/// <param name="arguments">The command line of the process, given a folder for its log files.</param>
/// <param name="serverGc">Which garbage collector it is started with.</param>
/// <param name="time">How long it produces events.</param>
/// <param name="progress">Gets how far it has come.</param>
internal sealed class ChildProcess<TResult>(
    Func<string, IEnumerable<string>> arguments, bool serverGc, TimeSpan time, Action<ChildProgress> progress)
    where TResult : class
{
    // Beyond the time of production: for starting, warming up, closing and counting, on a slow disk too. An appender that hangs in Close
    // must not hang the benchmark.
    private static readonly TimeSpan _allowance = TimeSpan.FromMinutes(3);

    private readonly OutputHead _output = new();
    private TResult? _result;

    public async Task<ChildReport<TResult>> RunAsync(CancellationToken cancellation)
    {
        using TemporaryFolder folder = new();
        using Process process = Start(folder.Path);
        TimeSpan limit = time + _allowance;
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(limit);
        try
        {
            await Task.WhenAll(
                ReadAsync(process.StandardOutput, Receive, deadline.Token),
                ReadAsync(process.StandardError, _output.Add, deadline.Token),
                process.WaitForExitAsync(deadline.Token));
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            cancellation.ThrowIfCancellationRequested();
            return Report($"its process did not end within {limit.TotalSeconds:N0} s and was killed");
        }

        return Report(process.ExitCode == 0 ? null : $"its process ended with code {process.ExitCode}");
    }

    private Process Start(string folder)
    {
        IReadOnlyList<string> program = OwnProgram.CommandLine;
        ProcessStartInfo start = new(program[0], [.. program.Skip(1), .. arguments(folder)])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // Said for every scenario: the variable may be set for the benchmark as a whole.
        start.Environment["DOTNET_gcServer"] = Convert.ToInt32(serverGc).ToString(CultureInfo.InvariantCulture);

        Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{start.FileName}' could not be started.");
        process.StandardInput.Close();
        return process;
    }

    private static async Task ReadAsync(StreamReader reader, Action<string> receive, CancellationToken cancellation)
    {
        while (await reader.ReadLineAsync(cancellation) is string line)
        {
            receive(line);
        }
    }

    private void Receive(string line)
    {
        ChildMessage<TResult>? message = ChildMessage<TResult>.TryParse(line);
        if (message is null)
        {
            _output.Add(line);
        }
        else if (message.Progress is not null)
        {
            progress(message.Progress);
        }
        else
        {
            _result = message.Result;
        }
    }

    private ChildReport<TResult> Report(string? failure) => new(
        _result,
        failure ?? (_result is null ? "its process ended without a result" : null),
        _output.ToList());
}

/// <summary>What a child process left behind when it ended.</summary>
/// <param name="Result">What it found out; <see langword="null" /> when it ended without a result.</param>
/// <param name="Failure">Why it counts as failed; <see langword="null" /> when it does not.</param>
/// <param name="Output">What it wrote beside its messages: log4net's complaints, or an exception.</param>
internal sealed record ChildReport<TResult>(TResult? Result, string? Failure, IReadOnlyList<string> Output)
    where TResult : class;

/// <summary>One line from a child process to its parent: progress, or the result.</summary>
internal sealed record ChildMessage<TResult>(ChildProgress? Progress, TResult? Result)
    where TResult : class
{
    // Distinguishes our lines from whatever else is written to the same output.
    private const string Prefix = "benchmarker:";

    public void WriteTo(TextWriter output)
    {
        output.WriteLine(Prefix + JsonSerializer.Serialize(this));
        output.Flush();
    }

    public static ChildMessage<TResult>? TryParse(string line) =>
        line.StartsWith(Prefix, StringComparison.Ordinal)
            ? JsonSerializer.Deserialize<ChildMessage<TResult>>(line.AsSpan(Prefix.Length))
            : null;
}

/// <summary>How far a scenario's process has come.</summary>
internal sealed record ChildProgress(string Stage, double Fraction);

/// <summary>Keeps the first lines of an output, for a reader who does not want a hundred thousand. Safe for several threads.</summary>
internal sealed class OutputHead
{
    private const int Limit = 40;

    private readonly List<string> _lines = [];
    private long _more;

    public void Add(string? line)
    {
        lock (_lines)
        {
            if (string.IsNullOrWhiteSpace(line))
            {
                return;
            }

            if (_lines.Count < Limit)
            {
                _lines.Add(line);
            }
            else
            {
                _more++;
            }
        }
    }

    public IReadOnlyList<string> ToList()
    {
        lock (_lines)
        {
            return _more == 0 ? [.. _lines] : [.. _lines, $"... and {_more:N0} lines more"];
        }
    }
}

/// <summary>How this program starts itself again.</summary>
internal static class OwnProgram
{
    /// <summary>The executable and what precedes its own arguments.</summary>
    public static IReadOnlyList<string> CommandLine
    {
        get
        {
            // Started as "dotnet Benchmarker.dll", the program's own path is that of dotnet.
            string executable = Environment.ProcessPath!;
            string assembly = typeof(Program).Assembly.GetName().Name!;
            return Path.GetFileNameWithoutExtension(executable).Equals(assembly, StringComparison.OrdinalIgnoreCase)
                ? [executable]
                : [executable, Path.Combine(AppContext.BaseDirectory, assembly + ".dll")];
        }
    }
}
