using System.CommandLine;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarker.Micro;

/// <summary>Single steps of a log call under BenchmarkDotNet, one class per question.</summary>
internal static class MicroCommand
{
    // The project that would else be generated for each class has to be restored, and finds log4net only with what the root of the
    // repository does for feeds that lack it.
    private const string InThisProcess = "--inProcess";

    private static readonly string[] _all = ["--filter", "*"];

    public static Command Create()
    {
        Argument<string[]> arguments = new("arguments")
        {
            Description = "What BenchmarkDotNet is given, behind two dashes: -- --filter *Layout* --job short. All classes when left out.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        Command command = new(
            "bdn", "Single steps with BenchmarkDotNet: fix, render, layout, hand-off, batch write, event source, tags, Loki.")
        {
            arguments,
        };
        command.SetAction(parsed =>
        {
            string[] given = parsed.GetValue(arguments) ?? [];
            Summary[] summaries =
                [.. BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run([.. given.Length == 0 ? _all : given, InThisProcess])];
            return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success))
                ? ExitCode.Failure
                : ExitCode.Success;
        });
        return command;
    }
}
