using System.Diagnostics;
using System.Globalization;

namespace Benchmarker.Children;

/// <summary>Runs one scenario in a process of its own, so that none inherits compiled code, heap or garbage collector of another.</summary>
/// <param name="arguments">The command line of the process, given a folder for its log files.</param>
/// <param name="serverGc">Which garbage collector it is started with.</param>
/// <param name="time">How long it produces events.</param>
/// <param name="progress">Told how far it has come.</param>
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
