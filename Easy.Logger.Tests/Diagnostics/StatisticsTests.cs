namespace Easy.Logger.Tests.Diagnostics;

/// <summary>What a program sees of the queue and of its troubles.</summary>
internal sealed class StatisticsTests
{
    private const string Never = """<idleTime value="3600000" />""";

    /// <summary>For a program that makes up levels.</summary>
    [Test]
    public void Drops_LevelsWithoutEnd_LaterOnesShareOneEntry()
    {
        DropTally tally = new();
        tally.Add(DropReason.QueueFull, level: null);
        for (int i = 0; i < 10_000; i++)
        {
            tally.Add(DropReason.QueueFull, new Level(i, $"made up {i}"));
        }

        DropCount[] counts = tally.ToArray();
        Assert.That(counts, Has.Length.LessThanOrEqualTo(DropTally.MaxEntries + 1));
        Assert.That((counts.Sum(drop => drop.Count), tally.Total), Is.EqualTo((10_001, 10_001)));
        Assert.That(counts[0].Level, Is.Empty, "of the event that has none");
        Assert.That(counts.Select(drop => drop.Level), Has.Some.EqualTo(DropTally.OtherLevels));
    }

    /// <summary>Whoever polls them has thresholds of his own, which the queue crosses on its way up and down.</summary>
    [Test]
    [Demand("G2", "G4")]
    public void QueueRisesAndFalls_PendingShowsItAndQueuedInFlightAndWrittenAreThreeNumbersThatAddUp()
    {
        using GatedScene gated = new(Never + """<overflow value="DropNewest" /><queueLimit value="30" /><bufferSize value="10" />""");
        gated.Log(10);
        Assert.That(gated.Appender.Flush(-1), Is.True);
        gated.Child.CloseGate();
        List<double> fillings = [Filling()];
        gated.Log(10);
        gated.Child.AwaitEntry();
        fillings.Add(Filling());

        gated.Log(25);

        fillings.Add(Filling());
        BufferStatistics statistics = gated.Appender.Statistics;
        long queued = statistics.Pending - statistics.InFlight;
        Assert.That((queued, statistics.InFlight, statistics.Forwarded, statistics.Dropped), Is.EqualTo((20L, 10L, 10L, 5L)));
        Assert.That(statistics.Accepted, Is.EqualTo(queued + statistics.InFlight + statistics.Forwarded + statistics.Dropped));
        gated.Child.OpenGate();
        _ = gated.Appender.Flush(-1);
        Assert.That(fillings.Append(Filling()), Is.EqualTo(new[] { 0, 10.0 / 30, 1, 0 }));

        double Filling() => (double)gated.Appender.Statistics.Pending / gated.Appender.QueueLimit;
    }

    /// <summary>A child that throws, and one that only reports to its error handler, which log4net keeps silent.</summary>
    [TestCase(true)]
    [TestCase(false)]
    [Demand("G5")]
    public void ChildFailsForTheFirstTime_InternalLogNamesTypeAndMessage(bool throws)
    {
        using LogScene scene = new();
        scene.Configure(
            """<appender name="child" type="Easy.Logger.Tests.Support.SingleTakingAppender, Easy.Logger.Tests" />""",
            scene.Async(string.Empty, "child"),
            LogScene.Root(scene.Name));
        SingleTakingAppender child = scene.Repository.Appender<SingleTakingAppender>();
        IOException error = new("disk full");
        child.OnAppend = throws ? _ => throw error : _ => child.ErrorHandler.Error("could not write", error);

        scene.Log().Error("a");

        Eventually.Holds(() => scene.Complaints.Count > 0, "the internal log has it");
        Assert.Multiple(() =>
        {
            Assert.That(LogLog.InternalDebugging, Is.False);
            Assert.That(
                scene.Complaints[0], Does.Contain("'child'").And.Contain("SingleTakingAppender").And.Contain("IOException: disk full"));
            Assert.That(scene.Appender.Statistics.LastError, Does.Contain("IOException: disk full"));
        });
    }
}
