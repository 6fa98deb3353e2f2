using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes over HTTP: which the server cannot read, and which lines it refuses.</summary>
[Category("Loki")]
internal sealed class HttpTests : SceneTests<ServerScene>
{
    private const long Now = ServerScene.Now;
    private const long Day = ServerScene.Day;
    private const long Minute = ServerScene.Minute;
    private const long Tick = 100;
    private const int MiB = 1024 * 1024;
    private const int LineBytes = 100_000;
    private const string App = """{"app":"x"}""";
    private const string Protobuf = "application/x-protobuf";

    private static readonly JsonCase[] _pushes =
    [
        OfLines(
            "lines of 262,144 bytes and more", "Max entry size '262144' bytes exceeded",
            Push.JsonEntry(Now, "good".PadRight(131_074, 'é')), Push.JsonEntry(Now, "bad".PadRight(131_074, 'é')),
            Push.JsonEntry(Now, "bad, and counts for nothing".PadRight(5 * MiB))),
        OfLines(
            "lines of seven days ago and before", "timestamp too old",
            Push.JsonEntry(Now - (7 * Day), "good"), Push.JsonEntry(Now - (7 * Day) - Tick, "bad")),
        OfLines(
            "lines ten minutes ahead and more", "timestamp too new",
            Push.JsonEntry(Now + (10 * Minute), "good"), Push.JsonEntry(Now + (10 * Minute) + Tick, "bad")),
        new(
            "lines an hour and more behind the newest of their stream", 400, "entry too far behind",
            Push.JsonStream(
                App,
                Push.JsonEntry(Now, "good"),
                Push.JsonEntry(Now - (60 * Minute), "good, though it is late"),
                Push.JsonEntry(Now - (60 * Minute) - Tick, "bad"),
                Push.JsonEntry(Now, "good, too")),
            Push.JsonStream("""{"app":"y"}""", Push.JsonEntry(Now - (60 * Minute) - Tick, "good in another stream"))),
        OfLines(
            "lines with 128 metadata and more", "too many structured metadata labels",
            Push.JsonEntry(Now, "good", Pairs(128)), Push.JsonEntry(Now, "bad", Pairs(129))),
        OfLines(
            "lines with 64 KiB of metadata and more", "structured metadata too large",
            Push.JsonEntry(Now, "good", Pair("k", new string('v', 65_535))),
            Push.JsonEntry(Now, "bad", Pair("k", new string('v', 65_536)))),
        OfStreams("streams with 15 labels and more", "label names; limit 15", Pairs(15), Pairs(16)),
        OfStreams(
            "streams with values of 2,048 bytes and more", "label value too long",
            Pair("l", new string('é', 1024)), Pair("l", "v" + new string('é', 1024))),
        OfStreams(
            "streams with names of 1,024 bytes and more", "label name too long",
            Pair(new string('n', 1024), "v"), Pair(new string('n', 1025), "v")),
        new(
            "streams without labels or lines", 204, "",
            Push.JsonStream("{}", Push.JsonEntry(Now, "good")),
            Push.JsonStream("""{"app":""}""", Push.JsonEntry(Now, "good, and the label is none")),
            $$"""{"values":[{{Push.JsonEntry(Now, "good as well")}}]}""",
            """{"stream":{"app":"x"},"values":[]}""",
            """{"stream":{"app":"x"}}"""),
        new("names of labels of all kinds", 204, "", Push.JsonStream(
            """{"a":"1","A1":"1","_":"1","__x__":"1","a_b_9":"1"}""", Push.JsonEntry(Now, "good"))),
        new("no streams", 422, "at least one valid stream"),
    ];

