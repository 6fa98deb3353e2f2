namespace Easy.Logger.Tests.Survival;

/// <summary>A host that unloads its plug-ins: nothing of the process holds the load context of an appender that has ended.</summary>
[Category("Exit")]
internal sealed class UnloadTests : ProbeTests
{
    /// <summary>
    /// Closed, or left to the finalizer. With a facade or provider the repository is the host's, and outlives the plug-in; so does a use
    /// that it forgot to end.
    /// </summary>
    [TestCase("unload-closed", "events 1 unloaded True")]
    [TestCase("unload-abandoned", "events 1 unloaded True")]
    [TestCase("unload-configured", "unloaded True")]
    [TestCase("unload-following", "unloaded True")]
    [TestCase("unload-provider", "unloaded True")]
    public void Unload_AppenderHasEndedOrFacadeOrProviderWasUsed_LoadContextIsCollected(string scenario, string end)
    {
        ProbeRun run = Run(scenario, 160);

        Assert.That(run.Output, Has.Some.EndsWith(end), run.Transcript);
    }
}
