using Benchmarker.Throughput;

namespace Benchmarker;

/// <summary>Runs the article's benchmark: one child process per scenario, then a table of what was measured.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] args) => await BenchmarkCommand.InvokeAsync(args);
}
