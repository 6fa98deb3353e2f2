using System.CommandLine;
using System.Text.Json;
using Benchmarker.Micro;

namespace Benchmarker.Reporting;

/// <summary>Makes the benchmark tables and the chart of the documents anew from result files that are kept in the repository.</summary>
internal static class ReadmeCommand
{
    public static Command Create()
    {
        Option<FileInfo> results = Existing("--results", "A file that --json has written.", "Benchmarker", "results", "throughput.json");
        Option<FileInfo> table = Existing("--table", "The file whose table is replaced.", "docs", "benchmarks.md");
        Option<FileInfo> chart = Existing("--chart", "The chart of the README.", "docs", "throughput.svg");
        Option<FileInfo> eventSourceResults = Existing(
            "--event-source-results",
            "A file that event-source --json has written.",
            "Benchmarker",
            "results",
            "event-source.json");
        Option<FileInfo> eventSourceReadme = Existing(
            "--event-source-readme",
            "The file whose table of these is replaced.",
            "Easy.Logger.EventSource",
            "README.md");
        Command command = new(
            "readme",
            "Makes the tables and the chart of the documents from the kept results; run it in the root of the repository.")
        {
            results, table, chart, eventSourceResults, eventSourceReadme,
        };
        command.SetAction(parsed =>
        {
            try
            {
                Write(parsed.GetRequiredValue(table), parsed.GetRequiredValue(chart), JsonReport.Read(parsed.GetRequiredValue(results)));
                Write(
                    parsed.GetRequiredValue(eventSourceReadme),
                    JsonReport.Read<EventSourceReport>(parsed.GetRequiredValue(eventSourceResults)));
                return ExitCode.Success;
            }
            catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException or JsonException)
            {
                Console.Error.WriteLine(e.Message);
                return ExitCode.BadInput;
            }
        });
        return command;
    }

    private static Option<FileInfo> Existing(string name, string description, params string[] path) => new(name)
    {
        Description = description,
        HelpName = "FILE",
        DefaultValueFactory = _ => new FileInfo(Path.Combine(path)),
    };

    private static void Write(FileInfo readme, EventSourceReport report) =>
        File.WriteAllText(readme.FullName, EventSourceTable.Replace(File.ReadAllText(readme.FullName), report));

    private static void Write(FileInfo table, FileInfo chart, IReadOnlyList<JsonRow> rows)
    {
        if (rows.Count == 0)
        {
            throw new InvalidDataException("The file has no results.");
        }

        if (rows.FirstOrDefault(row => row.Log4NetVersion != BenchmarkEnvironment.Log4NetVersion) is { } other)
        {
            throw new InvalidDataException(
                $"The file has results of log4net {other.Log4NetVersion}; this is {BenchmarkEnvironment.Log4NetVersion}.");
        }

        File.WriteAllText(table.FullName, ReadmeTable.Replace(File.ReadAllText(table.FullName), rows));
        File.WriteAllText(chart.FullName, ReadmeChart.Of(rows));
    }
}
