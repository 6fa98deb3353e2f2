using System.Buffers.Binary;
using System.Runtime.Versioning;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using Easy.Logger.Tests.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What the spill folder promises to the next program, and folders that are somebody else's, or that somebody empties.</summary>
[Category("Loki")]
internal sealed class SpillTests : FolderTests
{
    [Test]
    [Demand("B3")]
    public void Close_TheServerIsSilent_EverythingIsOnDisk([Values] LokiEncoding encoding, [Values] bool isBehind)
    {
        using LokiScene scene = new(encoding: encoding, configure: appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.CloseTimeout = 3_000;
        });
        AsyncBufferingForwardingAppender forwarder = new() { CloseTimeout = 3_000 };
        ILog log = isBehind ? scene.Log(forwarder) : scene.Log();
        scene.Server.Fault = Fault.Hang();
        for (int i = 0; i < 10_000; i++)
        {
            log.Info($"line {i}");
        }

        Eventually.Returns(isBehind ? forwarder.Close : scene.Appender.Close, "Close");

        Assert.That((forwarder.Statistics.Forwarded, forwarder.Statistics.Dropped), Is.EqualTo((isBehind ? 10_000L : 0L, 0L)));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(10_000, 0, 0, 0, 10_000, 0)));
    }

    [Test]
    public void Replay_TooLargeThenLimitedThenRefused_IsSplitThenWaitsAsAskedThenIsCounted([Values] LokiEncoding encoding)
    {
        using LokiScene scene = Scene(encoding: encoding);
        scene.Server.Pause();
        scene.Send("1", "2", "3", "4");
        scene.Send("limited");
        scene.Send("refused");
        scene.Server.Faults.Enqueue(Fault.Status(413, "too large"), null, Fault.Status(503, "later"), null);
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down", "30"), null, Fault.Status(400, "no"));

        scene.Server.Resume();
        LokiScene.PassTime(scene.Clock, TimeSpan.FromSeconds(1), () => scene.Server.Requests.Count == 5, "one is limited");
        Eventually.Holds(() => scene.Clock.PendingTimers > 0, "no try is under way");
        scene.Clock.Advance(TimeSpan.FromSeconds(28));
        Assert.That(scene.Appender.Flush(200), Is.False);
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(5), "it waits");
        scene.Flush(arrives: false);

        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3", "4", "limited"]));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([4, 2, 2, 2, 1, 1, 1]));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("refused").And.Contain("400"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(6, 5, 1, 0, 0, 0)));
    }

    [Test]
    public void Spill_TheOnlyPushIsLimitedForEver_IsDroppedAfterTheRetryLimit([Values(null, "30")] string? retryAfter)
    {
        using LokiScene scene = Scene(retryLimit: 60_000);
        scene.Server.Fault = Fault.Status(429, "slow down", retryAfter);
        scene.Send("text");

        scene.Flush(arrives: false);

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Complaints.Single(), Does.Contain("1 line(s)").And.Contain("attempt_limit").And.Contain("429"));
    }

    /// <summary>Lines that were answered before the end of the program are not sent, nor counted, by the next one.</summary>
    [Test]
    public void NextRun_PartOfAPushWasDelivered_SendsTheRestInAnyEncoding([Values] LokiEncoding before, [Values] LokiEncoding after)
    {
        ManualTimeProvider time = new();
        using ContractServer server = new(time: time);
        using LokiScene first = new(encoding: before, server: server, time: time, configure: appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.AddMetadata(new LokiField { Property = "order" });
            appender.AddLabel(new LokiField { Property = "zone" });
        });
        server.Pause();
        string[] texts = ["1", "2", "a \"b\" ä\nc", "last"];
        first.Send([.. texts.Select(text => first.Event(text, properties: new() { ["order"] = "1 \"x\"", ["zone"] = "n\\1\"" }))]);
        server.Faults.Enqueue(Fault.Status(413, "too large"), null);
        server.Fault = Fault.Status(503, "later");
        server.Resume();
        LokiScene.PassTime(time, TimeSpan.FromSeconds(1), () => first.Appender.Statistics.Delivered == 2, "half of them are delivered");
        first.Appender.Close();
        Assert.That(first.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 2, 0, 0, 2, 0)));

        server.Fault = null;
        using LokiScene next = new(appender => appender.SpillPath = Folder.Path, after, server, time);
        next.Flush();

        Assert.That(next.Lines, Is.EqualTo(texts));
        Assert.That(server.Stored.Select(entry => entry.Labels["zone"]), Is.All.EqualTo("n\\1\""));
        Assert.That(server.Stored.Select(entry => entry.Metadata), Is.All.Contains(KeyValuePair.Create("order", "1 \"x\"")));
        Assert.That(next.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 2, 0, 0, 0, 0)));
        Assert.That(server.Requests[^1].Entries, Is.EqualTo(2));
    }

    [Test]
    public void ActivateOptions_LinesWaitInMemoryOrInTheSameFolder_AreCountedAndSentOnceWithTheNewOptions(
        [Values("memory", "same", "slash", "relative", "dots")] string way)
    {
        string spill = Folder.File("spill");
        bool isMemory = way == "memory";
        using LokiScene scene = new(time: new ManualTimeProvider(), configure: appender =>
        {
            appender.SpillPath = isMemory ? null : spill;
            appender.TenantProperty = isMemory ? "tenant" : null;
        });
        scene.Server.Pause();
        scene.Send("1", "2");

        scene.Appender.Encoding = LokiEncoding.Protobuf;
        scene.Appender.TenantProperty = null;
        scene.Appender.SpillPath = way switch
        {
            "memory" => null,
            "slash" => spill + Path.DirectorySeparatorChar,
            "relative" => Path.GetRelativePath(AppContext.BaseDirectory, spill),
            "dots" => Path.Combine(spill, "..", "spill"),
            _ => spill,
        };
        scene.Appender.ActivateOptions();
        scene.Send("3");

        LokiStatistics waiting = isMemory ? new(3, 0, 0, 0, 0, 3) : new(3, 0, 0, 0, 3, 0);
        Eventually.Holds(() => scene.Appender.Statistics.Equals(waiting), "all are counted");
        scene.Server.Resume();
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3"]));
        Assert.That(scene.Server.Requests[^1].ContentType, Is.EqualTo("application/x-protobuf"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 3, 0, 0, 0, 0)));
    }

    [Test]
    [Demand("L17")]
    public void FolderOfSomebodyElse_IsReportedAndTheAppenderWorksWithoutIt()
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
        using ContractServer server = new();
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
    [Platform(Exclude = "Win", Reason = "open files keep a folder where it is")]
    public void Spill_TheFolderIsRemoved_LinesAreCountedAndItGoesOnInANewOne([Values("folder", "files")] string gone)
    {
        string spill = Folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2");
        SpillScene.Harm(spill, gone);

        scene.Send("3");
        LokiStatistics dropped = new(3, 0, 0, 2, 1, 0);
        LokiScene.PassTime(
            scene.Clock, TimeSpan.FromSeconds(1), () => scene.Appender.Statistics.Equals(dropped), "the lines of the files are dropped");
        Eventually.Holds(() => scene.Clock.PendingTimers > 0, "no try is under way");
        Assert.That(Directory.GetFiles(spill, "*.spill"), Has.Length.EqualTo(1));
        Assert.That(scene.Complaints, Has.One.Contains("2 line(s)"));
        Assert.That(
            () => SpillStore.Open(spill, "another", 1_000_000, 10_000, _ => { }), Throws.InstanceOf<FolderInUseException>(), "is claimed");

        SpillScene.Harm(spill, gone);
        scene.Send("4");
        scene.Server.Resume();
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["4"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 1, 0, 3, 0, 0)));
    }

    [Test]
    public void FolderCannotBeUsed_IsReportedOnceAndPushesAreTriedAgain()
    {
        string file = Folder.File("file");
        File.WriteAllText(file, "not a folder");
        using LokiScene scene = new(appender => appender.SpillPath = file, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(503, "later"), Fault.Reset());

        scene.SendAsTimePasses("text");

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Complaints.Single(), Does.Contain("spillPath").And.Contain("cannot be used"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "other permissions")]
    [UnsupportedOSPlatform("windows")]
    public void Files_AreForTheOwnerOnly()
    {
        string spill = Folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill);
        scene.Server.Pause();
        scene.Send("text");

        const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        Assert.That(File.GetUnixFileMode(spill), Is.EqualTo(Owner | UnixFileMode.UserExecute));
        Assert.That(Directory.GetFiles(spill), Has.Length.EqualTo(3));
        Assert.That(Directory.GetFiles(spill).Select(File.GetUnixFileMode), Is.All.EqualTo(Owner));
    }

    [Test]
    public void FilesOfAnEarlierVersion_AreReportedCountedAndKept()
    {
        byte[] old = new byte[16 + 16 + 5];
        BinaryPrimitives.WriteInt64LittleEndian(old, 0x314C_4C49_5053_4C45);
        BinaryPrimitives.WriteInt32LittleEndian(old.AsSpan(8), 16);
        BinaryPrimitives.WriteInt32LittleEndian(old.AsSpan(12), ~16);
        BinaryPrimitives.WriteInt32LittleEndian(old.AsSpan(16), 8 + 5);
        BinaryPrimitives.WriteInt32LittleEndian(old.AsSpan(24), 7);
        BinaryPrimitives.WriteInt32LittleEndian(old.AsSpan(28), 1);
        File.WriteAllBytes(Folder.File("00000001.spill"), old);
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain("7 line(s)").And.Contain("earlier version"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(8, 1, 0, 7, 0, 0)));
        Assert.That(File.ReadAllBytes(Folder.File("00000001.spill.old")), Is.EqualTo(old));
    }

    private LokiScene Scene(int retryLimit = 600_000, LokiEncoding encoding = LokiEncoding.Json) =>
        new(encoding: encoding, time: new ManualTimeProvider(), configure: appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.RetryLimit = retryLimit;
        });
}
