using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using Easy.Logger.Tests.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Pushes that wait: whose is next, and what becomes of them while options are activated again.</summary>
[Category("Loki")]
internal sealed class LaneHandOverTests : FolderTests
{
    [Test]
    public void ActivateOptions_TheNewFolderIsInUseForAWhile_PushesGoIntoItThen()
    {
        using LokiScene scene = new(appender => appender.TenantProperty = "tenant");
        scene.Server.Fault = Fault.Status(503);
        scene.Send(scene.EventOf("a", "a1"));
        using (SpillStore.Open(Folder.Path, "another", 1_000_000, 10_000, _ => { }))
        {
            scene.Appender.SpillPath = Folder.Path;
            scene.Appender.ActivateOptions();
            scene.Send(scene.EventOf("b", "b1"));
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 0, 0, 2)));
        }

        AwaitStatistics(scene, new LokiStatistics(2, 0, 0, 0, 2, 0), "both are on disk");
        scene.Server.Fault = null;
        AwaitStatistics(scene, new LokiStatistics(2, 2, 0, 0, 0, 0), "they are counted");
        Assert.That(scene.Lines, Is.EquivalentTo(["a1", "b1"]));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "open files keep a folder where it is")]
    public void Close_TheFolderWasMovedOrSomethingRemoved_TheLinesAreInItOrDroppedAndReported(
        [Values("moved", "folder", "file")] string gone)
    {
        string spill = Folder.File("spill");
        using LokiScene scene = new(appender => appender.SpillPath = spill, time: new ManualTimeProvider());
        scene.Server.Pause();
        scene.Send("1", "2");
        SpillScene.Harm(spill, gone);

        scene.Appender.Close();

        int kept = gone == "moved" ? 2 : 0;
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2 - kept, kept, 0)));
        Assert.That(scene.Complaints, kept > 0 ? Is.Empty : Has.One.Contains("2 line(s)"));
    }

    [Test]
    public void Clock_WasAheadForAWhile_LaterLinesHaveTheirOwnTime([Values] LokiTimestamps timestamps)
    {
        JumpingClock clock = new() { Ahead = TimeSpan.FromDays(3_650) };
        using LokiScene scene = new(appender => appender.Timestamps = timestamps, server: new ContractServer(), time: clock);
        scene.Send("early");
        clock.Ahead = TimeSpan.Zero;

        scene.Send("text");

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)));
    }

    [Test]
    public void Send_ThreeTenantsHang_TheFourthArrivesAndLaterTheOthers(
        [Values] LokiEncoding encoding, [Values] bool onDisk)
    {
        const int Rounds = 6;
        using LokiScene scene = new(encoding: encoding, configure: appender =>
        {
            appender.TenantProperty = "tenant";
            appender.SpillPath = onDisk ? Folder.Path : null;
            appender.Timeout = 500;
        });
        scene.Server.Fault = Fault.ForLine("hang", Fault.Hang());
        string[] tenants = ["hang1", "hang2", "hang3", "d"];

        for (int i = 0; i < Rounds; i++)
        {
            LoggingEvent[] events = [.. tenants.Select(tenant => scene.EventOf(tenant, $"{tenant} {i}"))];
            Eventually.Returns(() => scene.Send(events), "a batch");
        }

        Eventually.Holds(() => scene.Lines.Count == Rounds, "the fourth tenant's lines arrive");
        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Rounds).Select(i => $"d {i}")));
        scene.Server.Fault = null;
        Eventually.Holds(() => scene.Lines.Count == 4 * Rounds, "the others' lines arrive");
        AwaitStatistics(scene, new LokiStatistics(4 * Rounds, 4 * Rounds, 0, 0, 0, 0), "each is counted once");
    }

    private static void AwaitStatistics(LokiScene scene, LokiStatistics expected, string what) =>
        Eventually.Holds(() => scene.Appender.Statistics.Equals(expected), what);

    private sealed class JumpingClock : TimeProvider
    {
        public TimeSpan Ahead { get; set; }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Ahead;
    }
}
