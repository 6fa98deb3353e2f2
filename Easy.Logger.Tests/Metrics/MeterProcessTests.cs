namespace Easy.Logger.Tests.Metrics;

/// <summary>What a listener does when the instruments are made, which is once in a process.</summary>
[Category("Metrics")]
internal sealed class MeterProcessTests : FolderTests
{
    [TestCase("hangs", 94, 0, 0)]
    [TestCase("throws", 93, 1, 16)]
    public void Publish_ListenerHangsOrThrows_EveryLineIsInTheFileAndTheProcessEnds(string listener, int exitCode, int least, int most)
    {
        using ProbeRun run = new(TestProgram.ExitProbe, $"meter-listener-{listener}", Folder.Path);

        run.AssertEndsWith(exitCode);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(10_000), run.Transcript);
        Assert.That(
            run.Output.Count(line => line.Contains("the listener is broken", StringComparison.Ordinal)), Is.InRange(least, most),
            run.Transcript);
    }
}
