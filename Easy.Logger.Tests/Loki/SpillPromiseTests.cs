using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.Versioning;
using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What the folder promises at the end of a program, after other options, and when it cannot be used.</summary>
[Category("Loki")]
internal sealed class SpillPromiseTests : FolderTests
{
    [Test]
    [Demand("B3")]
    public void Close_TheServerIsSilent_EverythingIsOnDisk([Values] LokiEncoding encoding, [Values] bool isBehind)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.CloseTimeout = 3_000;
            },
            encoding);
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

    /// <summary>Also where nothing was under way then, as with a server that answers or a filter that takes its time.</summary>
    [Test]
    public void BeginDrain_HalfOfTheTimeIsOver_NothingIsTriedBeforeItIsOnDisk()
    {
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.Timeout = 600_000;
        });
        scene.Send("before");
        scene.Server.Fault = Fault.Hang();
        Stopwatch watch = Stopwatch.StartNew();
        scene.Appender.BeginDrain(6_000);
        Eventually.Holds(() => watch.ElapsedMilliseconds > 3_100, "half of the time is over");

        Eventually.Returns(() => scene.Send("1"), "the first push after it");
        Eventually.Returns(() => scene.Send("2"), "the second one");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 1, 0, 0, 2, 0)));
    }

    [Test]
    public void Replay_TooLarge_IsSplit([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path, encoding, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2", "3", "4");
        scene.Server.Faults.Enqueue(Fault.Status(413, "too large"), null, Fault.Status(503, "later"));

        scene.Server.Resume();
        scene.Flush();

        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3", "4"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 4, 0, 0, 0, 0)));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([4, 2, 2, 2]));
    }

    [Test]
    public void Replay_RetryAfter_IsWaitedAtLeast()
    {
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down", "30"));
        scene.Send("text");

        scene.Clock.Advance(TimeSpan.FromSeconds(29));
        Assert.That(scene.Appender.Flush(200), Is.False);
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(1));
        scene.Flush();

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void NextRun_SendsInAnyEncoding([Values] LokiEncoding before, [Values] LokiEncoding after)
    {
        using ContractServer server = ContractServer.Start();
        using LokiScene first = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.AddMetadata(new LokiField { Property = "order" });
                appender.AddLabel(new LokiField { Property = "zone" });
            },
            before,
            server);
        server.Pause();
        first.Send(first.Event("a \"b\" ä\nc", properties: new() { ["order"] = "1 \"x\"", ["zone"] = "n\\1\"" }), first.Event("second"));
        first.Appender.Close();
        server.Resume();
        using LokiScene next = new(appender => appender.SpillPath = Folder.Path, after, server);

        Assert.That(next.Appender.Flush(30_000), Is.True);
        Assert.That(next.Lines, Is.EqualTo(["a \"b\" ä\nc", "second"]));
        Assert.That(server.Stored[0].Metadata, Does.Contain(KeyValuePair.Create("order", "1 \"x\"")));
        Assert.That(server.Stored[0].Labels["zone"], Is.EqualTo("n\\1\""));
    }

    /// <summary>Lines that were answered before the end of the program are not sent, nor counted, by the next one.</summary>
    [Test]
    public void NextRun_PartOfAPushWasDelivered_SendsTheRest()
    {
        ManualTimeProvider time = new();
        using ContractServer server = ContractServer.Start(time: time);
        using LokiScene first = new(appender => appender.SpillPath = Folder.Path, server: server, time: time);
        server.Pause();
        first.Send("1", "2", "3", "4");
        server.Faults.Enqueue(Fault.Status(413, "too large"), null);
        server.Fault = Fault.Status(503, "later");
        server.Resume();
        LokiScene.PassTime(time, TimeSpan.FromSeconds(1), () => first.Appender.Statistics.Delivered == 2, "half of them are delivered");
        first.Appender.Close();

        Assert.That(first.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 2, 0, 0, 2, 0)));
        server.Fault = null;
        using LokiScene next = new(appender => appender.SpillPath = Folder.Path, server: server, time: time);
        next.Flush();
        Assert.That(next.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 2, 0, 0, 0, 0)));
        Assert.That(server.Requests[^1].Entries, Is.EqualTo(2));
    }

    [Test]
    public void OtherOptions_LinesInMemory_AreSentWithThem()
    {
        using LokiScene scene = new(appender => appender.TenantProperty = "tenant", time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2");

        scene.Server.Resume();
        scene.Appender.TenantProperty = null;
        scene.Appender.Encoding = LokiEncoding.Protobuf;
        scene.Appender.ActivateOptions();
        scene.Flush();

        Assert.That(scene.Lines, Is.EqualTo(["1", "2"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 2, 0, 0, 0, 0)));
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
}
