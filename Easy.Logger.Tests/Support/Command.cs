namespace Easy.Logger.Tests.Support;

/// <summary>A program run to its end in a folder: killed with its children when it takes too long, its output kept as text.</summary>
internal sealed class Command(string folder)
{
    private static readonly TimeSpan _longestRun = TimeSpan.FromMinutes(10);

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
        ProcessStartInfo start = new(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string? value) in Environment)
        {
            start.Environment[name] = value;
        }

        StringBuilder output = new();
        using Process process = new() { StartInfo = start };
        process.OutputDataReceived += (_, args) => Receive(output, args.Data);
        process.ErrorDataReceived += (_, args) => Receive(output, args.Data);
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        if (!process.WaitForExit(_longestRun))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"{program} did not end within {_longestRun}. It wrote: {output}");
        }

        process.WaitForExit(); // the rest of its output
        return (process.ExitCode, output.ToString());
    }

    private static void Receive(StringBuilder output, string? line)
    {
        lock (output)
        {
            output.AppendLine(line);
        }
    }
}
