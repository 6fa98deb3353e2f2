using System.IO.Compression;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Lines;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// Files that would block whoever opens them, or cost all memory; times that never were; memory that is not kept; batches that cannot even
/// be made a push of.
/// </summary>
[Category("Loki")]
internal sealed class RobustnessTests : FolderTests
{
    [Test]
    [Platform("Linux")]
    public void Owner_IsAPipe_IsSomebody()
    {
        using SpillStore first = SpillStore.Open(Folder.Path, "first", 1_000_000, 10_000, _ => { });
        File.Delete(Folder.File("spill.owner"));
        Folder.MakePipe("spill.owner");

        Eventually.Returns(
            () => Assert.That(
                () => SpillStore.Open(Folder.Path, "second", 1_000_000, 10_000, _ => { }),
                Throws.InstanceOf<FolderInUseException>().With.Message.Contains("somebody")),
            "Open");
    }

    /// <summary>Whoever wrote it: it costs its own lines, and no other push waits.</summary>
    [Test]
    public void Frame_ThatBecomesLargerThanAnyPush_CannotBeRead()
    {
        using MemoryStream body = new();
        using (DeflateStream deflate = new(body, CompressionLevel.Fastest, leaveOpen: true))
        {
            deflate.Write(new byte[100 * 1_048_576]);
        }

        using ByteBuffer plain = new(capacity: 16);
        using PushBatch batch = new();
        Assert.That(
            () => PushFrame.Read(PushFrame.Head(tenant: null, firstTry: 0), body.ToArray(), plain, batch),
            Throws.InstanceOf<InvalidDataException>().With.Message.Contains("larger than any push"));
    }

    [Test]
    public void AgeOf_MomentThatNeverWas_CountsFrom1970([Values(long.MinValue, -9_000_000_000_000_000)] long milliseconds)
    {
        AgeClock clock = new(new ManualTimeProvider());

        Assert.That(clock.AgeOf(milliseconds).TotalMilliseconds, Is.EqualTo(clock.Milliseconds));
    }

    [Test]
    public void Clear_AfterALargeText_GivesTheMemoryBack([Values(1_000, 1_500_000, 10_000_000)] int size)
    {
        using ByteBuffer buffer = new(1_024);
        buffer.Write(new byte[size]);

        buffer.Clear();
        buffer.Write("text"u8);

        Assert.That(buffer.Bytes, Has.Length.LessThanOrEqualTo(ByteBuffer.MaxKept));
        Assert.That(buffer.Written.ToArray(), Is.EqualTo("text"u8.ToArray()));
    }

    /// <summary>Rendered by a thread that does nothing else, so what it allocates again shows that nothing was kept.</summary>
    [Test]
    public void Write_ALargeEventAsJson_ItsMemoryIsNotKept()
    {
        using ByteBuffer texts = new(1_024);
        using JsonLine line = new(layout: null, texts, PushBatch.MaxLineBytes, writesTraceContext: false);
        EventBatch batch = new([new LoggingEvent(new LoggingEventData { Message = new string('x', 20_000_000) })]);

        long first = WriteOnce();
        long second = WriteOnce();

        Assert.That(second, Is.GreaterThan(first / 2), "no memory of the first is left");

        long WriteOnce()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            line.Write(new BatchItem(batch, 0));
            texts.Clear();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    /// <summary>At once, or with the second half of a push that was too large.</summary>
    [Test]
    public void Send_EncodingFails_WhatIsLeftIsDroppedAndReportedAndNothingIsThrown([Values(0, 2)] int delivered)
    {
        LokiCounters counters = new(() => "loki");
        SendFailures failures = new();
        using PushEncoder encoder = new(LokiEncoding.Json, LokiCompression.Gzip);
        using Transport transport = new(encoder);
        if (delivered == 0)
        {
            encoder.Dispose();
        }

        PushAttempts attempts = new(transport, dropRateLimited: false, counters, TimeProvider.System);
        using PushSender sender = new(encoder, attempts, RetrySchedule.Once, lanes: null, counters, failures);
        using PushBatch batch = new();
        StreamLabels labels = new("{}"u8.ToArray(), "{}"u8.ToArray());
        Array.ForEach(new PushEntry[4], entry => batch.Add(labels, entry));
        counters.Receive(batch.Count);

        Assert.That(() => sender.Send(batch, tenant: null, CancellationToken.None), Throws.Nothing);

        Assert.That(counters.Read(), Is.EqualTo(new LokiStatistics(4, delivered, 0, 4 - delivered, 0, 0)));
        Assert.That(
            failures.Describe(new Uri("http://loki")),
            Does.Contain($"{4 - delivered} line(s)").And.Contain("not_encoded ObjectDisposedException"));
    }

    /// <summary>Refuses the first push, takes the second one, and lets no other be made.</summary>
    private sealed class Transport(PushEncoder encoder)
        : PushTransport(new LokiSettings { Address = new Uri("http://loki"), Timeout = TimeSpan.FromMinutes(1) })
    {
        private int _pushes;

        public override PushReply Push(EncodedPush push, CancellationToken cancellation)
        {
            if (++_pushes == 1)
            {
                return new PushReply(PushOutcome.TooLarge, "too_large", 413, string.Empty);
            }

            encoder.Dispose();
            return PushReply.Delivered(204);
        }

        public override void Dispose()
        {
            // Nothing is held.
        }
    }
}
