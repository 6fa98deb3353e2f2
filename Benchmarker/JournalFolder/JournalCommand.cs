using System.CommandLine;
using Benchmarker.CommandLine;

namespace Benchmarker.JournalFolder;

/// <summary>Shows what is in a journal, for whoever looks at a machine on which a program has crashed. Changes nothing.</summary>
internal static class JournalCommand
{
    public static Command Create()
    {
        Argument<DirectoryInfo> folder = new("FOLDER") { Description = "What the option journal names." };
        Option<bool> print = new("--print") { Description = "Also print the events that are not forwarded yet." };
        Command command = new("journal", "Shows the lanes, segments and events of a journal, and what a recovery would do.")
        {
            folder,
            print,
        };
        command.SetAction(parsed =>
        {
            DirectoryInfo journal = parsed.GetRequiredValue(folder);
            if (!journal.Exists)
            {
                Console.Error.WriteLine($"'{journal}' is not a folder.");
                return ExitCode.BadInput;
            }

            new JournalListing(journal.FullName, parsed.GetValue(print), Console.Out).Write();
            return ExitCode.Success;
        });
        return command;
    }
}
