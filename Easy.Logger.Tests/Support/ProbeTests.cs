namespace Easy.Logger.Tests.Support;

/// <summary>Tests with a run of the exit probe in a folder of its own; when a test ends, so does the program.</summary>
internal abstract class ProbeTests : FolderTests
{
    private ProbeRun? _run;

    [TearDown]
    public void EndRun() => _run?.Dispose();

    protected ProbeRun Start(string scenario) => _run = new ProbeRun(TestProgram.ExitProbe, scenario, Folder.Path);

    /// <summary>Starts it and waits for its end.</summary>
    protected ProbeRun Run(string scenario, int exitCode)
    {
        ProbeRun run = Start(scenario);
        run.AssertEndsWith(exitCode);
        return run;
    }
}
