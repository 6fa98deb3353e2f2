using Easy.Logger.Loki;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>Batches that cannot even be made a push of.</summary>
[Category("Loki")]
internal sealed class PushSenderTests
{
    private readonly LokiCounters _counters = new(() => "loki");
    private readonly SendFailures _failures = new();

    [Test]
    public void Send_EncodingFails_LinesAreDroppedAndToldAndNothingIsThrown()
    {
        PushEncoder broken = new(LokiEncoding.Json, LokiCompression.Gzip);
        broken.Dispose();
        using Transport transport = new(() => throw new InvalidOperationException("nothing is tried"));

        Assert.That(() => Send(broken, transport, TimeSpan.Zero, TimeProvider.System), Throws.Nothing);

        Assert.That(_counters.Read(), Is.EqualTo(new LokiStatistics(4, 0, 0, 4, 0, 0)));
        Assert.That(
            _failures.Describe(new Uri("http://loki")), Does.Contain("4 line(s)").And.Contain("not_encoded ObjectDisposedException"));
    }

    [Test]
    public void Send_EncodingFailsAfterAPartWasTaken_OnlyTheRestIsDropped()
    {
        using PushEncoder encoder = new(LokiEncoding.Json, LokiCompression.Gzip);
        Queue<PushReply> replies = new([new PushReply(PushOutcome.TooLarge, "too_large", 413, string.Empty), PushReply.Delivered(204)]);
        using Transport transport = new(() =>
        {
            PushReply reply = replies.Dequeue();
            if (replies.Count == 0)
            {
                encoder.Dispose(); // the second half cannot be made
            }

            return reply;
        });

        Send(encoder, transport, TimeSpan.Zero, TimeProvider.System);

        Assert.That(_counters.Read(), Is.EqualTo(new LokiStatistics(4, 2, 0, 2, 0, 0)));
    }

    [Test]
    public void Send_PiecesOfAPushWhoseTimeIsOver_AreNotTried()
    {
        ManualTimeProvider time = new();
        using PushEncoder encoder = new(LokiEncoding.Json, LokiCompression.Gzip);
        int tries = 0;
        using Transport transport = new(() =>
        {
            time.Advance(++tries == 3 ? TimeSpan.FromDays(2) : TimeSpan.Zero);
            return new PushReply(PushOutcome.Retry, "rate_limited", 429, string.Empty);
        });

        using BackgroundCall<bool> call = BackgroundCall.Of(() => Send(encoder, transport, TimeSpan.FromDays(1), time));
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That((tries, _counters.Read()), Is.EqualTo((3, new LokiStatistics(4, 0, 0, 4, 0, 0))));
    }

    /// <summary>Four lines.</summary>
    private void Send(PushEncoder encoder, Transport transport, TimeSpan retryLimit, TimeProvider time)
    {
        using PushBatch batch = new();
        StreamLabels labels = new("{}"u8.ToArray(), "{}"u8.ToArray());
        Array.ForEach(new PushEntry[4], entry => batch.Add(labels, entry));
        _counters.Receive(batch.Count);
        PushAttempts attempts = new(transport, dropRateLimited: false, _counters, time);
        using PushSender sender = new(encoder, attempts, new RetrySchedule(retryLimit), lanes: null, _counters, _failures);
        sender.Send(batch, tenant: null, CancellationToken.None);
    }

    private sealed class Transport(Func<PushReply> answer)
        : PushTransport(new LokiSettings { Address = new Uri("http://loki"), Timeout = TimeSpan.FromMinutes(1) })
    {
        public override PushReply Push(EncodedPush push, CancellationToken cancellation) => Try(_ => answer(), cancellation);

        public override void Dispose()
        {
            // Nothing is held.
        }
    }
}
