namespace Easy.Logger.Tests.Metrics;

/// <summary>What a listener does when the instruments are made, which is once in a process.</summary>
[Category("Metrics")]
internal sealed class MeterProcessTests
{
    [Test]
    public void Publish_ListenerHangs_EveryLineIsInTheFileAndTheProcessEnds()
    {
        using TempFolder folder = new();
        using ProbeRun run = new(TestProgram.ExitProbe, "meter-listener-hangs", folder.Path);

        run.AssertEndsWith(94);

        Assert.That(folder.Lines("exit"), Has.Count.EqualTo(10_000), run.Transcript);
    }

    [Test]
    public void Publish_ListenerThrows_EveryLineIsInTheFile()
    {
        using TempFolder folder = new();
        using ProbeRun run = new(TestProgram.ExitProbe, "meter-listener-throws", folder.Path);

        run.AssertEndsWith(93);

        Assert.That(folder.Lines("exit"), Has.Count.EqualTo(10_000), run.Transcript);
        Assert.That(run.Output.Count(line => line.Contains("the listener is broken", StringComparison.Ordinal)), Is.InRange(1, 16),
            run.Transcript);
    }
}
