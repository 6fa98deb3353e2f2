using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>What answers mean, when a push is tried again, and when it is dropped.</summary>
[Category("Loki")]
internal sealed class ReplyTests
{
    private const string Why = "this is why";
    private const string TooLarge =
        "rpc error: code = ResourceExhausted desc = grpc: received message larger than max (4755832 vs. 4194304)";

    private static readonly TimeSpan _retryAfter = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    [TestCase(nameof(PushOutcome.Delivered), null, Why, 200, 204)]
    [TestCase(nameof(PushOutcome.Refused), "rejected", Why, 260, 301, 302, 400, 401, 403, 404, 415, 422)]
    [TestCase(nameof(PushOutcome.Refused), "rejected", TooLarge, 400)]
    [TestCase(nameof(PushOutcome.TooLarge), "too_large", Why, 413)]
    [TestCase(nameof(PushOutcome.TooLarge), "too_large", TooLarge, 500)]
    [TestCase(nameof(PushOutcome.Retry), "timeout", Why, 408)]
    [TestCase(nameof(PushOutcome.Retry), "rate_limited", Why, 429)]
    [TestCase(nameof(PushOutcome.Retry), "server", Why, 500, 502, 503, 504, 599)]
    [TestCase(nameof(PushOutcome.Retry), "server", TooLarge, 503)]
    public void Http_Status_MeansThis(string outcome, string? errorType, string text, params int[] statuses) =>
        AssertMeaning(status => Replies.OfHttp(status, "text/plain", text, _retryAfter), outcome, errorType, text, statuses);

    [Test]
    public void Http_PageForPeople_IsNoSuccess(
        [Values(200, 204)] int status, [Values("text/html", "Text/HTML", "application/xhtml+xml", "APPLICATION/XHTML+XML")] string type) =>
        Assert.That(Replies.OfHttp(status, type, "<html>", retryAfter: null).Outcome, Is.EqualTo(PushOutcome.Refused));

    [TestCase(nameof(PushOutcome.Delivered), null, Why, 0, 204)]
    [TestCase(nameof(PushOutcome.Refused), "rejected", Why, 2, 3, 5, 7, 12, 16, 400)]
    [TestCase(nameof(PushOutcome.TooLarge), "too_large", TooLarge, 8, 500)]
    [TestCase(nameof(PushOutcome.Retry), "timeout", Why, 4)]
    [TestCase(nameof(PushOutcome.Retry), "rate_limited", Why, 8, 429)]
    [TestCase(nameof(PushOutcome.Retry), "server", Why, 1, 10, 13, 14, 500)]
    [TestCase(nameof(PushOutcome.Retry), "server", TooLarge, 13)]
    public void Grpc_Status_MeansThis(string outcome, string? errorType, string text, params int[] statuses) =>
        AssertMeaning(status => Replies.OfGrpc(status, text, _retryAfter), outcome, errorType, text, statuses);

    [TestCase(1, 500)]
    [TestCase(2, 1_000)]
    [TestCase(3, 2_000)]
    [TestCase(7, 32_000)]
    [TestCase(8, 60_000)]
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

    [Test]
    public void Next_AroundTheLimit_GivesUpBehindIt()
    {
        RetrySchedule schedule = new(_limit);
        RetrySchedule forEver = new(Timeout.InfiniteTimeSpan);
        TimeSpan last = _limit - TimeSpan.FromMilliseconds(500);
        TimeSpan most = TimeSpan.FromMinutes(5);

        Assert.Multiple(() =>
        {
            Assert.That(schedule.Next(tries: 1, last, asked: null, chance: 1), Is.Not.Null, "the wait ends at the limit");
            Assert.That(schedule.Next(tries: 1, last + TimeSpan.FromTicks(1), asked: null, chance: 1), Is.Null, "it ends behind it");
            Assert.That(schedule.Next(tries: 1, last, most, chance: 0), Is.Null, "the server asks for more than is left");
            Assert.That(forEver.Next(tries: 100_000, TimeSpan.FromDays(365), most, chance: 1), Is.EqualTo(TimeSpan.FromMinutes(6)));
        });
    }

    private static void AssertMeaning(Func<int, PushReply> replyOf, string outcome, string? errorType, string text, int[] statuses) =>
        Assert.Multiple(() =>
        {
            foreach (int status in statuses)
            {
                PushReply reply = replyOf(status);
                Assert.That((reply.Outcome.ToString(), reply.ErrorType, reply.Status), Is.EqualTo((outcome, errorType, status)));
                Assert.That(reply.Text, Is.EqualTo(outcome == nameof(PushOutcome.Delivered) ? string.Empty : text));
                Assert.That(reply.RetryAfter, Is.EqualTo(outcome == nameof(PushOutcome.Retry) ? _retryAfter : (TimeSpan?)null));
            }
        });
}
