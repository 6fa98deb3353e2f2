using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// Pushes that wait on disk: folders that are somebody else's, or that somebody empties, removes, or names in another way; pushes in them
/// that nothing ends.
/// </summary>
[Category("Loki")]
internal sealed class SpillTests : FolderTests
{
    [Test]
    [Platform(Exclude = "Win", Reason = "open files keep a folder where it is")]
    public void Spill_TheFolderIsRemoved_LinesAreCountedAndItGoesOnInANewOne([Values] bool onlyFiles)
    {
        string spill = Folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2");
        Remove(spill, onlyFiles);

        scene.Send("3");
        LokiScene.PassTime(
            scene.Clock,
            TimeSpan.FromSeconds(1),
            () => scene.Appender.Statistics.Equals(new LokiStatistics(3, 0, 0, 2, 1, 0)),
            "the lines of the files are dropped");
        Eventually.Holds(() => scene.Clock.PendingTimers > 0, "no try is under way");
        Assert.That(Directory.GetFiles(spill, "*.spill"), Has.Length.EqualTo(1));
        Assert.That(scene.Complaints, Has.One.Contains("2 line(s)"));
        Assert.That(
            () => SpillStore.Open(spill, "another", 1_000_000, 10_000, _ => { }),
            Throws.InstanceOf<FolderInUseException>(),
            "the new folder is claimed, too");

        Remove(spill, onlyFiles);
        scene.Send("4");
        scene.Server.Resume();
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["4"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 1, 0, 3, 0, 0)));
    }

    [Test]
    public void ActivateOptions_TheSameFolder_LinesInItAreCountedAndSentOnce([Values("same", "slash", "relative", "dots")] string way)
    {
        string spill = Folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2");

        scene.Appender.Encoding = LokiEncoding.Protobuf;
        scene.Appender.SpillPath = way switch
        {
            "slash" => spill + Path.DirectorySeparatorChar,
            "relative" => Path.GetRelativePath(AppContext.BaseDirectory, spill),
            "dots" => Path.Combine(spill, "..", "spill"),
            _ => spill,
        };
        scene.Appender.ActivateOptions();
        scene.Send("3");

        Eventually.Holds(() => scene.Appender.Statistics.Spilled >= 3, "the folder is open");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 0, 0, 0, 3, 0)));
        scene.Server.Resume();
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 3, 0, 0, 0, 0)));
    }

    [Test]
    public void Spill_TheOnlyPushIsLimitedForEver_IsDroppedAfterTheRetryLimit([Values(null, "30")] string? retryAfter)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.RetryLimit = 60_000;
            },
            time: new ManualTimeProvider());
        scene.Server.Fault = Fault.Status(429, "slow down", retryAfter);
        scene.Send("text");

        scene.Flush(arrives: false);

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("attempt_limit").And.Contain("429"));
    }

    /// <summary>It was old when the server came back and has not been limited for long.</summary>
    [Test]
    public void Spill_AnOldPushIsLimitedForAMoment_Arrives()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.RetryLimit = 60_000;
            },
            time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("text");
        scene.Clock.Advance(TimeSpan.FromHours(1));
        scene.Server.Faults.Enqueue([.. Enumerable.Repeat(Fault.Status(429, "slow down"), 3)]);
        scene.Server.Resume();

        scene.Flush();

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    [Demand("L17")]
    public void FolderOfSomebodyElse_IsToldAndTheAppenderWorksWithoutIt()
    {
        using LokiScene first = new(appender => appender.SpillPath = Folder.Path);
        using LokiScene second = new(appender => appender.SpillPath = Folder.Path);

        second.Send("text");

        Eventually.Holds(() => second.Complaints.Count > 0, "it is reported");
        Assert.That(second.Complaints.Single(), Does.Contain("spillPath").And.Contain(first.Appender.Name));
        Assert.That(second.Lines, Is.EqualTo(["text"]));
    }

    /// <summary>As with a new configuration: log4net activates the new appender before it closes the old one.</summary>
    [Test]
    [Demand("L17")]
    public void FolderOfTheAppenderBefore_IsTakenOverWithWhatItLeftWhenThatOneIsClosed()
    {
        using ContractServer server = ContractServer.Start();
        using LokiScene before = new(appender => appender.SpillPath = Folder.Path, server: server);
        server.Pause();
        before.Send("from before");
        using LokiScene next = new(appender => appender.SpillPath = Folder.Path, server: server);
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
    public void Replay_OneIsRefused_TheNextArrives()
    {
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("first");
        scene.Send("second");
        scene.Server.Faults.Enqueue(Fault.Status(400, "no"));

        scene.Server.Resume();
        scene.Flush(arrives: false);

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("refused").And.Contain("400"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)));
    }

    private static void Remove(string folder, bool onlyFiles)
    {
        if (onlyFiles)
        {
            Array.ForEach(Directory.GetFiles(folder), File.Delete);
        }
        else
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
