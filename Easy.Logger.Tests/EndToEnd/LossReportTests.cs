namespace Easy.Logger.Tests.EndToEnd;

/// <summary>What was lost is said in the log, at its place, and to log4net's internal log.</summary>
[Demand("G1")]
internal sealed class LossReportTests : SceneTests<LogScene>
{
    private readonly GatedAppender _gated = new();

    [TearDown]
    public void LetTheWorkerGo() => _gated.OpenGate();

    [Test]
    [Demand("G3")]
    public void FiveHundredDropsInOneBurst_AreOneWarningAtTheirPlaceWithLevelsReasonAndTimes()
    {
        DateTime before = DateTime.UtcNow;
        LoseInOneBurst("""<overflow value="DropNewest" />""");

        Assert.That(Scene.Lines(), Has.Count.EqualTo(13));
        string report = Scene.Lines()[11];
        Match match = Regex.Match(
            report,
            @"^WARN Easy\.Logger Easy\.Logger appender \[(.+)\]: 500 event\(s\) are missing here, logged from (\S+) to (\S+): "
            + @"100 DEBUG \(QueueFull\), 400 INFO \(QueueFull\)\.$");
        Assert.That(match.Success, Is.True, report);
        Assert.That(match.Groups[1].Value, Is.EqualTo(Scene.Name));
        Assert.That(
            DateTime.Parse(match.Groups[2].Value, null, System.Globalization.DateTimeStyles.RoundtripKind),
            Is.InRange(before, DateTime.UtcNow));
        Assert.That(match.Groups[3].Value, Is.GreaterThanOrEqualTo(match.Groups[2].Value));
        Assert.That(Scene.Lines()[12], Is.EqualTo("INFO test after"));
        BufferStatistics counters = Scene.Appender.Statistics;
        Assert.That((counters.Accepted, counters.Forwarded, counters.Dropped), Is.EqualTo((512, 12, 500)), "the report is no event");
    }

    /// <summary>
    /// Nothing reaches a log whose child is dead, so whoever runs the program sees it where log4net reports its own errors.
    /// </summary>
    [TestCase("""<overflow value="DropNewest" />""", "DropNewest")]
    [TestCase("""<overflow value="DropOldest" />""", "DropOldest")]
    [TestCase("""<overflow value="DropLowestLevel" />""", "DropLowestLevel")]
    [TestCase("""<overflow value="Block" /><blockTimeout value="1" />""", "Block")]
    public void Loss_Burst_InternalLogSaysWhenItBeginsAndWhenItIsOver(string options, string policy)
    {
        LoseInOneBurst(options);

        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(Scene.Complaints[0], Does.Contain($"the queue is full (queueLimit 11, overflow {policy})"));
        Assert.That(Scene.Complaints[1], Does.Contain("taking events in works again after it failed on 500 event(s)"));
    }

    private void LoseInOneBurst(string options)
    {
        Scene.ConfigureFile(
            options + """<bufferSize value="1" /><queueLimit value="11" /><idleTime value="60000" />""", "%level %logger %message%newline");
        Scene.Appender.AddAppender(_gated);
        ILog log = Scene.Log();
        _gated.CloseGate();
        log.Info("in flight");
        _gated.AwaitEntry();
        for (int i = 0; i < 10; i++)
        {
            log.Info($"kept {i}");
        }

        for (int i = 0; i < 500; i++)
        {
            log.Logger.Log(typeof(LossReportTests), i % 5 == 0 ? Level.Debug : Level.Info, $"{i}", exception: null);
        }

        _gated.OpenGate();
        _ = Scene.Appender.Flush(-1);
        log.Info("after");
        Assert.That(Scene.Appender.Flush(-1), Is.True);
    }
}
