using System.CommandLine;
using System.Text.Json;
using Benchmarker.CommandLine;
using Benchmarker.EventSource;

namespace Benchmarker.Reporting;

/// <summary>Makes the benchmark tables of the READMEs anew from result files that are kept in the repository.</summary>
internal static class ReadmeCommand
{
    public static Command Create()
    {
        Option<FileInfo> results = Existing("--results", "A file that --json has written.", "Benchmarker", "results", "throughput.json");
        Option<FileInfo> readme = Existing("--readme", "The file whose table is replaced.", "README.md");
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
        Command command = new("readme", "Makes the benchmark tables of the READMEs from the results that are kept. To be run in the root of the repository.")
        {
            results, readme, eventSourceResults, eventSourceReadme,
        };
        command.SetAction(parsed =>
        {
            try
            {
                Write(parsed.GetRequiredValue(readme), JsonReport.Read(parsed.GetRequiredValue(results)));
                Write(parsed.GetRequiredValue(eventSourceReadme), JsonReport.Read<EventSourceReport>(parsed.GetRequiredValue(eventSourceResults)));
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

    private static void Write(FileInfo readme, IReadOnlyList<JsonRow> rows)
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

        File.WriteAllText(readme.FullName, ReadmeTable.Replace(File.ReadAllText(readme.FullName), rows));
    }
}
