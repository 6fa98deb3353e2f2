using System.IO.Compression;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Lines;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Limits of sizes, time and memory: what is over one, or was made to be, does not hold up the rest.</summary>
[Category("Loki")]
internal sealed class LimitTests : FolderTests
{
    private const string TooLarge = "rpc error: received message larger than max (5 vs. 4)";

    [Test]
    [Demand("L2")]
    public void TenMegabytes_StayUnderTheLimitInEveryEncoding([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(encoding: encoding);
        string[] texts = [.. Enumerable.Range(0, 1_000).Select(i => $"{i} {new string((char)('a' + (i % 26)), 10_000)}")];

        scene.Send(texts);

        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Server.Requests.Select(request => request.ProtobufBytes), Is.All.InRange(500_000, 1_048_576));
    }

    /// <summary>A single line that is too large is dropped. What is limited again and again may be more than a server ever takes.</summary>
    [TestCase(LokiEncoding.Json, 413, TooLarge, 2, new[] { 5, 2, 1, 1, 3, 2 })]
    [TestCase(LokiEncoding.Json, 500, TooLarge, 2, new[] { 5, 2, 1, 1, 3, 2 })]
    [TestCase(LokiEncoding.Protobuf, 500, TooLarge, 2, new[] { 5, 2, 1, 1, 3, 2 })]
    [TestCase(LokiEncoding.Grpc, 8, TooLarge, 2, new[] { 5, 2, 1, 1, 3, 2 })]
    [TestCase(LokiEncoding.Json, 413, "too large", 3, new[] { 5, 2, 1, 1, 3, 2 }, "1")]
    [TestCase(LokiEncoding.Json, 429, "limit: 1000 bytes/sec", 3, new[] { 5, 5, 5, 2, 3, 2 })]
    [Demand("L2")]
    public void MoreThanAPushMayHaveOrTheServerTakes_IsSplitUntilItPasses(
        LokiEncoding encoding, int status, string text, int refusals, int[] entries, params string[] dropped)
    {
        using LokiScene scene = new(appender => appender.MaxBatchEvents = 5, encoding, time: new ManualTimeProvider());
        Fault fault = encoding == LokiEncoding.Grpc ? Fault.Grpc(status, text) : Fault.Status(status, text);
        scene.Server.Faults.Enqueue(Enumerable.Repeat(fault, refusals));
        string[] texts = ["1", "2", "3", "4", "5", "6", "7"];

        scene.SendAsTimePasses(texts);

        Assert.That(scene.Lines, Is.EqualTo(texts.Except(dropped)));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo(entries));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(7, 7 - dropped.Length, 0, dropped.Length, 0, 0)));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(dropped.Length).And.All.Contains("1 line(s)").And.All.Contains("too_large"));
    }

    /// <summary>A piece has the time of the whole.</summary>
    [TestCase(new[] { 503, 413, 503 }, new[] { 21 })]
    [TestCase(new[] { 429, 429, 429 }, new[] { 1, 21 })]
    public void Send_PushIsSplitWhenItsRetryLimitIsOver_NoPieceIsTriedAfterATryThatFailed(int[] statuses, int[] waits)
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 20_000, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(statuses.Select(status => Fault.Status(status, "later")));

        using BackgroundCall<bool> call = scene.Sending("1", "2");
        Array.ForEach(waits, seconds => scene.PassWait(TimeSpan.FromSeconds(seconds)));

        Assert.That(call.Result, Is.True);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(3));
    }

    /// <summary>The status is that of a rate limit, but waiting does not help.</summary>
    [Test]
    public void Send_StreamAboveTheLimitOfStreams_IsRefusedAtOnceAndTheOthersArrive([Values] LokiEncoding encoding)
    {
        ContractServer server = new(new LokiLimits { Streams = 1 });
        using LokiScene scene = new(appender => appender.AddLabel(new LokiField { Property = "own" }), encoding, server);

        foreach (string own in new[] { "a", "b", "a" })
        {
            scene.Send(scene.Event(own, properties: new() { ["own"] = own }));
        }

        Assert.That(scene.Lines, Is.EqualTo(["a", "a"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 2, 1, 0, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("stream_limit"));
    }

    [Test]
    public void Send_PushThatTheFolderCannotHold_IsTriedAgain()
    {
        using LokiScene scene = new(time: new ManualTimeProvider(), configure: appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.SpillLimit = 1;
            appender.MaxBatchBytes = 4_194_304;
            appender.Compression = LokiCompression.None;
        });
        string[] texts = [.. Enumerable.Range(0, 10).Select(i => i + Some.Noise(150_000))];
        scene.Server.Faults.Enqueue(Fault.Status(503), Fault.Status(503));

        scene.SendAsTimePasses(texts);

        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(10, 10, 0, 0, 0, 0)));
    }

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

    /// <summary>Rendered by a thread that does nothing else, so what it allocates again shows that nothing was kept.</summary>
    [Test]
    public void Write_ALargeEventAsJson_ItsMemoryIsNotKept()
    {
        using ByteBuffer texts = new(1_024);
        using JsonLine line = new(layout: null, texts, PushBatch.MaxLineBytes, writesTraceContext: false);
        EventBatch batch = new([new LoggingEvent(new LoggingEventData { Message = new string('x', 20_000_000) })]);

        long first = WriteOnce();
        Assert.That(texts.Bytes, Has.Length.LessThanOrEqualTo(ByteBuffer.MaxKept));
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
        int pushes = 0;
        using AnsweringTransport transport = new(() =>
        {
            if (++pushes == 1)
            {
                return new PushReply(PushOutcome.TooLarge, "too_large", 413, string.Empty);
            }

            encoder.Dispose(); // no other push can be made
            return PushReply.Delivered(204);
        });
        if (delivered == 0)
        {
            encoder.Dispose();
        }

        PushAttempts attempts = new(transport, dropRateLimited: false, counters, TimeProvider.System, new PushInProgress());
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
}
