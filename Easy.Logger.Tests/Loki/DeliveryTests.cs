using Easy.Logger.Loki;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>How pushes are sent, over connections that break, too; and what is over a limit does not hold up the rest.</summary>
[Category("Loki")]
internal sealed class DeliveryTests : FolderTests
{
    private const string TooLarge = "rpc error: received message larger than max (5 vs. 4)";

    [TestCase(LokiEncoding.Json, LokiCompression.Default, "application/json", "gzip", "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Json, LokiCompression.None, "application/json", null, "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Protobuf, LokiCompression.Default, "application/x-protobuf", null, "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Grpc, LokiCompression.Default, "application/grpc", null, "HTTP/2", "/logproto.Pusher/Push")]
    public void Send_EachEncoding_HasItsMediaType(
        LokiEncoding encoding, LokiCompression compression, string type, string? contentEncoding, string protocol, string path)
    {
        using LokiScene scene = new(appender => appender.Compression = compression, encoding);

        scene.Send("text");

        ReceivedRequest request = scene.Server.Requests.Single();
        Assert.That(
            (request.ContentType, request.Headers.GetValueOrDefault("Content-Encoding"), request.Protocol, request.Path),
            Is.EqualTo((type, contentEncoding, protocol, path)));
        Assert.That(request.Headers["User-Agent"], Does.StartWith("Easy.Logger.Loki/"));
    }

    [Test]
    [Demand("L15")]
    public void Close_EventsWait_AllArrive()
    {
        using LokiScene scene = new(appender => appender.MaxBatchEvents = 10);
        ILog log = scene.Log();
        string[] texts = [.. Enumerable.Range(0, 105).Select(i => $"{i}")];
        Array.ForEach(texts, log.Info);

        scene.Appender.Close();

        Assert.That(scene.Lines, Is.EqualTo(texts));
    }

    [Test]
    public void Send_ConnectionIsSilent_TheNextTryHasANewOne()
    {
        using ContractServer server = new();
        using Relay relay = new(server.GrpcUrl);
        using LokiScene scene = new(encoding: LokiEncoding.Grpc, server: server, configure: appender =>
        {
            appender.Url = relay.Url.ToString();
            appender.Timeout = 2_000; // of which a busy machine needs some to connect
            appender.RetryLimit = 30_000;
        });
        scene.Send("first");
        relay.Silence();

        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
        Assert.That(relay.Connections, Is.EqualTo(2));
    }

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
}
