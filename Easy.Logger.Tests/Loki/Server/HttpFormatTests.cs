using System.Text;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Which bodies the server can read over HTTP, and which it refuses as a whole.</summary>
[Category("Loki")]
internal sealed class HttpFormatTests
{
    private readonly ServerScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [TestCase("application/json")]
    [TestCase("application/json; charset=utf-8")]
    public void Json_EitherType_IsStored(string contentType)
    {
        Assert.That(_scene.Sender.Json(Push.Json(_scene.Now, "a \"quoted\" 😀\nline", metadata: """{"k":"v\u00e9"}"""), contentType),
            Is.EqualTo((204, "")));

        LokiServer.StoredEntry entry = _scene.Server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(entry.TimestampNanoseconds, Is.EqualTo(_scene.Now));
            Assert.That(entry.Line, Is.EqualTo("a \"quoted\" 😀\nline"));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["app"] = "x" }));
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["k"] = "vé" }));
            Assert.That(entry.Tenant, Is.Null);
            Assert.That(entry.ServiceName, Is.EqualTo("x"));
        });
    }

    [Test]
    public void Json_GzipOrRawDeflate_IsStored()
    {
        byte[] body = Encoding.UTF8.GetBytes(Push.Json(_scene.Now));

        Assert.That(_scene.Sender.Http(RawSender.Gzip(body), "application/json", "gzip").Status, Is.EqualTo(204));
        byte[] two = Encoding.UTF8.GetBytes(Push.Json(_scene.Now, "two"));
        Assert.That(_scene.Sender.Http(RawSender.Deflate(two), "application/json", "deflate").Status, Is.EqualTo(204));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "line", "two" }));
    }

    [TestCase("zstd")]
    [TestCase("br")]
    [TestCase("gzip", TestName = "Json_WrongEncoding_IsRefused(not gzip)")]
    public void Json_WrongEncoding_IsRefused(string encoding) =>
        AssertRefused(_scene.Sender.Json(Push.Json(_scene.Now), encoding: encoding));

    [Test]
    public void Json_TimeIsANumber_WholeRequestIsLost() => AssertBadEntryLosesAll($"""[{_scene.Now},"line"]""");

    [TestCase("-1")]
    [TestCase("1.5")]
    [TestCase("1e9")]
    [TestCase(" 1")]
    [TestCase("")]
    [TestCase("99999999999999999999")]
    public void Json_TimeIsNoDigits_WholeRequestIsLost(string time) => AssertBadEntryLosesAll($"""["{time}","line"]""");

    [TestCase("1")]
    [TestCase("true")]
    [TestCase("null")]
    [TestCase("{}")]
    [TestCase("[]")]
    public void Json_MetadataIsNoText_WholeRequestIsLost(string value) =>
        AssertBadEntryLosesAll(Push.JsonEntry(_scene.Now, metadata: $$"""{"k":{{value}}}"""));

    [TestCase("""["1"]""")]
    [TestCase("""["1","line",{},{}]""")]
    [TestCase("""["1",null]""")]
    [TestCase("""["1","\ud800"]""")]
    [TestCase("""["1","line",{"k":"1","k":"2"}]""")]
    [TestCase("{}")]
    public void Json_BadEntry_WholeRequestIsLost(string entry) => AssertBadEntryLosesAll(entry);

    [TestCase("")]
    [TestCase("{")]
    [TestCase("[]")]
    [TestCase("""{"streams":{}}""")]
    [TestCase("""{"streams":[]}x""")]
    public void Json_BadBody_IsRefused(string body) => AssertRefused(_scene.Sender.Json(body));

    [Test]
    public void Json_LabelIsNoText_IsRefused() => AssertRefused(_scene.Sender.Json(Push.Json(_scene.Now, labels: """{"app":1}""")));

    [Test]
    public void Protobuf_Snappy_IsStored()
    {
        byte[] message = Push.ProtobufOf(Push.ProtobufStream(
            """{b="q\"u\\o\nte é 😀", a="1"}""", Push.ProtobufEntry(_scene.Now + 7, "a \"quoted\" 😀\nline", ("k", "v"))));

        Assert.That(_scene.Sender.Snappy(message), Is.EqualTo((204, "")));

        LokiServer.StoredEntry entry = _scene.Server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(entry.TimestampNanoseconds, Is.EqualTo(_scene.Now + 7));
            Assert.That(entry.Line, Is.EqualTo("a \"quoted\" 😀\nline"));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["a"] = "1", ["b"] = "q\"u\\o\nte é 😀" }));
            Assert.That(entry.Labels.Keys, Is.Ordered);
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["k"] = "v" }));
            Assert.That(_scene.Server.Requests.Single().ProtobufBytes, Is.EqualTo(message.Length));
        });
    }

    [Test]
    public void Protobuf_NoContentType_IsRefused()
    {
        (int status, string body) = _scene.Sender.Snappy(Push.Protobuf(_scene.Now), contentType: null);

        AssertRefused((status, body));
        Assert.That(body, Does.Contain("no media type"));
    }

    [Test]
    public void Protobuf_OtherContentType_IsRefused() =>
        AssertRefused(_scene.Sender.Snappy(Push.Protobuf(_scene.Now), "application/octet-stream"));

    [Test]
    public void Protobuf_NotSnappy_IsRefused()
    {
        byte[] message = Push.Protobuf(_scene.Now);

        AssertRefused(_scene.Sender.Http(message, "application/x-protobuf"));
        AssertRefused(_scene.Sender.Http(RawSender.Gzip(message), "application/x-protobuf", "gzip"));
        AssertRefused(_scene.Sender.Http([], "application/x-protobuf"));
    }

    [Test]
    public void Protobuf_FramedSnappy_IsRefused()
    {
        byte[] framed = [0xFF, 0x06, 0x00, 0x00, .. "sNaPpY"u8, .. IronSnappy.Snappy.Encode(Push.Protobuf(_scene.Now))];

        AssertRefused(_scene.Sender.Http(framed, "application/x-protobuf"));
    }

    [TestCase("ended unexpectedly", new byte[] { 0x0A, 0x7F })]
    [TestCase("Unable to translate bytes", new byte[] { 0x0A, 0x09, 0x0A, 0x02, (byte)'{', (byte)'}', 0x12, 0x03, 0x12, 0x01, 0xFF })]
    [TestCase("timestamp: 1000000000 nanoseconds", new byte[] { 0x0A, 0x0A, 0x12, 0x08, 0x0A, 0x06, 0x10, 0x80, 0x94, 0xEB, 0xDC, 0x03 })]
    public void Protobuf_BadMessage_IsRefused(string why, byte[] message)
    {
        (int status, string body) = _scene.Sender.Snappy(message);

        Assert.That(status, Is.EqualTo(400));
        Assert.That(body, Does.Contain(why));
    }

    [Test]
    public void Protobuf_FieldsThatAreNotOurs_AreSkipped()
    {
        // format = "x" beside the streams
        byte[] message = [.. Push.Protobuf(_scene.Now), 0x12, 0x01, (byte)'x'];

        Assert.That(_scene.Sender.Snappy(message).Status, Is.EqualTo(204));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "line" }));
    }

    [Test]
    public void Path_Wrong_IsNotFound()
    {
        using ServerScene prefixed = new(prefix: "/logs");
        using RawSender without = new(new Uri(prefixed.Server.Url, "/"), prefixed.Server.GrpcUrl);

        Assert.That(prefixed.Sender.PushUrl.AbsolutePath, Is.EqualTo("/logs/loki/api/v1/push"));
        Assert.That(prefixed.Sender.Json(Push.Json(prefixed.Now)).Status, Is.EqualTo(204));
        Assert.That(without.Json(Push.Json(prefixed.Now)).Status, Is.EqualTo(404));
        Assert.That(
            prefixed.Server.Requests.Select(request => request.Path), Is.EqualTo(new[] { "/logs/loki/api/v1/push", "/loki/api/v1/push" }));
    }

    [Test]
    public void Method_Get_IsRefused()
    {
        using HttpClient client = new();

        Assert.That((int)client.GetAsync(_scene.Sender.PushUrl).GetAwaiter().GetResult().StatusCode, Is.EqualTo(405));
    }

    [Test]
    public void Requests_EachPush_IsDescribed()
    {
        string json = Push.JsonOf(Push.JsonStream("""{"a":"1"}""", Push.JsonEntry(_scene.Now, "a"), Push.JsonEntry(1, "too old")),
            Push.JsonStream("""{"a":"2"}"""));
        byte[] body = RawSender.Gzip(Encoding.UTF8.GetBytes(json));
        byte[] same = Push.ProtobufOf(
            Push.ProtobufStream("""{a="1"}""", Push.ProtobufEntry(_scene.Now, "a"), Push.ProtobufEntry(1, "too old")),
            Push.ProtobufStream("""{a="2"}"""));

        _scene.Sender.Http(body, "application/json", "gzip", [("X-Test", "yes")]);

        LokiServer.ReceivedRequest request = _scene.Server.Requests.Single();
        Assert.Multiple(() =>
        {
            Assert.That((request.Method, request.Path, request.Protocol), Is.EqualTo(("POST", "/loki/api/v1/push", "HTTP/1.1")));
            Assert.That(
                (request.ContentType, request.ContentEncoding, request.Headers["x-test"]), Is.EqualTo(("application/json", "gzip", "yes")));
            Assert.That(request.ReceivedBytes, Is.EqualTo(body.Length));
            // Google's writer wrote the zeros of the two times, which are left out where they are not asked for.
            Assert.That(request.ProtobufBytes, Is.EqualTo(same.Length - 4));
            Assert.That((request.Streams, request.Entries), Is.EqualTo((2, 2)));
            Assert.That((request.Status, request.GrpcStatus), Is.EqualTo((400, (int?)null)));
            Assert.That(request.Answer, Does.Contain("too old"));
            Assert.That(request.ArrivedAt, Is.EqualTo(_scene.Clock.GetUtcNow()));
        });
    }

    private void AssertBadEntryLosesAll(string entry) => AssertRefused(_scene.Sender.Json(Push.JsonOf(
        Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(_scene.Now)),
        Push.JsonStream("""{"app":"bad"}""", Push.JsonEntry(_scene.Now), entry))));

    private void AssertRefused((int Status, string Body) answer)
    {
        Assert.That(answer.Status, Is.EqualTo(400), answer.Body);
        Assert.That(answer.Body, Is.Not.Empty);
        Assert.That(_scene.Server.Stored, Is.Empty);
    }
}
