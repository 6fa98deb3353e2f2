using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>What answers mean, when a push is tried again, and when it is dropped.</summary>
[Category("Loki")]
internal sealed class ReplyTests
{
    private const string TooLargeText =
        "rpc error: code = ResourceExhausted desc = grpc: received message larger than max (4755832 vs. 4194304)";

    private static readonly TimeSpan _retryAfter = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    [TestCase(nameof(PushOutcome.Delivered), null, 200, 204)]
    [TestCase(nameof(PushOutcome.Refused), "rejected", 260, 301, 302, 400, 401, 403, 404, 415, 422)]
    [TestCase(nameof(PushOutcome.TooLarge), "too_large", 413)]
    [TestCase(nameof(PushOutcome.Retry), "timeout", 408)]
    [TestCase(nameof(PushOutcome.Retry), "rate_limited", 429)]
    [TestCase(nameof(PushOutcome.Retry), "server", 500, 502, 503, 504, 599)]
    public void Http_Status_MeansThis(string outcome, string? errorType, params int[] statuses) =>
        AssertMeaning(status => Replies.OfHttp(status, "text/plain", "this is why", _retryAfter), outcome, errorType, statuses);

    [Test]
    public void Http_PageForPeople_IsNoSuccess(
        [Values(200, 204)] int status, [Values("text/html", "Text/HTML", "application/xhtml+xml", "APPLICATION/XHTML+XML")] string type) =>
        Assert.That(Replies.OfHttp(status, type, "<html>", retryAfter: null).Outcome, Is.EqualTo(PushOutcome.Refused));

    [TestCase(500, nameof(PushOutcome.TooLarge))]
    [TestCase(503, nameof(PushOutcome.Retry))]
    [TestCase(400, nameof(PushOutcome.Refused))]
    public void Http_SaysItIsTooLarge_IsSplitWhereLokiSaysSo(int status, string outcome) =>
        Assert.That(Replies.OfHttp(status, "text/plain", TooLargeText, retryAfter: null).Outcome.ToString(), Is.EqualTo(outcome));

    [TestCase(nameof(PushOutcome.Delivered), null, 0, 204)]
    [TestCase(nameof(PushOutcome.Refused), "rejected", 2, 3, 5, 7, 12, 16, 400)]
    [TestCase(nameof(PushOutcome.Retry), "timeout", 4)]
    [TestCase(nameof(PushOutcome.Retry), "rate_limited", 8, 429)]
    [TestCase(nameof(PushOutcome.Retry), "server", 1, 10, 13, 14, 500)]
    public void Grpc_Status_MeansThis(string outcome, string? errorType, params int[] statuses) =>
        AssertMeaning(status => Replies.OfGrpc(status, "this is why", _retryAfter), outcome, errorType, statuses);

    [TestCase(8, nameof(PushOutcome.TooLarge))]
    [TestCase(500, nameof(PushOutcome.TooLarge))]
    [TestCase(13, nameof(PushOutcome.Retry))]
    public void Grpc_SaysItIsTooLarge_IsSplitWhereLokiSaysSo(int status, string outcome) =>
        Assert.That(Replies.OfGrpc(status, TooLargeText, retryAfter: null).Outcome.ToString(), Is.EqualTo(outcome));

    [TestCase(1, 500)]
    [TestCase(2, 1_000)]
    [TestCase(3, 2_000)]
    [TestCase(4, 4_000)]
    [TestCase(7, 32_000)]
    [TestCase(8, 60_000)]
    [TestCase(9, 60_000)]
    [TestCase(100, 60_000)]
    [TestCase(100_000, 60_000)]
    [TestCase(int.MaxValue, 60_000)]
    public void Next_LongestWait_DoublesUpToAMinute(int tries, int milliseconds)
    {
        RetrySchedule schedule = new(_limit);

        Assert.Multiple(() =>
        {
            Assert.That(schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 1), Is.EqualTo(TimeSpan.FromMilliseconds(milliseconds)));
            Assert.That(
                schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 0.25), Is.EqualTo(TimeSpan.FromMilliseconds(milliseconds / 4)));
            Assert.That(schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 0), Is.EqualTo(TimeSpan.Zero));
        });
    }

    [TestCase(0, 0)]
    [TestCase(7, 7)]
    [TestCase(299, 299)]
    [TestCase(300, 300)]
    [TestCase(86_400, 300)]
    public void Next_TheServerAsks_IsWaitedAtLeastUpToFiveMinutes(int askedSeconds, int atLeastSeconds)
    {
        RetrySchedule schedule = new(_limit);
        TimeSpan asked = TimeSpan.FromSeconds(askedSeconds);
        TimeSpan atLeast = TimeSpan.FromSeconds(atLeastSeconds);

        Assert.That(schedule.Next(tries: 1, TimeSpan.Zero, asked, chance: 0), Is.EqualTo(atLeast));
        Assert.That(
            schedule.Next(tries: 1, TimeSpan.Zero, asked, chance: 1),
            Is.EqualTo(atLeast + TimeSpan.FromMilliseconds(500)),
            "those who were asked for the same do not come together");
    }

    [TestCase(-1, true)]
    [TestCase(0, true)]
    [TestCase(1, false)]
    public void Next_WaitEndsAroundTheLimit_GivesUpBehindIt(int ticksBehind, bool goesOn)
    {
        TimeSpan elapsed = _limit - TimeSpan.FromMilliseconds(500) + TimeSpan.FromTicks(ticksBehind);

        Assert.That(new RetrySchedule(_limit).Next(tries: 1, elapsed, asked: null, chance: 1).HasValue, Is.EqualTo(goesOn));
    }

    [Test]
    public void Next_TheServerAsksForMoreThanIsLeft_GivesUp() =>
        Assert.That(
            new RetrySchedule(TimeSpan.FromSeconds(10)).Next(tries: 1, TimeSpan.Zero, TimeSpan.FromSeconds(11), chance: 0), Is.Null);

    [Test]
    public void Next_ForEver_GoesOn() => Assert.That(
        new RetrySchedule(Timeout.InfiniteTimeSpan).Next(tries: 100_000, TimeSpan.FromDays(365), TimeSpan.FromDays(1), chance: 1),
        Is.EqualTo(TimeSpan.FromMinutes(6)));

    private static void AssertMeaning(Func<int, PushReply> replyOf, string outcome, string? errorType, int[] statuses) => Assert.Multiple(
        () =>
        {
            foreach (int status in statuses)
            {
                PushReply reply = replyOf(status);
                Assert.That((reply.Outcome.ToString(), reply.ErrorType, reply.Status), Is.EqualTo((outcome, errorType, status)));
                Assert.That(reply.Text, Is.EqualTo(outcome == nameof(PushOutcome.Delivered) ? string.Empty : "this is why"));
                Assert.That(reply.RetryAfter, Is.EqualTo(outcome == nameof(PushOutcome.Retry) ? _retryAfter : (TimeSpan?)null));
            }
        });
}
