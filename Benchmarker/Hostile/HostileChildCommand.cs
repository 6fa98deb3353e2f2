using System.CommandLine;

namespace Benchmarker.Hostile;

/// <summary>The hidden command with which the program starts itself as the process under test.</summary>
internal static class HostileChildCommand
{
    private const string Name = "hostile-child";
    private const string Folder = "--folder";
    private const string Variant = "--variant";

    public static Command Create()
    {
        Option<string> scenario = new("--scenario") { Required = true };
        Option<string> folder = new(Folder) { Required = true };
        Option<string> variant = new(Variant) { DefaultValueFactory = _ => string.Empty };
        Command command = new(Name, "Is the process that a hostile machine plays with.") { scenario, folder, variant };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            Run(HostileCatalog.Find(parsed.GetRequiredValue(scenario))!, parsed.GetRequiredValue(folder), parsed.GetValue(variant)!);
            return ScenarioProcess.Success;
        });
        return command;
    }

    public static IEnumerable<string> Arguments(HostileScenario scenario, string variant, string folder)
    {
        string[] arguments = [Name, "--scenario", scenario.Name, Folder, folder];
        return variant.Length == 0 ? arguments : [.. arguments, Variant, variant];
    }

    private static void Run(HostileScenario scenario, string folder, string variant)
    {
        using ScenarioContext context = new(folder, variant);
        AppDomain.CurrentDomain.UnhandledException += (_, args) => context.ReportUnhandled((Exception)args.ExceptionObject);
        context.Guard("the scenario", () => scenario.Run(context));
        context.End();
    }
}
