using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Pushes that wait on disk.</summary>
[Category("Loki")]
internal sealed class SpillTests
{
    [Test]
    [Demand("L17")]
    public void TheServerIsAway_NobodyWaitsAndEverythingArrivesInOrder([Values] LokiEncoding encoding)
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.SpillPath = folder.Path, encoding, time: time);
        scene.Server.Pause();

        string[] texts = [.. Enumerable.Range(0, 30).Select(i => $"{i}")];
        Array.ForEach(texts, text => scene.Send(text));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(30, 0, 0, 0, 30, 0)));
        Assert.That(scene.Errors.Errors, Is.Empty, "nothing is lost");
        Assert.That(scene.Appender.Flush(0), Is.False);

        scene.Server.Resume();
        using BackgroundCall<bool> call = new(() => scene.Appender.Flush(30_000));
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That(call.Result, Is.True);
        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(30, 30, 0, 0, 0, 0)));
    }

    [Test]
    [Demand("L17")]
    public void TheNextRun_SendsWhatTheLastOneLeftFirst()
    {
        using TempFolder folder = new();
        using ContractServer server = ContractServer.Start();
        server.Pause();
        using (LokiScene before = new(appender => appender.SpillPath = folder.Path, server: server))
        {
            before.Send("from before");
            before.Appender.Close();
            Assert.That(before.Appender.Statistics.Spilled, Is.EqualTo(1));
            server.Resume();
            LokiAppender appender = new() { Name = "next", Url = server.Url.ToString(), SpillPath = folder.Path };
            appender.ActivateOptions();
            Assert.That(appender.Flush(30_000), Is.True);
            appender.DoAppend([before.Event("from now")]);
            appender.Close();

            Assert.That(server.Stored.Select(entry => entry.Line), Is.EqualTo(["from before", "from now"]));
            Assert.That(appender.Statistics, Is.EqualTo(new LokiStatistics(2, 2, 0, 0, 0, 0)));
        }
    }

    [Test]
    [Demand("L17")]
    public void FolderOfSomebodyElse_IsToldAndTheAppenderWorksWithoutIt()
    {
        using TempFolder folder = new();
        using LokiScene first = new(appender => appender.SpillPath = folder.Path);
        using LokiScene second = new(appender => appender.SpillPath = folder.Path);

        second.Send("text");

        Eventually.Holds(() => second.Complaints.Count > 0, "it is told");
        Assert.That(second.Complaints.Single(), Does.Contain("spillPath").And.Contain(first.Appender.Name));
        Assert.That(second.Lines, Is.EqualTo(["text"]));
    }

    /// <summary>As with a new configuration: log4net activates the new appender before it closes the old one.</summary>
    [Test]
    [Demand("L17")]
    public void FolderOfTheAppenderBefore_IsTakenOverWithWhatItLeftWhenThatOneIsClosed()
    {
        using TempFolder folder = new();
        using ContractServer server = ContractServer.Start();
        using LokiScene before = new(appender => appender.SpillPath = folder.Path, server: server);
        server.Pause();
        before.Send("from before");
        using LokiScene next = new(appender => appender.SpillPath = folder.Path, server: server);
        before.Appender.Close();

        Eventually.Holds(() => next.Appender.Statistics.Spilled == 1, "it has what the other left");
        next.Send("from now");
        Assert.That(next.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 0, 2, 0)));
        server.Resume();

        Assert.That(next.Appender.Flush(60_000), Is.True);
        Assert.That(next.Lines, Is.EqualTo(["from before", "from now"]));
        Assert.That(next.Complaints, Is.Empty);
    }

    [Test]
    [Demand("L17")]
    public void MoreThanTheLimit_TheOldestIsDroppedAndCounted()
    {
        using TempFolder folder = new();
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = folder.Path;
            appender.SpillLimit = 1;
            appender.Compression = LokiCompression.None;
        });
        scene.Server.Pause();

        for (int i = 0; i < 30; i++)
        {
            scene.Send(Some.Noise(100_000));
        }

        LokiStatistics statistics = scene.Appender.Statistics;
        Assert.That(statistics.Dropped, Is.InRange(19, 25));
        Assert.That(statistics.Spilled, Is.EqualTo(30 - statistics.Dropped));
        Assert.That(new DirectoryInfo(folder.Path).EnumerateFiles().Sum(file => file.Length), Is.LessThan(1_050_000));
    }

    [Test]
    public void Replay_OneIsRefused_TheNextArrives()
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.SpillPath = folder.Path, time: time);
        scene.Server.Pause();
        scene.Send("first");
        scene.Send("second");
        scene.Server.Faults.Enqueue(Fault.Status(400, "no"));

        scene.Server.Resume();
        using BackgroundCall<bool> call = new(() => scene.Appender.Flush(30_000));
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("refused").And.Contain("400"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)));
    }

    [Test]
    [Demand("B3")]
    public void Close_TheServerIsAway_IsOverAndEverythingIsOnDisk()
    {
        using TempFolder folder = new();
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = folder.Path;
            appender.CloseTimeout = 2_000;
        });
        log4net.ILog log = scene.Log();
        scene.Server.Fault = Fault.Hang();
        Array.ForEach(["1", "2", "3"], log.Info);

        Eventually.Returns(scene.Appender.Close, "Close");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 0, 0, 0, 3, 0)));
    }
}
