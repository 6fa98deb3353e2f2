using Easy.Logger.Loki;
using Easy.Logger.Loki.Sending;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What a server answers, when a push is tried again or dropped, and what becomes of those behind it.</summary>
[Category("Loki")]
internal sealed class RefusalTests : FolderTests
{
    private const string Why = "this is why";
    private const string TooLarge = "rpc error: code = ResourceExhausted desc = grpc: received message larger than max (5 vs. 4)";

    private static readonly TimeSpan _retryAfter = TimeSpan.FromSeconds(3);
    private static readonly RetrySchedule _schedule = new(TimeSpan.FromMinutes(10));

    /// <summary>A page for people with status 200 is the login of some gateway, and 260 says that an operator blocks the tenant.</summary>
    [TestCase(LokiEncoding.Json, 200, 260, 400, 401, 403, 404, 415, 422)]
    [TestCase(LokiEncoding.Grpc, 2, 3, 12, 16, 400)]
    [Demand("L1", "L11")]
    public void OneIsRefused_ItIsCountedAndReportedAndTheNextArrives(LokiEncoding encoding, params int[] statuses)
    {
        foreach (int status in statuses)
        {
            using LokiScene scene = new(encoding: encoding);
            scene.Server.Faults.Enqueue(FaultOf(encoding, status, Why));

            scene.Send("first");
            scene.Send("second");

            Assert.That(scene.Lines, Is.EqualTo(["second"]), $"{status}");
            Assert.That(scene.Server.Requests, Has.Count.EqualTo(2), $"{status} is not tried again");
            Assert.That(scene.Errors.Errors.Single(), Does.Contain("1 line(s)").And.Contain($"rejected (status {status})"));
            Assert.That(status == 200 || scene.Errors.Errors[0].Contains(Why, StringComparison.Ordinal), $"{status}");
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 1, 0, 0, 0)), $"{status}");
        }
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

    /// <summary>As seconds, or as a date by the server's clock, which need not be that of the client.</summary>
    [Test]
    [Demand("L3")]
    public void RetryAfter_IsWaitedAtLeast(
        [Values("2", "Thu, 01 Jan 2026 00:00:02 GMT")] string retryAfter, [Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(429, "slow down", retryAfter) with { Date = "Thu, 01 Jan 2026 00:00:00 GMT" });

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

        using BackgroundCall<bool> call = scene.Sending("once", "twice");
        Eventually.Holds(() => scene.Server.Requests.Count > 0, "it is there");
        Assert.That(scene.Lines, Is.EqualTo(["once", "twice"]), "and stored");
        Assert.That(call.Result, Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["once", "twice"]));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(2));
    }

    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Delivered), null, Why, 200, 204)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Refused), "rejected", Why, 260, 301, 302, 400, 401, 403, 404, 415, 422)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Refused), "rejected", TooLarge, 400)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.TooLarge), "too_large", Why, 413)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.TooLarge), "too_large", TooLarge, 500)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Retry), "timeout", Why, 408)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Retry), "rate_limited", Why, 429)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Retry), "server", Why, 500, 502, 503, 504, 599)]
    [TestCase(LokiEncoding.Json, nameof(PushOutcome.Retry), "server", TooLarge, 503)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Delivered), null, Why, 0, 204)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Refused), "rejected", Why, 2, 3, 5, 7, 12, 16, 400)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.TooLarge), "too_large", TooLarge, 8, 500)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Retry), "timeout", Why, 4)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Retry), "rate_limited", Why, 8, 429)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Retry), "server", Why, 1, 10, 13, 14, 500)]
    [TestCase(LokiEncoding.Grpc, nameof(PushOutcome.Retry), "server", TooLarge, 13)]
    public void Status_OfEitherProtocol_MeansThis(LokiEncoding encoding, string outcome, string? error, string text, params int[] statuses)
    {
        foreach (int status in statuses)
        {
            PushReply reply = encoding == LokiEncoding.Grpc
                ? Replies.OfGrpc(status, text, _retryAfter)
                : Replies.OfHttp(status, "text/plain", text, _retryAfter);
            Assert.That((reply.Outcome.ToString(), reply.ErrorType, reply.Status), Is.EqualTo((outcome, error, status)));
            Assert.That(reply.Text, Is.EqualTo(outcome == nameof(PushOutcome.Delivered) ? string.Empty : text));
            Assert.That(reply.RetryAfter, Is.EqualTo(outcome == nameof(PushOutcome.Retry) ? _retryAfter : (TimeSpan?)null));
        }
    }

    /// <summary>It doubles up to a minute; what the server asks for is waited at least, up to five. None ends behind the limit.</summary>
    [TestCase(1, null, 1, 0, 0.5)]
    [TestCase(7, null, 1, 0, 32)]
    [TestCase(8, null, 1, 0, 60)]
    [TestCase(int.MaxValue, null, 1, 0, 60)]
    [TestCase(3, null, 0.25, 0, 0.5)]
    [TestCase(3, null, 0, 0, 0)]
    [TestCase(1, 299, 0, 0, 299)]
    [TestCase(1, 86_400, 0, 0, 300)]
    [TestCase(1, 86_400, 1, 0, 300.5)]
    [TestCase(1, null, 1, 599.5, 0.5)]
    [TestCase(1, null, 1, 599.5000001, null)]
    [TestCase(1, 300, 0, 599.5, null)]
    public void Next_Wait_IsAPartOfTheLongestAndWhatTheServerAsksFor(
        int tries, int? asked, double chance, double elapsed, double? seconds)
    {
        TimeSpan? least = asked is null ? null : TimeSpan.FromSeconds(asked.Value);
        TimeSpan? expected = seconds is null ? null : TimeSpan.FromSeconds(seconds.Value);

        Assert.That(_schedule.Next(tries, TimeSpan.FromSeconds(elapsed), least, chance), Is.EqualTo(expected));
    }

    private static Fault FaultOf(LokiEncoding encoding, int status, string text) =>
        encoding == LokiEncoding.Grpc ? Fault.Grpc(status, text) : Fault.Status(status, text, contentType: "text/html; charset=utf-8");
}
