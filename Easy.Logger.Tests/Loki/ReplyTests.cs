using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>What answers mean.</summary>
[Category("Loki")]
internal sealed class ReplyTests
{
    private const string TooLargeText =
        "rpc error: code = ResourceExhausted desc = grpc: received message larger than max (4755832 vs. 4194304)";

    private static readonly TimeSpan _retryAfter = TimeSpan.FromSeconds(3);

    [TestCase(200, nameof(PushOutcome.Delivered), null)]
    [TestCase(204, nameof(PushOutcome.Delivered), null)]
    [TestCase(260, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(301, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(302, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(400, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(401, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(403, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(404, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(408, nameof(PushOutcome.Retry), "timeout")]
    [TestCase(413, nameof(PushOutcome.TooLarge), "too_large")]
    [TestCase(415, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(422, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(429, nameof(PushOutcome.Retry), "rate_limited")]
    [TestCase(500, nameof(PushOutcome.Retry), "server")]
    [TestCase(502, nameof(PushOutcome.Retry), "server")]
    [TestCase(503, nameof(PushOutcome.Retry), "server")]
    [TestCase(504, nameof(PushOutcome.Retry), "server")]
    [TestCase(599, nameof(PushOutcome.Retry), "server")]
    public void Http_Status_MeansThis(int status, string outcome, string? errorType)
    {
        PushReply reply = Replies.OfHttp(status, "text/plain", "this is why", _retryAfter);

        Assert.Multiple(() =>
        {
            Assert.That((reply.Outcome.ToString(), reply.ErrorType, reply.Status), Is.EqualTo((outcome, errorType, status)));
            Assert.That(reply.Text, Is.EqualTo(outcome == nameof(PushOutcome.Delivered) ? string.Empty : "this is why"));
            Assert.That(reply.RetryAfter, Is.EqualTo(outcome == nameof(PushOutcome.Retry) ? _retryAfter : (TimeSpan?)null));
        });
    }

    [Test]
    public void Http_PageForPeople_IsNoSuccess(
        [Values(200, 204)] int status, [Values("text/html", "Text/HTML", "application/xhtml+xml", "APPLICATION/XHTML+XML")] string type) =>
        Assert.That(Replies.OfHttp(status, type, "<html>", retryAfter: null).Outcome, Is.EqualTo(PushOutcome.Refused));

    [TestCase(500, nameof(PushOutcome.TooLarge))]
    [TestCase(503, nameof(PushOutcome.Retry))]
    [TestCase(400, nameof(PushOutcome.Refused))]
    public void Http_SaysItIsTooLarge_IsSplitWhereLokiSaysSo(int status, string outcome) =>
        Assert.That(Replies.OfHttp(status, "text/plain", TooLargeText, retryAfter: null).Outcome.ToString(), Is.EqualTo(outcome));

    [TestCase(0, nameof(PushOutcome.Delivered), null)]
    [TestCase(1, nameof(PushOutcome.Retry), "server")]
    [TestCase(2, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(3, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(4, nameof(PushOutcome.Retry), "timeout")]
    [TestCase(5, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(7, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(8, nameof(PushOutcome.Retry), "rate_limited")]
    [TestCase(10, nameof(PushOutcome.Retry), "server")]
    [TestCase(12, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(13, nameof(PushOutcome.Retry), "server")]
    [TestCase(14, nameof(PushOutcome.Retry), "server")]
    [TestCase(16, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(204, nameof(PushOutcome.Delivered), null)]
    [TestCase(400, nameof(PushOutcome.Refused), "rejected")]
    [TestCase(429, nameof(PushOutcome.Retry), "rate_limited")]
    [TestCase(500, nameof(PushOutcome.Retry), "server")]
    public void Grpc_Status_MeansThis(int status, string outcome, string? errorType)
    {
        PushReply reply = Replies.OfGrpc(status, "this is why", _retryAfter);

        Assert.That((reply.Outcome.ToString(), reply.ErrorType, reply.Status), Is.EqualTo((outcome, errorType, status)));
        Assert.That(reply.RetryAfter, Is.EqualTo(outcome == nameof(PushOutcome.Retry) ? _retryAfter : (TimeSpan?)null));
    }

    [Test]
    public void Grpc_UnknownBecauseItShutsDown_IsTriedAgain() =>
        Assert.That(Replies.OfGrpc(2, "Ingester is shutting down", retryAfter: null).Outcome, Is.EqualTo(PushOutcome.Retry));

    [TestCase(8, nameof(PushOutcome.TooLarge))]
    [TestCase(500, nameof(PushOutcome.TooLarge))]
    [TestCase(13, nameof(PushOutcome.Retry))]
    public void Grpc_SaysItIsTooLarge_IsSplitWhereLokiSaysSo(int status, string outcome) =>
        Assert.That(Replies.OfGrpc(status, TooLargeText, retryAfter: null).Outcome.ToString(), Is.EqualTo(outcome));
}
