using Benchmarker.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.CallerCost;

/// <summary>Measures a log call by the appender behind the wrapper, beside the same one without it: <c>caller --children</c>.</summary>
internal static class ChildCostCommand
{
    public const int Rounds = 41;

    public static int Run(int rounds, FileInfo? json)
    {
        BenchmarkEnvironment environment = BenchmarkEnvironment.Current();
        TextColumns.Write(Console.Out, environment.Rows);
        Console.WriteLine();
        try
        {
            ChildCostRow[] rows = [.. MeasuredChild.All.SelectMany(child => ChildCostRun.Measure(child, rounds))];
            ChildCostReport report = new(environment.ByName, rounds, rows);
            report.Write(Console.Out);
            if (json is not null)
            {
                JsonReport.Write(json, report);
            }

            return ExitCode.Success;
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine(e.Message);
            return ExitCode.Failure;
        }
    }
}
