namespace Easy.Logger.Tests.Survival;

/// <summary>A host that unloads its plug-ins: nothing of the process holds the load context of an appender that has ended.</summary>
[Category("Exit")]
internal sealed class UnloadTests : ProbeTests
{
    /// <summary>Closed, or left to the finalizer.</summary>
    [TestCase("unload-closed")]
    [TestCase("unload-abandoned")]
    public void Unload_AppenderHasEnded_LoadContextIsCollected(string scenario)
    {
        ProbeRun run = Run(scenario, 160);

        Assert.That(run.Output, Does.Contain("events 1 unloaded True"), run.Transcript);
    }

    /// <summary>The repository is the host's, and outlives the plug-in; so does a use that it forgot to end.</summary>
    [TestCase("unload-configured")]
    [TestCase("unload-following")]
    [TestCase("unload-provider")]
    public void Unload_FacadeOrProviderWasUsed_LoadContextIsCollected(string scenario)
    {
        ProbeRun run = Run(scenario, 160);

        Assert.That(run.Output, Has.Some.EndsWith("unloaded True"), run.Transcript);
    }
}
