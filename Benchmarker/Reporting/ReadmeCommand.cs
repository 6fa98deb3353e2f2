using System.CommandLine;
using System.Text.Json;
using Benchmarker.CommandLine;

namespace Benchmarker.Reporting;

/// <summary>Makes the README's benchmark table anew from a result file that is kept in the repository.</summary>
internal static class ReadmeCommand
{
    public static Command Create()
    {
        Option<FileInfo> results = new("--results")
        {
            Description = "A file that --json has written, on the real log4net.",
            HelpName = "FILE",
            DefaultValueFactory = _ => new FileInfo(Path.Combine("Benchmarker", "results", "throughput.json")),
        };
        Option<FileInfo> readme = new("--readme")
        {
            Description = "The file whose table is replaced.",
            HelpName = "FILE",
            DefaultValueFactory = _ => new FileInfo("README.md"),
        };
        Command command = new("readme", "Makes the README's benchmark tables from the results that are kept. To be run in the root of the repository.")
        {
            results, readme,
        };
        command.SetAction(parsed =>
        {
            try
            {
                Write(parsed.GetRequiredValue(readme), JsonReport.Read(parsed.GetRequiredValue(results)));
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

    private static void Write(FileInfo readme, IReadOnlyList<JsonRow> rows)
    {
        // The stand-in's ratios mean something, its numbers are nobody's.
        if (rows.Count == 0 || rows.Any(row => row.Log4NetIsStandIn))
        {
            throw new InvalidDataException("The README's figures come from a run on the real log4net.");
        }

        File.WriteAllText(readme.FullName, ReadmeTable.Replace(File.ReadAllText(readme.FullName), rows));
    }
}
