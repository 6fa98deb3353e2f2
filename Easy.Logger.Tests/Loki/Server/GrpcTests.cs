using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes over gRPC, to both parts of Loki that may have the port.</summary>
[Category("Loki")]
internal sealed class GrpcTests
{
    private const string Good = """{app="good"}""";
    private const string Unreadable = """{a-b="x"}""";

    private readonly ServerScene _ingester = new();
    private readonly ServerScene _distributor = new(limits: null, GrpcSide.Distributor);

    [TearDown]
    public void End()
    {
        _ingester.Dispose();
        _distributor.Dispose();
    }

    [Test]
    public void Push_Good_IsStoredAndTheStatusIsInTheTrailers([Values] bool gzip)
    {
        byte[] message = Push.ProtobufOf(Push.ProtobufStream(
            """{b="2", a="1"}""", Push.ProtobufEntry(_ingester.Now + 7, "a \"quoted\" 😀\nline", ("trace.id", "v"))));

        GrpcAnswer answer = _ingester.Sender.Grpc(message, gzip: gzip);

        StoredEntry entry = _ingester.Server.Stored.Single();
        ReceivedRequest request = _ingester.Server.Requests.Single();
        Assert.Multiple(() =>
        {
            Assert.That((answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((200, 0, false)));
            Assert.That(answer.Reply, Is.EqualTo(new byte[5]), "an empty message");
            Assert.That((entry.TimestampNanoseconds, entry.Line), Is.EqualTo((_ingester.Now + 7, "a \"quoted\" 😀\nline")));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["a"] = "1", ["b"] = "2" }));
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["trace.id"] = "v" }), "nobody cleans it");
            Assert.That((entry.ServiceName, entry.DetectedLevel), Is.EqualTo(((string?)null, (string?)null)), "nobody adds it");
            Assert.That((request.Protocol, request.Status, request.GrpcStatus, request.Entries), Is.EqualTo(("HTTP/2", 200, 0, 1)));
            Assert.That(request.ProtobufBytes, Is.EqualTo(message.Length));
            Assert.That(request.Headers["te"], Is.EqualTo("trailers"));
        });
    }

    [Test]
    public void Ingester_TooOldLine_IsDroppedAndAllIsWell()
    {
        GrpcAnswer answer = _ingester.Sender.Grpc(Push.ProtobufOf(
            Push.ProtobufStream(Good, Push.ProtobufEntry(1, "old"), Push.ProtobufEntry(_ingester.Now, "new")),
            Push.ProtobufStream("{a=\"old\"}", Push.ProtobufEntry(1, "old"))));

        Assert.That(answer.Status, Is.Zero);
        Assert.That(_ingester.Lines, Is.EqualTo(new[] { "new" }));
    }

    [Test]
    public void Ingester_UnreadableStreamBeforeAGoodOne_IsDroppedAndAllIsWell()
    {
        Assert.That(_ingester.Sender.Grpc(Streams(_ingester, Unreadable, Good)).Status, Is.Zero);
        Assert.That(_ingester.Lines, Is.EqualTo(new[] { Good }));
    }

    [Test]
    public void Ingester_UnreadableStreamIsTheLast_IsToldWithAStatusOfHttp()
    {
        GrpcAnswer answer = _ingester.Sender.Grpc(Streams(_ingester, Good, Unreadable));

        Assert.That((answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((200, 400, true)));
        Assert.That(answer.Message, Does.Contain("parse error"));
        Assert.That(_ingester.Lines, Is.EqualTo(new[] { Good }));
    }

    [Test]
    public void Ingester_LineFarBehind_IsToldWithAStatusOfHttp()
    {
        Assert.That(_ingester.Sender.Grpc(Push.Protobuf(_ingester.Now)).Status, Is.Zero);

        GrpcAnswer answer = _ingester.Sender.Grpc(Push.Protobuf(_ingester.Now - ServerScene.Nanoseconds(TimeSpan.FromHours(2)), "behind"));

        Assert.That(answer.Status, Is.EqualTo(400));
        Assert.That(answer.Message, Does.Contain("entry too far behind"));
        Assert.That(_ingester.Lines, Is.EqualTo(new[] { "line" }));
    }

    [Test]
    public void Ingester_LongLine_IsStored()
    {
        Assert.That(_ingester.Sender.Grpc(Push.Protobuf(_ingester.Now, new string('x', 300_000))).Status, Is.Zero);
        Assert.That(_ingester.Lines.Single(), Has.Length.EqualTo(300_000));
    }

    [TestCase(Unreadable, "parse error", 0)]
    [TestCase("""{app="x"}""", "Max entry size", 1)]
    public void Distributor_SomethingBad_IsToldAsOverHttp(string selector, string why, int stored)
    {
        GrpcAnswer answer = _distributor.Sender.Grpc(Push.ProtobufOf(
            Push.ProtobufStream(selector, Push.ProtobufEntry(_distributor.Now, new string('x', 300_000))),
            Push.ProtobufStream(Good, Push.ProtobufEntry(_distributor.Now, "good"))));

        Assert.That(answer.Status, Is.EqualTo(400));
        Assert.That(answer.Message, Does.Contain(why));
        Assert.That(_distributor.Server.Stored, Has.Count.EqualTo(stored));
    }

    [Test]
    public void Distributor_Good_IsStoredWithItsServiceName()
    {
        Assert.That(_distributor.Sender.Grpc(Push.Protobuf(_distributor.Now, selector: "{}")).Status, Is.Zero);
        Assert.That(_distributor.Server.Stored.Single().ServiceName, Is.EqualTo("unknown_service"));
    }

    [Test]
    public void Distributor_NoStreams_IsToldWithAStatusOfHttp() => Assert.That(_distributor.Sender.Grpc([]).Status, Is.EqualTo(422));

    [Test]
    public void Distributor_Burst_IsToldWithAStatusOfHttp()
    {
        using ServerScene limited = new(new LokiLimits { IsRateLimited = true, BurstBytes = 10 }, GrpcSide.Distributor);

        Assert.That(limited.Sender.Grpc(Push.Protobuf(limited.Now, "more than ten")).Status, Is.EqualTo(429));
    }

    [TestCase(0, 0)]
    [TestCase(-1, 8)]
    public void Message_AboveTheLimit_IsResourceExhausted(int margin, int status)
    {
        byte[] message = Push.Protobuf(_ingester.Now, new string('x', 10_000));
        using ServerScene scene = new(new LokiLimits { MessageBytes = message.Length + margin });

        GrpcAnswer plain = scene.Sender.Grpc(message);
        GrpcAnswer zipped = scene.Sender.Grpc(message, gzip: true);

        Assert.That((plain.Status, zipped.Status), Is.EqualTo((status, status)));
        Assert.That(plain.TrailersOnly, Is.EqualTo(status != 0));
        if (status != 0)
        {
            Assert.That(plain.Message, Is.EqualTo($"grpc: received message larger than max ({message.Length} vs. {message.Length - 1})"));
        }
    }

    [TestCase(new byte[0], 13)]
    [TestCase(new byte[] { 0, 0, 0, 0 }, 13, TestName = "Frame_Bad_IsRefused(head cut off)")]
    [TestCase(new byte[] { 0, 0, 0, 0, 1 }, 13, TestName = "Frame_Bad_IsRefused(message cut off)")]
    [TestCase(new byte[] { 0, 0, 0, 0, 0, 0 }, 13, TestName = "Frame_Bad_IsRefused(more than the message)")]
    [TestCase(new byte[] { 1, 0, 0, 0, 0 }, 13, TestName = "Frame_Bad_IsRefused(compressed, nobody says how)")]
    [TestCase(new byte[] { 2, 0, 0, 0, 0 }, 13, TestName = "Frame_Bad_IsRefused(unknown flag)")]
    [TestCase(new byte[] { 0, 0, 0, 0, 2, 0x0A, 0x7F }, 13, TestName = "Frame_Bad_IsRefused(no such message)")]
    public void Frame_Bad_IsRefused(byte[] body, int status) => Assert.That(_ingester.Sender.GrpcBody(body).Status, Is.EqualTo(status));

    [TestCase("snappy", 12)]
    [TestCase("gzip", 13)]
    public void Frame_CompressedInAnotherWay_IsRefused(string encoding, int status) => Assert.That(
        _ingester.Sender.GrpcBody(RawSender.Framed([1, 2, 3], compressed: true), [("grpc-encoding", encoding)]).Status,
        Is.EqualTo(status));

    [Test]
    public void Path_Unknown_IsUnimplemented() =>
        Assert.That(_ingester.Sender.GrpcBody(RawSender.Framed([]), path: "/logproto.Querier/Query").Status, Is.EqualTo(12));

    [Test]
    public void Message_OfAnError_IsPercentEncoded()
    {
        GrpcAnswer answer = _ingester.Sender.Grpc(Streams(_ingester, "{é=\"100%\"}"));

        Assert.That(answer.Message, Does.Contain("'é'").And.Contain("100%"));
    }

    private static byte[] Streams(ServerScene scene, params IEnumerable<string> selectors) =>
        Push.ProtobufOf(selectors.Select(selector => Push.ProtobufStream(selector, Push.ProtobufEntry(scene.Now, selector))));
}