    private static readonly TestCaseData<byte[], string?, string?, string>[] _unreadable =
    [
        new([.. "{}"u8], "application/json", "zstd", "not supported"),
        new([.. "{}"u8], "application/json", "br", "not supported"),
        new([.. "{}"u8], "application/json", "gzip", "decompress"),
        new(IronSnappy.Snappy.Encode(Push.Protobuf(Now)), "application/octet-stream", null, "no push"),
        new(IronSnappy.Snappy.Encode(Push.Protobuf(Now)), null, null, "no media type"),
        new(Push.Protobuf(Now), Protobuf, null, "snappy"),
        new(RawSender.Gzip(Push.Protobuf(Now)), Protobuf, "gzip", "snappy"),
        new([], Protobuf, null, "snappy"),
        new([0xFF, 0x06, 0x00, 0x00, .. "sNaPpY"u8, .. IronSnappy.Snappy.Encode(Push.Protobuf(Now))], Protobuf, null, "snappy"),
        new(IronSnappy.Snappy.Encode([0x0A, 0x7F]), Protobuf, null, "ended unexpectedly"),
        new(
            IronSnappy.Snappy.Encode([0x0A, 0x09, 0x0A, 0x02, (byte)'{', (byte)'}', 0x12, 0x03, 0x12, 0x01, 0xFF]),
            Protobuf, null, "Unable to translate bytes"),
        new(
            IronSnappy.Snappy.Encode([0x0A, 0x0A, 0x12, 0x08, 0x0A, 0x06, 0x10, 0x80, 0x94, 0xEB, 0xDC, 0x03]),
            Protobuf, null, "timestamp: 1000000000 nanoseconds"),
    ];

    private static readonly string[] _badNames = ["user.id", "1a", "a-b", "a b", "A:b", "é", ""];

    private static readonly string[] _badEntries =
    [
        """[1,"line"]""", """["-1","line"]""", """["1.5","line"]""", """["1e9","line"]""", """[" 1","line"]""", """["","line"]""",
        """["99999999999999999999","line"]""", """["1","line",{"k":1}]""", """["1","line",{"k":true}]""", """["1","line",{"k":null}]""",
        """["1","line",{"k":{}}]""", """["1","line",{"k":[]}]""", """["1","line",{"k":"1","k":"2"}]""", """["1","line",{},{}]""",
        """["1"]""", """["1",null]""", """["1","\ud800"]""", "{}",
    ];

    private static readonly string[] _badStreams =
    [
        "{", "[]", "1", "{}]}x", """{"stream":{"app":1}}""", """{"stream":[]}""", """{"values":{}}""",
        .. _badNames.Select(name => Push.JsonStream(Pair(name, "x"), Push.JsonEntry(Now))),
        .. _badEntries.Select(entry => Push.JsonStream(App, Push.JsonEntry(Now), entry)),
    ];

    private static readonly TestCaseData<string?, int, int>[] _tenants =
    [
        new("team-1", 204, 0), new("A!-_.*'()z9", 204, 0), new("...", 204, 0), new(new string('t', 150), 204, 0), new(null, 401, 2),
        new("a|b", 400, 2), new("a/b", 400, 2), new("a b", 400, 2), new("a,b", 400, 2), new(".", 400, 2), new("..", 400, 2),
        new(new string('t', 151), 400, 2),
    ];

    [TestCaseSource(nameof(_pushes))]
    public void Json_GoodLinesAndBad_TheGoodAreStored(JsonCase push)
    {
        string json = Push.JsonOf(push.Streams);

        (int status, string body) = Scene.Sender.Json(json);

        Assert.That(status, Is.EqualTo(push.Status), body);
        Assert.That(body, Does.Contain(push.Why));
        Assert.That(Scene.Lines, Has.Exactly(Regex.Count(json, "\"good")).Items.And.All.StartsWith("good"));
    }

    [TestCaseSource(nameof(_unreadable))]
    public void Body_CannotBeRead_IsRefused(byte[] body, string? contentType, string? encoding, string why) =>
        AssertRefused(Scene.Sender.Http(body, contentType, encoding), why);

