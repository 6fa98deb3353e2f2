using System.Text;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Which bodies the server can read over HTTP, and which it refuses as a whole.</summary>
[Category("Loki")]
internal sealed class HttpFormatTests : SceneTests<ServerScene>
{
    [Test]
    public void Json_EitherType_IsStored([Values("application/json", "application/json; charset=utf-8")] string contentType)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now, "a \"quoted\" 😀\nline", metadata: """{"k":"v\u00e9"}"""), contentType),
            Is.EqualTo((204, "")));

        LokiServer.StoredEntry entry = Scene.Server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(entry.TimestampNanoseconds, Is.EqualTo(Scene.Now));
            Assert.That(entry.Line, Is.EqualTo("a \"quoted\" 😀\nline"));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["app"] = "x" }));
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["k"] = "vé" }));
            Assert.That(entry.Tenant, Is.Null);
            Assert.That(entry.ServiceName, Is.EqualTo("x"));
        });
    }

    [Test]
    public void Json_Gzip_IsStored()
    {
        Assert.That(Scene.Sender.Http(RawSender.Gzip(Encoding.UTF8.GetBytes(Push.Json(Scene.Now))), "application/json", "gzip").Status,
            Is.EqualTo(204));
        Assert.That(Scene.Lines, Is.EqualTo(new[] { "line" }));
    }

    [Test]
    public void Json_WrongEncoding_IsRefused([Values("zstd", "br", "gzip")] string encoding) =>
        AssertRefused(Scene.Sender.Json(Push.Json(Scene.Now), encoding: encoding));

    [Test]
    public void Json_TimeIsANumber_WholeRequestIsLost() => AssertBadEntryLosesAll($"""[{Scene.Now},"line"]""");

    [Test]
    public void Json_TimeIsNoDigits_WholeRequestIsLost([Values("-1", "1.5", "1e9", " 1", "", "99999999999999999999")] string time) =>
        AssertBadEntryLosesAll($"""["{time}","line"]""");

    [Test]
    public void Json_MetadataIsNoText_WholeRequestIsLost([Values("1", "true", "null", "{}", "[]")] string value) =>
        AssertBadEntryLosesAll(Push.JsonEntry(Scene.Now, metadata: $$"""{"k":{{value}}}"""));

    [TestCase("""["1"]""")]
    [TestCase("""["1","line",{},{}]""")]
    [TestCase("""["1",null]""")]
    [TestCase("""["1","\ud800"]""")]
    [TestCase("""["1","line",{"k":"1","k":"2"}]""")]
    [TestCase("{}")]
    public void Json_BadEntry_WholeRequestIsLost(string entry) => AssertBadEntryLosesAll(entry);

    [Test]
    public void Json_BadBody_IsRefused([Values("", "{", "[]", """{"streams":{}}""", """{"streams":[]}x""")] string body) =>
        AssertRefused(Scene.Sender.Json(body));

    [Test]
    public void Json_LabelIsNoText_IsRefused() => AssertRefused(Scene.Sender.Json(Push.Json(Scene.Now, labels: """{"app":1}""")));

    [Test]
    public void Protobuf_Snappy_IsStored()
    {
        byte[] message = Push.ProtobufOf(Push.ProtobufStream(
            """{b="q\"u\\o\nte é 😀", a="1"}""", Push.ProtobufEntry(Scene.Now + 7, "a \"quoted\" 😀\nline", ("k", "v"))));

        Assert.That(Scene.Sender.Snappy(message), Is.EqualTo((204, "")));

        LokiServer.StoredEntry entry = Scene.Server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(entry.TimestampNanoseconds, Is.EqualTo(Scene.Now + 7));
            Assert.That(entry.Line, Is.EqualTo("a \"quoted\" 😀\nline"));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["a"] = "1", ["b"] = "q\"u\\o\nte é 😀" }));
            Assert.That(entry.Labels.Keys, Is.Ordered);
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["k"] = "v" }));
            Assert.That(Scene.Server.Requests.Single().ProtobufBytes, Is.EqualTo(message.Length));
        });
    }

    [Test]
    public void Protobuf_OtherContentTypeOrNone_IsRefused([Values("application/octet-stream", null)] string? contentType) =>
        AssertRefused(Scene.Sender.Snappy(Push.Protobuf(Scene.Now), contentType));

    [Test]
    public void Protobuf_NotSnappyInItsBlockFormat_IsRefused()
    {
        byte[] message = Push.Protobuf(Scene.Now);

        AssertRefused(Scene.Sender.Http(message, "application/x-protobuf"));
        AssertRefused(Scene.Sender.Http(RawSender.Gzip(message), "application/x-protobuf", "gzip"));
        AssertRefused(Scene.Sender.Http([], "application/x-protobuf"));
        byte[] framed = [0xFF, 0x06, 0x00, 0x00, .. "sNaPpY"u8, .. IronSnappy.Snappy.Encode(message)];
        AssertRefused(Scene.Sender.Http(framed, "application/x-protobuf"));
    }

    [TestCase("ended unexpectedly", new byte[] { 0x0A, 0x7F })]
    [TestCase("Unable to translate bytes", new byte[] { 0x0A, 0x09, 0x0A, 0x02, (byte)'{', (byte)'}', 0x12, 0x03, 0x12, 0x01, 0xFF })]
    [TestCase("timestamp: 1000000000 nanoseconds", new byte[] { 0x0A, 0x0A, 0x12, 0x08, 0x0A, 0x06, 0x10, 0x80, 0x94, 0xEB, 0xDC, 0x03 })]
    public void Protobuf_BadMessage_IsRefused(string why, byte[] message)
    {
        (int status, string body) = Scene.Sender.Snappy(message);

        Assert.That(status, Is.EqualTo(400));
        Assert.That(body, Does.Contain(why));
    }

    [Test]
    public void Protobuf_FieldsThatAreNotOurs_AreSkipped()
    {
        // format = "x" beside the streams
        byte[] message = [.. Push.Protobuf(Scene.Now), 0x12, 0x01, (byte)'x'];

        Assert.That(Scene.Sender.Snappy(message).Status, Is.EqualTo(204));
        Assert.That(Scene.Lines, Is.EqualTo(new[] { "line" }));
    }

    [Test]
    public void Method_Get_IsRefused()
    {
        using HttpClient client = new();

        Assert.That((int)client.GetAsync(Scene.Sender.PushUrl).GetAwaiter().GetResult().StatusCode, Is.EqualTo(405));
    }

    [Test]
    public void Requests_EachPush_IsDescribed()
    {
        string json = Push.JsonOf(Push.JsonStream("""{"a":"1"}""", Push.JsonEntry(Scene.Now, "a"), Push.JsonEntry(1, "too old")),
            Push.JsonStream("""{"a":"2"}"""));
        byte[] body = RawSender.Gzip(Encoding.UTF8.GetBytes(json));
        byte[] same = Push.ProtobufOf(
            Push.ProtobufStream("""{a="1"}""", Push.ProtobufEntry(Scene.Now, "a"), Push.ProtobufEntry(1, "too old")),
            Push.ProtobufStream("""{a="2"}"""));

        Scene.Sender.Http(body, "application/json", "gzip", [("X-Test", "yes")]);

        LokiServer.ReceivedRequest request = Scene.Server.Requests.Single();
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
            Assert.That(request.ArrivedAt, Is.EqualTo(Scene.Clock.GetUtcNow()));
        });
    }

    private void AssertBadEntryLosesAll(string entry) => AssertRefused(Scene.Sender.Json(Push.JsonOf(
        Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(Scene.Now)),
        Push.JsonStream("""{"app":"bad"}""", Push.JsonEntry(Scene.Now), entry))));

    private void AssertRefused((int Status, string Body) answer)
    {
        Assert.That(answer.Status, Is.EqualTo(400), answer.Body);
        Assert.That(answer.Body, Is.Not.Empty);
        Assert.That(Scene.Server.Stored, Is.Empty);
    }
}
