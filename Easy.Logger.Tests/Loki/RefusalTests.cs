using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What a server answers, and what becomes of the push and of those behind it.</summary>
[Category("Loki")]
internal sealed class RefusalTests : FolderTests
{
    private static readonly TestCaseData<Fault, int?>[] _noSuccess =
        [new(Fault.LoginPage(), 200), new(Fault.Blocked(), 260), new(Fault.Status(500), 500), new(Fault.Reset(), null)];

    [TestCase(LokiEncoding.Json, 400, 401, 403, 404, 415, 422)]
    [TestCase(LokiEncoding.Grpc, 2, 3, 12, 16, 400)]
    [Demand("L1")]
    public void OneIsRefused_ItIsCountedAndReportedAndTheNextArrives(LokiEncoding encoding, params int[] statuses)
    {
        foreach (int status in statuses)
        {
            using LokiScene scene = new(encoding: encoding);
            scene.Server.Faults.Enqueue(FaultOf(encoding, status, "this is why"));

            scene.Send("first");
            scene.Send("second");

            Assert.That(scene.Lines, Is.EqualTo(["second"]), $"{status}");
            Assert.That(scene.Server.Requests, Has.Count.EqualTo(2), $"{status} is not tried again");
            Assert.That(scene.Errors.Errors.Single(), Does.Contain("this is why").And.Contain($"{status}").And.Contain("1 line(s)"));
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)), $"{status}");
        }
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

    /// <summary>The next push waits for it.</summary>
    [TestCase(LokiEncoding.Json, "later", 429, 500, 502, 503, 504)]
    [TestCase(LokiEncoding.Grpc, "later", 1, 4, 14, 429, 503)]
    [TestCase(LokiEncoding.Grpc, "Ingester is shutting down", 2)]
    [Demand("L3", "L5")]
    public void MayPassLater_IsTriedAgainWithTheSameBytesBeforeTheNextOne(LokiEncoding encoding, string text, params int[] statuses)
    {
        foreach (int status in statuses)
        {
            using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
            Fault fault = FaultOf(encoding, status, text);
            scene.Server.Faults.Enqueue(fault, fault);
            using BackgroundCall<bool> first = scene.Sending("first");
            Eventually.Holds(() => scene.Appender.IsWaiting, $"{status}: it waits for its next try");

            using BackgroundCall<bool> next = scene.Sending("next");
            scene.PassWait(TimeSpan.FromSeconds(1));
            scene.PassWait(TimeSpan.FromSeconds(1));

            Assert.That((first.Result, next.Result), Is.EqualTo((true, true)));
            Assert.That(scene.Lines, Is.EqualTo(["first", "next"]), $"{status}");
            Assert.That(scene.Server.Requests, Has.Count.EqualTo(4));
            Assert.That(scene.Server.Requests.Take(3).Select(request => request.ReceivedBytes).Distinct(), Has.Exactly(1).Items);
            Assert.That(scene.Errors.Errors, Is.Empty);
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 2, 0, 0, 0, 0)), $"{status}");
        }
    }

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

    /// <summary>At its first try and at a later one: from disk, where there is a folder.</summary>
    [Test]
    [Demand("L3")]
    public void DropRateLimited_IsDroppedAndTheNextArrives([Values] bool spills)
    {
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = spills ? Folder.Path : null;
            appender.DropRateLimited = true;
        });
        scene.Server.Faults.Enqueue(Fault.Status(429, "rate limit"), Fault.Reset(), Fault.Status(429, "rate limit"));

        scene.Send("first");
        scene.Send("second");
        scene.Appender.Flush(30_000);
        scene.Send("third");

        Assert.That(scene.Appender.Flush(30_000), Is.True);
        Assert.That(scene.Lines, Is.EqualTo(["third"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 1, 0, 2, 0, 0)));
    }

    [Test]
    [Demand("L4")]
    public void NobodyAnswers_IsDroppedAfterTheLimitAndStoredBeforeIt([Values(LokiEncoding.Json, LokiEncoding.Grpc)] LokiEncoding encoding)
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 5_000, encoding, time: new ManualTimeProvider());
        scene.Send("before");
        scene.Server.Pause();
        using BackgroundCall<bool> tooLong = scene.Sending("away for too long");
        LokiScene.PassTime(scene.Clock, tooLong, TimeSpan.FromMilliseconds(100));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("transport"));

        using BackgroundCall<bool> call = scene.Sending("back in time");
        Eventually.Holds(() => scene.Appender.IsWaiting, "it waits");
        scene.Server.Resume();
        LokiScene.PassTime(scene.Clock, call, TimeSpan.FromMilliseconds(100));

        Assert.That(scene.Lines, Is.EqualTo(["before", "back in time"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 2, 0, 1, 0, 0)));
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

    private static Fault FaultOf(LokiEncoding encoding, int status, string text) =>
        encoding == LokiEncoding.Grpc ? Fault.Grpc(status, text) : Fault.Status(status, text);
}
