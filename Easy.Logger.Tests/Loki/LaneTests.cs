using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>A tenant or a push that the server does not take holds up no other.</summary>
[Category("Loki")]
[NonParallelizable] // its clock must not run ahead of a server that waits for a processor
internal sealed class LaneTests : FolderTests
{
    [Test]
    public void Send_OneTenantFails_TheOthersArriveAndItsLinesLaterInOrder([Values] LokiEncoding encoding, [Values(429, 500)] int status)
    {
        using LokiScene scene = Scene(encoding: encoding);
        scene.Server.Fault = Fault.ForTenant("a", Fault.Status(status, "not you"));

        LoggingEvent[] second = [scene.EventOf("a", "a2"), scene.EventOf("b", "b2"), scene.EventOf("c", "c1")];
        Eventually.Returns(() => scene.Send(scene.EventOf("a", "a1"), scene.EventOf("b", "b1")), "the first batch");
        Eventually.Returns(() => scene.Send(second), "the second batch");

        Assert.That(scene.Lines, Is.EqualTo(["b1", "b2", "c1"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(5, 3, 0, 0, 0, 2)));
        scene.Server.Fault = null;
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["b1", "b2", "c1", "a1", "a2"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(5, 5, 0, 0, 0, 0)));
    }

    [Test]
    public void Send_MoreOfALimitedTenantThanMemoryHolds_ItsLinesAreDroppedAndTheOthersArrive()
    {
        const int Batches = 12;
        using LokiScene scene = Scene();
        scene.Server.Fault = Fault.ForTenant("a", Fault.Status(429, "not you"));

        for (int i = 0; i < Batches; i++)
        {
            LoggingEvent[] events =
                [.. Enumerable.Range(0, 8).Select(_ => scene.EventOf("a", Some.Noise(90_000))), scene.EventOf("b", $"b{i}")];
            Eventually.Returns(() => scene.Send(events), "a batch");
        }

        LokiStatistics full = scene.Appender.Statistics;
        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Batches).Select(i => $"b{i}")));
        Assert.That(full.Dropped, Is.Positive);
        Assert.That(full.InFlight, Is.EqualTo((Batches * 8) - full.Dropped).And.InRange(30, 50), "four mebibytes");
        Assert.That(scene.Errors.Errors, Has.Some.Contains("lane_full"));
        scene.Server.Fault = null;
        scene.Flush();
        LokiStatistics end = new(full.Received, full.Received - full.Dropped, 0, full.Dropped, 0, 0);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(end));
    }

    /// <summary>The server is away for all: nobody is dropped, and whoever logs waits as with one tenant.</summary>
    [Test]
    public void Send_ServerIsAwayAndMemoryIsFull_WaitsAndLosesNothing()
    {
        using LokiScene scene = Scene();
        scene.Server.Pause();
        LoggingEvent[] events = [.. Enumerable.Range(0, 60).Select(_ => scene.EventOf("a", Some.Noise(90_000)))];

        using BackgroundCall<bool> call = BackgroundCall.Of(() => scene.Send(events));
        Eventually.Holds(() => scene.Appender.Statistics.Received == 60, "all are there");
        call.AwaitBlocked();
        scene.Server.Resume();
        LokiScene.PassTime(scene.Clock, call, TimeSpan.FromSeconds(1));

        scene.Flush();
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(60, 60, 0, 0, 0, 0)));
    }

    [Test]
    public void Spill_OnePushAlwaysFails_ThoseBehindItArriveAndItIsDroppedForItsOwnReason(
        [Values(60_000, 86_400_000)] int retryLimit, [Values(429, 500)] int status)
    {
        using LokiScene scene = new(
            appender => (appender.SpillPath, appender.RetryLimit) = (Folder.Path, retryLimit), time: new ManualTimeProvider());
        scene.Server.Pause();
        Array.ForEach(["poison", "1", "2", "3"], text => scene.Send(text));
        scene.Server.Fault = Fault.ForLine("poison", Fault.Status(status, "it breaks me"));
        scene.Server.Resume();

        LokiScene.PassTime(scene.Clock, TimeSpan.FromSeconds(1), () => scene.Lines.Count == 3, "those behind it arrive");
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3"]));
        int more = 0;
        LokiScene.PassTime(
            scene.Clock, TimeSpan.FromSeconds(5), () => scene.Appender.Statistics.Dropped > 0, "it is dropped",
            () => scene.Send($"more {more++}"));
        scene.Flush();
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4 + more, 3 + more, 0, 1, 0, 0)));
        Assert.That(scene.Complaints.Single(), Does.Contain("attempt_limit").And.Contain("1 line(s)"));
    }

    /// <summary>Nothing else failed, and others were answered before: after two seconds the trouble is the tenant's own.</summary>
    [Test]
    public void Send_BurstOfAFailingTenant_IsDroppedAndTheOthersArrive()
    {
        using LokiScene scene = Scene(appender =>
        {
            appender.RetryLimit = 86_400_000;
            appender.CloseTimeout = 100;
        });
        scene.Send(scene.EventOf("b", "b1"));
        scene.Server.Fault = Fault.ForTenant("a", Fault.Status(503, "not you"));
        LoggingEvent[] events = [.. Enumerable.Range(0, 60).Select(_ => scene.EventOf("a", Some.Noise(90_000))), scene.EventOf("b", "b2")];

        using BackgroundCall<bool> call = BackgroundCall.Of(() => scene.Send(events));
        LokiScene.PassTime(scene.Clock, call, TimeSpan.FromSeconds(3));

        Eventually.Holds(() => scene.Lines.SequenceEqual(["b1", "b2"]), "the other tenant's lines arrive");
        Assert.That(scene.Appender.Statistics.Dropped, Is.Positive);
        Assert.That(scene.Errors.Errors, Has.Some.Contains("lane_full"));
    }

    private static LokiScene Scene(Action<LokiAppender>? configure = null, LokiEncoding encoding = LokiEncoding.Json) =>
        new(encoding: encoding, time: new ManualTimeProvider(), configure: appender =>
        {
            appender.TenantProperty = "tenant";
            configure?.Invoke(appender);
        });
}
