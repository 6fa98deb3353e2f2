namespace Easy.Logger.Tests.Support;

/// <summary>A program run to its end in a folder: killed with its children when it takes too long, its output kept as text.</summary>
internal sealed class Command(string folder)
{
    private const int LongestRunMilliseconds = 600_000;

    /// <summary>What is changed in its environment; <see langword="null" /> removes a variable.</summary>
    public Dictionary<string, string?> Environment { get; } =
        new() { ["DOTNET_TC_CallCountThreshold"] = null }; // of tests.runsettings: compilers run for long

    /// <returns>What it wrote, errors included.</returns>
    public string Succeeds(string program, params IEnumerable<string> arguments)
    {
        (int exitCode, string output) = Run(program, arguments);
        Assert.That(exitCode, Is.Zero, $"{program}: {output}");
        return output;
    }

    /// <returns>How it ended, and what it wrote, errors included.</returns>
    public (int ExitCode, string Output) Run(string program, params IEnumerable<string> arguments)
    {
        using ProbeRun run = new(program, arguments, Environment, folder: folder);
        int? exitCode = run.AwaitEnd(LongestRunMilliseconds);
        string output = string.Concat(run.Output.Select(line => line + System.Environment.NewLine));
        Assert.That(exitCode, Is.Not.Null, $"{program} did not end within {LongestRunMilliseconds} ms. It wrote: {output}");
        return (exitCode!.Value, output);
    }
}
