using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What a server answers, and what becomes of the push and of those behind it.</summary>
[Category("Loki")]
internal sealed class RefusalTests
{
    [TestCase(400)]
    [TestCase(401)]
    [TestCase(403)]
    [TestCase(404)]
    [TestCase(415)]
    [TestCase(422)]
    [Demand("L1")]
    public void OneIsRefused_ItIsCountedAndToldOfAndTheNextArrives(int status)
    {
        using LokiScene scene = new();
        scene.Server.Faults.Enqueue(Fault.Status(status, "this is why"));

        scene.Send("first");
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(2), "not tried again");
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("this is why").And.Contain($"{status}").And.Contain("1 line(s)"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)));
    }

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

    [TestCaseSource(nameof(NoSuccess))]
    [Demand("L11")]
    public void OtherThanSuccess_IsNotDelivered(Fault fault)
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 0);
        scene.Server.Faults.Enqueue(fault);

        scene.Send("text");

        Assert.That(scene.Appender.Statistics.Delivered, Is.Zero);
        Assert.That(scene.Errors.Errors, Has.Exactly(1).Items);
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(1), "nobody follows a redirect");
    }

    [TestCase(429)]
    [TestCase(500)]
    [TestCase(502)]
    [TestCase(503)]
    [TestCase(504)]
    [Demand("L3")]
    public void MayPassLater_IsTriedAgainWithTheSameBytes(int status)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(time: time);
        scene.Server.Faults.Enqueue(Fault.Status(status, "later"));
        scene.Server.Faults.Enqueue(Fault.Status(status, "later"));

        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(time, TimeSpan.FromSeconds(1));
        scene.PassWait(time, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Server.Requests.Select(request => request.ReceivedBytes).Distinct(), Has.Exactly(1).Items);
        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }

    [TestCase("2")]
    [TestCase("Thu, 01 Jan 1970 00:00:02 GMT")]
    [Demand("L3")]
    public void RetryAfter_IsWaitedAtLeast(string retryAfter)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(time: time);
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down", retryAfter));

        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(time, TimeSpan.FromSeconds(1.99));
        Assert.That(scene.Appender.IsWaiting, Is.True);
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(1));
        scene.PassWait(time, TimeSpan.FromSeconds(0.52));
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
        ManualTimeProvider time = new();
        using LokiScene scene = new(time: time);
        scene.Server.Faults.Enqueue(Fault.Status(500, "later"));
        using BackgroundCall<bool> first = scene.Sending("first");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the first waits for its next try");

        using BackgroundCall<bool> second = scene.Sending("second");
        scene.PassWait(time, TimeSpan.FromSeconds(1));

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
        ManualTimeProvider time = new();
        using LokiScene scene = new(time: time);
        for (int i = 0; i < 3; i++)
        {
            scene.Server.Faults.Enqueue(Fault.Status(429, "limit: 1000 bytes/sec"));
        }

        using BackgroundCall<bool> call = scene.Sending("1", "2", "3", "4");
        scene.PassWait(time, TimeSpan.FromSeconds(1));
        scene.PassWait(time, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([4, 4, 4, 2, 2]));
        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3", "4"]));
    }

    [Test]
    [Demand("L4")]
    public void NobodyAnswersForLongerThanTheLimit_IsDroppedAndCounted()
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.RetryLimit = 5_000, time: time);
        scene.Server.Pause();

        using BackgroundCall<bool> call = scene.Sending("first");
        LokiScene.PassTime(time, call, TimeSpan.FromMilliseconds(100));

        scene.Server.Resume();
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("transport"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [TestCase(LokiEncoding.Json)]
    [TestCase(LokiEncoding.Grpc)]
    [Demand("L4")]
    public void TheServerComesBack_EverythingIsThere(LokiEncoding encoding)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(encoding: encoding, time: time);
        scene.Send("before");
        scene.Server.Pause();

        using BackgroundCall<bool> call = scene.Sending("while it was away");
        Eventually.Holds(() => scene.Appender.IsWaiting, "it waits");
        scene.Server.Resume();
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(["before", "while it was away"]));
    }

    [TestCase(LokiEncoding.Json)]
    [TestCase(LokiEncoding.Protobuf)]
    [TestCase(LokiEncoding.Grpc)]
    [Demand("L13")]
    public void TheServerNeverAnswers_TheTryEndsAndTheNextArrives(LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.Timeout = 200;
                appender.RetryLimit = 0;
            },
            encoding);
        scene.Server.Faults.Enqueue(Fault.Hang());

        scene.Send("first");
        scene.Appender.Timeout = 10_000;
        scene.Appender.ActivateOptions();
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("timeout"));
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

    [TestCase(14, "unavailable")]
    [TestCase(4, "deadline")]
    [TestCase(429, "rate")]
    [TestCase(503, "overload")]
    public void Grpc_MayPassLater_IsTriedAgain(int status, string text)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(encoding: LokiEncoding.Grpc, time: time);
        scene.Server.Faults.Enqueue(Fault.Grpc(status, text));

        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(time, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [TestCase(400, "bad labels")]
    [TestCase(2, "no org id")]
    [TestCase(16, "unauthenticated")]
    [TestCase(12, "unimplemented")]
    public void Grpc_Refused_IsNotTriedAgain(int status, string text)
    {
        using LokiScene scene = new(encoding: LokiEncoding.Grpc);
        scene.Server.Faults.Enqueue(Fault.Grpc(status, text));

        scene.Send("first");
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain(text).And.Contain(status.ToString(CultureInfo.InvariantCulture)));
    }

    private static IEnumerable<TestCaseData<Fault>> NoSuccess() =>
    [
        new(Fault.LoginPage()),
        new(Fault.Redirect("http://127.0.0.1:1/login")),
        new(Fault.Blocked()),
        new(Fault.Status(500)),
        new(Fault.Reset()),
    ];
}
