using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What a server answers, and what becomes of the push and of those behind it.</summary>
[Category("Loki")]
internal sealed class RefusalTests
{
    private static readonly TestCaseData<Fault, int?>[] _noSuccess =
        [new(Fault.LoginPage(), 200), new(Fault.Blocked(), 260), new(Fault.Status(500), 500), new(Fault.Reset(), null)];

    [Test]
    [Demand("L1")]
    public void OneIsRefused_ItIsCountedAndToldOfAndTheNextArrives([Values(400, 401, 403, 404, 415, 422)] int status) =>
        AssertRefused(LokiEncoding.Json, Fault.Status(status, "this is why"), status);

    [Test]
    public void Grpc_OneIsRefused_ItIsCountedAndToldOfAndTheNextArrives([Values(2, 3, 12, 16, 400)] int status) =>
        AssertRefused(LokiEncoding.Grpc, Fault.Grpc(status, "this is why"), status);

    [Test]
    [Demand("L1")]
    public void SomeLinesAreRefused_TheOthersAreStoredAndNothingIsSentAgain()
    {
        using LokiScene scene = new();
        LoggingEvent old = scene.Event("old", time: DateTime.UtcNow.AddDays(-8));

        scene.Send(scene.Event("before"), old, scene.Event("after"));
        scene.Send("next");

        Assert.That(scene.Lines, Is.EquivalentTo(["before", "after", "next"]));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(2));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("too old").IgnoreCase.Or.Contain("older"));
    }

    [TestCaseSource(nameof(_noSuccess))]
    [Demand("L11")]
    public void OtherThanSuccess_IsNotDelivered(Fault fault, int? status)
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 0);
        scene.Server.Faults.Enqueue(fault);

        scene.Send("text");

        Assert.That(scene.Appender.Statistics.Delivered, Is.Zero);
        Assert.That(scene.Errors.Errors, Has.Exactly(1).Items);
        Assert.That(scene.Server.Requests.Single().Status, Is.EqualTo(status));
    }

    [Test]
    [Demand("L3")]
    public void MayPassLater_IsTriedAgainWithTheSameBytes([Values(429, 500, 502, 503, 504)] int status) =>
        AssertTriedAgain(LokiEncoding.Json, Fault.Status(status, "later"));

    [Test]
    public void Grpc_MayPassLater_IsTriedAgainWithTheSameBytes([Values(1, 4, 14, 429, 503)] int status) =>
        AssertTriedAgain(LokiEncoding.Grpc, Fault.Grpc(status, "later"));

    [Test]
    public void Grpc_IngesterShutsDown_IsTriedAgain() => AssertTriedAgain(LokiEncoding.Grpc, Fault.ShuttingDown());

    [Test]
    [Demand("L3")]
    public void RetryAfter_IsWaitedAtLeast([Values("2", "Thu, 01 Jan 1970 00:00:02 GMT")] string retryAfter)
    {
        using LokiScene scene = new(time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down", retryAfter));

        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(TimeSpan.FromSeconds(1.99));
        Assert.That(scene.Appender.IsWaiting, Is.True);
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(1));
        scene.PassWait(TimeSpan.FromSeconds(0.52));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    [Demand("L3")]
    public void DropRateLimited_IsDroppedAndTheNextArrives()
    {
        using LokiScene scene = new(appender => appender.DropRateLimited = true);
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down"));

        scene.Send("first");
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [Test]
    [Demand("L5")]
    public void APushIsTriedAgain_TheNextOneWaitsForIt()
    {
        using LokiScene scene = new(time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(500, "later"));
        using BackgroundCall<bool> first = scene.Sending("first");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the first waits for its next try");

        using BackgroundCall<bool> second = scene.Sending("second");
        scene.PassWait(TimeSpan.FromSeconds(1));

        Assert.That((first.Result, second.Result), Is.EqualTo((true, true)));
        Assert.That(scene.Server.Requests.Select(request => request.Status), Is.EqualTo([500, 204, 204]));
        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
    }

    [Test]
    [Demand("L5")]
    public void LateLinesWithMonotonicTimestamps_AreStoredInTheOrderInWhichTheyCame()
    {
        using LokiScene scene = new(appender => appender.Timestamps = LokiTimestamps.Monotonic);
        DateTime now = DateTime.UtcNow;

        scene.Send(scene.Event("1", time: now), scene.Event("2", time: now.AddSeconds(-1)), scene.Event("3", time: now.AddSeconds(-2)));

        Assert.That(scene.Server.Stored.Select(entry => entry.TimestampNanoseconds), Is.Ordered.And.Unique);
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3"]));
    }

    [Test]
    public void RateLimited_AgainAndAgain_IsHalved()
    {
        using LokiScene scene = new(time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Enumerable.Repeat(Fault.Status(429, "limit: 1000 bytes/sec"), 3));

        using BackgroundCall<bool> call = scene.Sending("1", "2", "3", "4");
        scene.PassWait(TimeSpan.FromSeconds(1));
        scene.PassWait(TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([4, 4, 4, 2, 2]));
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3", "4"]));
    }

    [Test]
    [Demand("L4")]
    public void NobodyAnswersForLongerThanTheLimit_IsDroppedAndCounted()
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 5_000, time: new ManualTimeProvider());
        scene.Server.Pause();

        using BackgroundCall<bool> call = scene.Sending("first");
        LokiScene.PassTime(scene.Clock, call, TimeSpan.FromMilliseconds(100));

        scene.Server.Resume();
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("transport"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [Test]
    [Demand("L4")]
    public void TheServerComesBack_EverythingIsThere([Values(LokiEncoding.Json, LokiEncoding.Grpc)] LokiEncoding encoding)
    {
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        scene.Send("before");
        scene.Server.Pause();

        using BackgroundCall<bool> call = scene.Sending("while it was away");
        Eventually.Holds(() => scene.Appender.IsWaiting, "it waits");
        scene.Server.Resume();
        LokiScene.PassTime(scene.Clock, call, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(["before", "while it was away"]));
    }

    [Test]
    [Demand("L6")]
    public void TheAnswerIsLost_TheSameBytesAreSentAgainAndStoredOnce()
    {
        using LokiScene scene = new(appender => appender.Timeout = 1_000);
        scene.Server.Faults.Enqueue(Fault.StoreThenHang());

        scene.Send("once", "twice");

        Assert.That(scene.Lines, Is.EqualTo(["once", "twice"]));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(2));
    }

    private static void AssertRefused(LokiEncoding encoding, Fault fault, int status)
    {
        using LokiScene scene = new(encoding: encoding);
        scene.Server.Faults.Enqueue(fault);

        scene.Send("first");
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(2), "not tried again");
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("this is why").And.Contain($"{status}").And.Contain("1 line(s)"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)));
    }

    private static void AssertTriedAgain(LokiEncoding encoding, Fault fault)
    {
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(fault, fault);

        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(TimeSpan.FromSeconds(1));
        scene.PassWait(TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Server.Requests.Select(request => request.ReceivedBytes).Distinct(), Has.Exactly(1).Items);
        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }
}
