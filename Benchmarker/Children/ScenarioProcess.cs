using System.Diagnostics;
using System.Globalization;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Scenarios;

namespace Benchmarker.Children;

/// <summary>Runs one scenario in a process of its own, so that none inherits compiled code, heap or garbage collector of another.</summary>
internal sealed class ScenarioProcess(Scenario scenario, BenchmarkOptions options, Action<ChildProgress> progress)
{
    // Beyond the time of production: for starting, warming up, closing and counting, on a slow disk too. An appender that hangs in Close must not
    // hang the benchmark.
    private static readonly TimeSpan _allowance = TimeSpan.FromMinutes(3);

    private readonly OutputHead _output = new();
    private Measurement? _measurement;

    public async Task<ChildReport> RunAsync(CancellationToken cancellation)
    {
        using TemporaryFolder folder = new();
        using Process process = Start(folder.Path);
        TimeSpan limit = TimeSpan.FromSeconds(options.Seconds) + _allowance;
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
        ProcessStartInfo start = new(Environment.ProcessPath!)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // Started as "dotnet Benchmarker.dll", the program's own path is that of dotnet.
        string assembly = typeof(Program).Assembly.GetName().Name!;
        if (!Path.GetFileNameWithoutExtension(start.FileName).Equals(assembly, StringComparison.OrdinalIgnoreCase))
        {
            start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, assembly + ".dll"));
        }

        foreach (string argument in MeasureCommand.Arguments(scenario, options, folder))
        {
            start.ArgumentList.Add(argument);
        }

        // Said for every scenario: the variable may be set for the benchmark as a whole.
        start.Environment["DOTNET_gcServer"] = Convert.ToInt32(scenario.ServerGc).ToString(CultureInfo.InvariantCulture);

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
        ChildMessage? message = ChildMessage.TryParse(line);
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
            _measurement = message.Result;
        }
    }

    private ChildReport Report(string? failure) => new(
        _measurement,
        failure ?? (_measurement is null ? "its process ended without a result" : null),
        _output.ToList());
}
