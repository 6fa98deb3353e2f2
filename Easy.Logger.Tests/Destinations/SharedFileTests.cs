namespace Easy.Logger.Tests.Destinations;

/// <summary>Several processes, one file.</summary>
internal sealed class SharedFileTests : SceneTests<LogScene>
{
    /// <summary>With the locking model that log4net has for it, every line of both is there once and in its order.</summary>
    [Test]
    [Demand("J5")]
    public void TwoProcessesInterProcessLock_EveryLineOfBothIsThere()
    {
        using ProbeRun first = new(TestProgram.ExitProbe, "shared", Scene.Folder.Path);
        using ProbeRun second = new(TestProgram.ExitProbe, "shared", Scene.Folder.Path);
        first.AwaitLine("ready");
        second.AwaitLine("ready");

        Go();
        first.AssertEndsWith(70);
        second.AssertEndsWith(70);

        ILookup<string, int> numbers = Scene.Lines("exit").Select(line => line.Split(' '))
            .ToLookup(parts => parts[0], parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
        Assert.That(numbers, Has.Count.EqualTo(2));
        Assert.That(numbers, Is.All.EqualTo(Enumerable.Range(0, 5000)));
    }

    /// <summary>The one that comes second reports it once and counts what it cannot write; when the first is gone, it writes.</summary>
    [Test]
    [Demand("J5")]
    public void TwoProcessesOneHoldsTheFile_OtherTellsOnceCountsAndRecovers()
    {
        using ProbeRun holder = new(TestProgram.ExitProbe, "hold", Scene.Folder.Path);
        holder.AwaitLine("ready");
        Scene.ConfigureFile();
        Scene.LogAndFlush("lost", 1000);
        Scene.LogAndFlush("lost too", 1000);
        BufferStatistics before = Scene.Appender.Statistics;

        Go();
        holder.AssertEndsWith(74);
        Scene.LogAndFlush("line", 10);

        BufferStatistics after = Scene.Appender.Statistics;
        Assert.That((before.Forwarded, before.Failed), Is.EqualTo((0, 2000)));
        Assert.That((after.Forwarded, after.Failed), Is.EqualTo((10, 2000)));
        Assert.That(Scene.Lines(), Is.EqualTo(LogScene.Numbered("line", 10)));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(Scene.Complaints[1], Does.Contain("works again after it failed on 2000 event(s)"));
    }

    private void Go() => File.WriteAllText(Scene.Folder.File("go"), string.Empty);
}
