using System.CommandLine;
using Benchmarker.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.DogStatsd;

/// <summary>
/// What tags cost by the package and by the plain ways, in the article's categories, and what a sender gets through a socket.
/// </summary>
internal static class DogStatsdCommand
{
    private const double WarmUpSeconds = 0.5;

    private static readonly int[] _threadCounts = [1, 2];

    // The framework has no datagrams through Unix sockets on Windows.
    private static readonly AgentKind[] _agents = OperatingSystem.IsWindows() ? [AgentKind.Udp] : [AgentKind.Udp, AgentKind.Unix];

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds(
            byDefault: 3, "How long each of the ten measurements takes: six categories of tags, and a sender with four loads.");
        Command command = new("dogstatsd", "Measures DogStatsD's tags in the article's categories, beside string.Join and StringBuilder, "
            + "and the sender through real sockets.")
        {
            seconds,
        };
        command.SetAction(parsed => Run(parsed.GetValue(seconds)));
        return command;
    }

    private static int Run(double seconds)
    {
        TextColumns.Write(Console.Out, BenchmarkEnvironment.Current().Rows);
        Console.WriteLine();
        TagRow[] tags = [.. TagCategory.All.SelectMany(category => TagRow.Measure(category, seconds))];
        TagTable.Write(Console.Out, tags);
        Console.WriteLine();
        SenderRow[] loads = [.. _agents.SelectMany(agent => Loads(agent, seconds))];
        SenderTable.Write(Console.Out, loads);
        Console.WriteLine();
        return TagPromises.Of(tags).Concat(SenderPromises.Of(loads))
            .Select(promise => Verdict.Report(promise.Holds, promise.What)).ToArray()
            .All(holds => holds)
            ? ExitCode.Success
            : ExitCode.Failure;
    }

    private static IEnumerable<SenderRow> Loads(AgentKind agent, double seconds)
    {
        SenderRun.Measure(agent, _threadCounts[^1], TimeSpan.FromSeconds(WarmUpSeconds));
        return _threadCounts.Select(threads => SenderRun.Measure(agent, threads, TimeSpan.FromSeconds(seconds)));
    }
}