    [TestCaseSource(nameof(_badStreams))]
    public void Json_AStreamIsBad_WholeRequestIsLost(string stream) =>
        AssertRefused(Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(Now)), stream)));

    [Test]
    public void Selector_Bad_WholeRequestIsLost(
        [Values(
            "", "}", "app=\"x\"", "{app=\"x\"", "{app=x}", "{app=\"x}", "{app=\"x\\\"}", "{app=\"\\q\"}", "{app=\"\\u12\"}",
            "{app=\"a\nb\"}", "{app!=\"x\"}", "{a-b=\"x\"}", "{1a=\"x\"}", "{=\"x\"}", "{a=\"1\" b=\"2\"}",
            "{a=\"1\",,b=\"2\"}", "{a=\"1\",a=\"2\"}", "{a=\"1\"} x")] string selector) =>
        AssertRefused(Scene.Sender.Snappy(Push.ProtobufOf(
            Push.ProtobufStream("{app=\"good\"}", Push.ProtobufEntry(Now, "line")),
            Push.ProtobufStream(selector, Push.ProtobufEntry(Now, "line")))));

    [TestCase("{}", "{}")]
    [TestCase(" { app = \"x\" , b=\"y\", } ", """{"app":"x","b":"y"}""")]
    [TestCase("{a=\" {=}, \"}", """{"a":" {=}, "}""")]
    [TestCase("{a=\"\\\\\\\"\\n\\t\\r\\a\\b\\f\\v\\u00e9\\U0001F600\"}", """{"a":"\\\"\n\t\r\u0007\b\f\u000bé😀"}""")]
    [TestCase("{b=\"2\", a=\"1\", c=\"\"}", """{"a":"1","b":"2"}""")]
    public void Selector_Good_IsRead(string selector, string labels)
    {
        Assert.That(Scene.Sender.Snappy(Push.Protobuf(Now, selector: selector)), Is.EqualTo((204, "")));
        Assert.That(Scene.Server.Stored.Single().Labels, Is.EqualTo(JsonSerializer.Deserialize<Dictionary<string, string>>(labels)));
    }

    /// <summary>With the same time, text, metadata and labels, in whatever order.</summary>
    [Test]
    public void Line_Repeated_IsStoredOnce()
    {
        string same = Push.JsonEntry(Now, "same", Pair("k", "v"));
        string[] other =
            [Push.JsonEntry(Now, "other"), Push.JsonEntry(Now + 1, "same", Pair("k", "v")), Push.JsonEntry(Now, "same", Pair("k", "w"))];
        Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"a":"1","b":"2"}""", [same, same, .. other])));
        Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"b":"2","a":"1"}""", [same, .. other])));
        Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"a":"another"}""", same)));

        Assert.That(Scene.Lines, Is.EqualTo(new[] { "same", "other", "same", "same", "same" }));
    }

    [TestCaseSource(nameof(_tenants))]
    public void Tenant_OverEitherProtocol_IsChecked(string? tenant, int http, int grpc)
    {
        using ServerScene scene = new(new LokiLimits { RequiresTenant = true });
        scene.Sender.Json(Push.Json(Now), "another");

        int asJson = scene.Sender.Json(Push.Json(Now), tenant).Status;
        int stored = scene.Server.Stored.Count;
        GrpcAnswer answer = scene.Sender.Grpc(Push.Protobuf(Now, "over gRPC"), tenant);

        Assert.That((asJson, answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((http, 200, grpc, grpc != 0)));
        Assert.That(answer.Message, tenant is null ? Is.EqualTo("no org id") : Does.Not.Contain("no org id"));
        Assert.That((stored, scene.Server.Stored.Count), Is.EqualTo(http == 204 ? (2, 3) : (1, 1)));
        Assert.That(scene.Server.Stored.Skip(1).Select(entry => entry.Tenant), Is.All.EqualTo(tenant));
    }

    [TestCase(0, 204, 0)]
    [TestCase(-1, 500, 8)]
    public void Message_AboveTheLimit_IsRefusedInAnyEncoding(int margin, int http, int grpc)
    {
        byte[] message = Push.ProtobufOf(Push.ProtobufStream("""{app="x"}""", Push.ProtobufEntry(Now + 1_234_567, "é 😀", ("k", "v"))));
        using ServerScene scene = new(new LokiLimits { MessageBytes = message.Length + margin });

        (int asJson, string body) = scene.Sender.Json(Push.Json(Now + 1_234_567, "é 😀", metadata: Pair("k", "v")));
        GrpcAnswer[] answers = [scene.Sender.Grpc(message), scene.Sender.Grpc(message, gzip: true)];

        Assert.That((asJson, scene.Sender.Snappy(message).Status), Is.EqualTo((http, http)));
        Assert.That(answers.Select(answer => (answer.Status, answer.TrailersOnly)), Is.All.EqualTo((grpc, grpc != 0)));
        string why = grpc == 0 ? "" : $"grpc: received message larger than max ({message.Length} vs. {message.Length - 1})";
        Assert.That(answers.Select(answer => answer.Message), Is.All.EqualTo(why));
        Assert.That(body, Does.Contain(why));
    }

    [Test]
    public void Rate_Burst_IsRefusedAndRecovers()
    {
        using ServerScene scene = new(new LokiLimits { IsRateLimited = true, MessageBytes = 100 * MiB });

        (int status, string body) = scene.Sender.Json(Lines(73, 'a'));
        Assert.That(status, Is.EqualTo(429), body);
        Assert.That(body, Does.Contain("'73' lines totaling '7300000' bytes"));
        Assert.That(scene.Server.Stored, Is.Empty);

        Assert.That(scene.Sender.Json(Lines(60, 'b')).Status, Is.EqualTo(204), "the burst");
        Assert.That(scene.Sender.Json(Lines(40, 'c')).Status, Is.EqualTo(429), "too soon");
        scene.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(scene.Sender.Json(Lines(40, 'd')).Status, Is.EqualTo(204), "a second later");
        Assert.That(scene.Sender.Json(Lines(10, 'e')).Status, Is.EqualTo(429), "used up");
    }

    /// <summary>Otherwise a test of an answer that is lost would be one of a push that is.</summary>
    [Test]
    public void StoreThenHang_UntilTheServerEnds_StoresAndAnswersNothing([Values] bool grpc)
    {
        Scene.Server.Fault = Fault.StoreThenHang();
        using BackgroundCall<int?> call = new(() =>
            grpc ? Scene.Sender.Grpc(Push.Protobuf(Now)).Status : Scene.Sender.Json(Push.Json(Now)).Status);

        Eventually.Holds(() => Scene.Server.Requests.Count == 1, "it is read");
        Assert.That(call.IsDone, Is.False);
        Scene.Server.Pause();

        Assert.That(() => call.Result, Throws.InstanceOf<HttpRequestException>());
        Assert.That(Scene.Server.Stored, Has.Count.EqualTo(1));
    }

    private static JsonCase OfLines(string what, string why, params string[] entries) =>
        new(what, 400, why, Push.JsonStream(App, [.. entries, Push.JsonEntry(Now, "good, too")]));

    private static JsonCase OfStreams(string what, string why, string good, string bad) => new(
        what, 400, why, Push.JsonStream(good, Push.JsonEntry(Now, "good")), Push.JsonStream(bad, Push.JsonEntry(Now, "bad")),
        Push.JsonStream(App, Push.JsonEntry(Now, "good")));

    private static string Pair(string name, string value) => JsonSerializer.Serialize(new Dictionary<string, string> { [name] = value });

    private static string Pairs(int count) => JsonSerializer.Serialize(Enumerable.Range(0, count).ToDictionary(i => $"k{i}", _ => "v"));

    private static string Lines(int count, char fill) => Push.JsonOf(Push.JsonStream(
        App, Enumerable.Range(0, count).Select(i => Push.JsonEntry(Now + i, new string(fill, LineBytes)))));

    private void AssertRefused((int Status, string Body) answer, string? why = null)
    {
        Assert.That(answer.Status, Is.EqualTo(400), answer.Body);
        Assert.That(answer.Body.Trim(), why is null ? Is.Not.Empty : Does.Contain(why));
        Assert.That(Scene.Server.Stored, Is.Empty);
    }

    /// <summary>A push. Its lines that begin with "good" are stored, and no others.</summary>
    internal sealed record JsonCase(string What, int Status, string Why, params string[] Streams)
    {
        public override string ToString() => What;
    }
}
