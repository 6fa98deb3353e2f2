using System.CommandLine;
using System.CommandLine.Help;
using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Soak;
using Benchmarker.Soak.Compare;
using Benchmarker.Soak.Hostile;
using Benchmarker.Soak.Kills;
using Benchmarker.Throughput;
using Benchmarker.Watch;

namespace Benchmarker;

/// <summary>The command line. Without a command it measures throughput: one child process per scenario, then a table.</summary>
internal static class Program
{
    // On Ctrl+C a child has to be ended and some hundred megabytes of log files deleted.
    private static readonly TimeSpan _cleanUpTime = TimeSpan.FromSeconds(20);

    private static async Task<int> Main(string[] args)
    {
        ParseResult parsed = Create().Parse(args);

        // The library would print every error, then the whole help, and return 1.
        return parsed.Errors.Count > 0 && parsed.Action is not HelpPage
            ? ExitCode.Refuse(parsed.Errors[0].Message)
            : await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = _cleanUpTime });
    }

    private static RootCommand Create()
    {
        RootCommand root = BenchmarkCommand.Create();
        (string Question, Command[] Commands)[] groups =
        [
            ("How long do log calls take?", [LatencyCommand.Create()]),
            (
                "What does a single step cost?",
                [
                    MicroCommand.Create(), HandOffCommand.Create(), EventSourceCommand.Create(), DogStatsdCommand.Create(),
                    ProviderCommand.Create(), LokiCostCommand.Create(),
                ]),
            (
                "Are the promises kept, under load and faults?",
                [
                    CompareCommand.Create(), HostileCommand.Create(), KillsCommand.Create(), LokiFaultsCommand.Create(),
                    StressCommand.Create(), StormCommand.Create(), StuckChildCommand.Create(), CallerCostCommand.Create(),
                    DrainCommand.Create(),
                ]),
            ("What is going on?", [WatchCommand.Create(), JournalCommand.Create()]),
            ("Where are the tables of the documents from?", [ReadmeCommand.Create()]),
        ];
        Command[] started = // by the program itself
        [
            MeasureCommand.Create(), MeasureLatencyCommand.Create(), HostileChildCommand.Create(), KillsCommand.CreateChild(),
        ];
        foreach (Command command in groups.SelectMany(group => group.Commands).Concat(started))
        {
            root.Add(command);
        }

        HelpOption help = root.Options.OfType<HelpOption>().Single();
        help.Action = new HelpPage((HelpAction)help.Action!, groups);
        return root;
    }
}
