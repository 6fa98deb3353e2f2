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
    [Test]
    public void Send_EncodingFails_LinesAreDroppedAndToldAndNothingIsThrown()
    {
        LokiCounters counters = new(() => "loki");
        SendFailures failures = new();
        PushEncoder broken = new(LokiEncoding.Json, LokiCompression.Gzip);
        broken.Dispose();
        using PushBatch batch = new();
        batch.Add(new StreamLabels("{}"u8.ToArray(), "{}"u8.ToArray()), new PushEntry());
        counters.Receive(batch.Count);

        // Nothing is tried: neither a transport nor a schedule is used.
        PushAttempts attempts = new(null!, dropRateLimited: false, counters, TimeProvider.System);
        using (PushSender sender = new(broken, attempts, schedule: null!, lanes: null, counters, failures))
        {
            Assert.That(() => sender.Send(batch, tenant: null, CancellationToken.None), Throws.Nothing);
        }

        Assert.That(counters.Read(), Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(
            failures.Describe(new Uri("http://loki")), Does.Contain("1 line(s)").And.Contain("not_encoded ObjectDisposedException"));
    }

    [Test]
    public void Send_EncodingFailsAfterAPartWasTaken_OnlyTheRestIsDropped()
    {
        LokiCounters counters = new(() => "loki");
        SendFailures failures = new();
        using PushEncoder encoder = new(LokiEncoding.Json, LokiCompression.Gzip);
        using PushBatch batch = new();
        StreamLabels labels = new("{}"u8.ToArray(), "{}"u8.ToArray());
        Array.ForEach(new PushEntry[4], entry => batch.Add(labels, entry));
        counters.Receive(batch.Count);
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
        PushAttempts attempts = new(transport, dropRateLimited: false, counters, TimeProvider.System);

        using (PushSender sender = new(encoder, attempts, new RetrySchedule(TimeSpan.Zero), lanes: null, counters, failures))
        {
            sender.Send(batch, tenant: null, CancellationToken.None);
        }

        Assert.That(counters.Read(), Is.EqualTo(new LokiStatistics(4, 2, 0, 2, 0, 0)));
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

    [Test]
    public void Send_PiecesOfAPushWhoseTimeIsOver_AreNotTried()
    {
        ManualTimeProvider time = new();
        LokiCounters counters = new(() => "loki");
        using PushEncoder encoder = new(LokiEncoding.Json, LokiCompression.Gzip);
        using PushBatch batch = new();
        StreamLabels labels = new("{}"u8.ToArray(), "{}"u8.ToArray());
        Array.ForEach(new PushEntry[4], entry => batch.Add(labels, entry));
        counters.Receive(batch.Count);
        int tries = 0;
        using Transport transport = new(() =>
        {
            time.Advance(++tries == 3 ? TimeSpan.FromDays(2) : TimeSpan.Zero);
            return new PushReply(PushOutcome.Retry, "rate_limited", 429, string.Empty);
        });
        PushAttempts attempts = new(transport, dropRateLimited: false, counters, time);
        using PushSender sender = new(encoder, attempts, new RetrySchedule(TimeSpan.FromDays(1)), lanes: null, counters,
            new SendFailures());

        using BackgroundCall<bool> call = new(() =>
        {
            sender.Send(batch, tenant: null, CancellationToken.None);
            return true;
        });
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That((tries, counters.Read()), Is.EqualTo((3, new LokiStatistics(4, 0, 0, 4, 0, 0))));
    }
}
