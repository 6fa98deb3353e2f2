using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Benchmarker.Reporting;

namespace Benchmarker;

/// <summary>The library's help, but for the program as a whole: that one lists the commands by the question that they answer.</summary>
internal sealed class HelpPage(HelpAction library, IReadOnlyList<(string Question, Command[] Commands)> groups)
    : SynchronousCommandLineAction
{
    private const string CommandsTitle = "Commands:";

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        TextWriter output = parseResult.InvocationConfiguration.Output;
        using StringWriter page = new();
        parseResult.InvocationConfiguration.Output = page;
        library.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output = output;
        if (parseResult.CommandResult.Command is not RootCommand)
        {
            output.Write(page);
            return ExitCode.Success;
        }

        output.Write(page.ToString().Split(CommandsTitle)[0]);
        output.WriteLine("Commands (COMMAND --help has their options):");
        int width = groups.SelectMany(group => group.Commands).Max(command => Usage(command).Length);
        foreach ((string question, Command[] commands) in groups)
        {
            output.WriteLine();
            output.WriteLine($"  {question}");
            TextColumns.Write(
                output, [.. commands.Select(command => new[] { $"    {Usage(command).PadRight(width)}", command.Description! })]);
        }

        output.WriteLine();
        output.WriteLine("Exit codes: 1 when a line is missing or a promise does not hold, 2 for a mistake in the options.");
        return ExitCode.Success;
    }

    private static string Usage(Command command) => command.Name
        + string.Concat(command.Arguments.Where(one => one.Arity.MinimumNumberOfValues > 0).Select(one => $" {one.Name}"));
}
