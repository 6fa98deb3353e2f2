using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Folders that somebody empties, removes, or names in another way; pushes in them that nothing ends.</summary>
[Category("Loki")]
internal sealed class SpillLossTests
{
    [Test]
    [Platform(Exclude = "Win", Reason = "open files keep a folder where it is")]
    public void Spill_TheFolderIsRemoved_LinesAreCountedAndItGoesOnInANewOne([Values] bool onlyFiles)
    {
        using TempFolder folder = new();
        string spill = folder.File("spill");
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.SpillPath = spill, time: time);
        scene.Server.Pause();
        scene.Send("1", "2");
        Remove(spill, onlyFiles);

        scene.Send("3");
        LokiScene.PassTime(
            time,
            TimeSpan.FromSeconds(1),
            () => scene.Appender.Statistics.Equals(new LokiStatistics(3, 0, 0, 2, 1, 0)),
            "the lines of the files are dropped");
        Eventually.Holds(() => time.PendingTimers > 0, "no try is under way");
        Assert.That(Directory.GetFiles(spill, "*.spill"), Has.Length.EqualTo(1));
        Assert.That(scene.Complaints, Has.One.Contains("2 line(s)"));
        Assert.That(
            () => SpillStore.Open(spill, "another", 1_000_000, 10_000, _ => { }),
            Throws.InstanceOf<FolderInUseException>(),
            "the new folder is claimed, too");

        Remove(spill, onlyFiles);
        scene.Send("4");
        scene.Server.Resume();
        Flush(scene, time);
        Assert.That(scene.Lines, Is.EqualTo(["4"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 1, 0, 3, 0, 0)));
    }

    [Test]
    public void Spill_TheSameFolderByAnotherPath_CountsItsLinesOnce([Values("slash", "relative", "dots")] string way)
    {
        using TempFolder folder = new();
        string spill = folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill);
        scene.Server.Pause();
        scene.Send("1", "2");

        scene.Appender.SpillPath = way switch
        {
            "slash" => spill + Path.DirectorySeparatorChar,
            "relative" => Path.GetRelativePath(AppContext.BaseDirectory, spill),
            _ => Path.Combine(spill, "..", "spill"),
        };
        scene.Appender.ActivateOptions();
        scene.Send("3");

        Eventually.Holds(() => scene.Appender.Statistics.Spilled >= 3, "the folder is open");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 0, 0, 0, 3, 0)));
    }

    [Test]
    public void Spill_TheOnlyPushIsLimitedForEver_IsDroppedAfterTheRetryLimit([Values(null, "30")] string? retryAfter)
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = folder.Path;
                appender.RetryLimit = 60_000;
            },
            time: time);
        scene.Server.Fault = Fault.Status(429, "slow down", retryAfter);
        scene.Send("text");

        Flush(scene, time);

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("attempt_limit").And.Contain("429"));
    }

    /// <summary>It was old when the server came back and has not been limited for long.</summary>
    [Test]
    public void Spill_AnOldPushIsLimitedForAMoment_Arrives()
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = folder.Path;
                appender.RetryLimit = 60_000;
            },
            time: time);
        scene.Server.Pause();
        scene.Send("text");
        time.Advance(TimeSpan.FromHours(1));
        scene.Server.Faults.Enqueue([.. Enumerable.Repeat(Fault.Status(429, "slow down"), 3)]);
        scene.Server.Resume();

        Flush(scene, time);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Open_AFrameSaysThatItIsAGigabyte_ItIsNotRead()
    {
        using TempFolder folder = new();
        using (SpillStore store = SpillStore.Open(folder.Path, "the test", 4_000_000_000, 10_000_000, _ => { }))
        {
            store.TryAppend(1, [1], [2, 3]);
        }

        string path = Directory.GetFiles(folder.Path, "*.spill").Single();
        using (FileStream file = new(path, FileMode.Open))
        {
            file.Position = file.Length;
            file.Write(BitConverter.GetBytes((int.MaxValue / 2) - 12));
            file.SetLength(1_100_000_000);
        }

        List<string> reports = [];
        long before = GC.GetAllocatedBytesForCurrentThread();
        using SpillStore again = SpillStore.Open(folder.Path, "the test", 4_000_000_000, 10_000_000, reports.Add);

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(50_000_000));
        Assert.That(again.Lines, Is.EqualTo(1));
        Assert.That(reports.Single(), Does.Contain("are cut off"));
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

    private static void Flush(LokiScene scene, ManualTimeProvider time)
    {
        using BackgroundCall<bool> call = new(() => scene.Appender.Flush(30_000));
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);
    }
}
