using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes over HTTP: which the server cannot read, which lines it refuses, and what it adds to those that it stores.</summary>
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
        new("lines of 262,144 bytes and more", 400, "Max entry size '262144' bytes exceeded", Push.JsonStream(
            App,
            Push.JsonEntry(Now, "good".PadRight(131_074, 'é')),
            Push.JsonEntry(Now, "bad".PadRight(131_074, 'é')),
            Push.JsonEntry(Now, "bad, and counts for nothing".PadRight(5 * MiB)),
            Push.JsonEntry(Now, "good"))),
        new("lines of seven days ago and before", 400, "timestamp too old", Push.JsonStream(
            App, Push.JsonEntry(Now - (7 * Day), "good"), Push.JsonEntry(Now - (7 * Day) - Tick, "bad"), Push.JsonEntry(Now, "good"))),
        new("lines ten minutes ahead and more", 400, "timestamp too new", Push.JsonStream(
            App,
            Push.JsonEntry(Now + (10 * Minute), "good"),
            Push.JsonEntry(Now + (10 * Minute) + Tick, "bad"),
            Push.JsonEntry(Now, "good"))),
        new(
            "lines an hour and more behind the newest of their stream", 400, "entry too far behind",
            Push.JsonStream(
                App,
                Push.JsonEntry(Now, "good"),
                Push.JsonEntry(Now - (60 * Minute), "good, though it is late"),
                Push.JsonEntry(Now - (60 * Minute) - Tick, "bad"),
                Push.JsonEntry(Now, "good, too")),
            Push.JsonStream("""{"app":"y"}""", Push.JsonEntry(Now - (60 * Minute) - Tick, "good in another stream"))),
        new("lines with 128 metadata and more", 400, "too many structured metadata labels", Push.JsonStream(
            App, Push.JsonEntry(Now, "good", Pairs(128)), Push.JsonEntry(Now, "bad", Pairs(129)), Push.JsonEntry(Now, "good"))),
        new("lines with 64 KiB of metadata and more", 400, "structured metadata too large", Push.JsonStream(
            App,
            Push.JsonEntry(Now, "good", Pair("k", new string('v', 65_535))),
            Push.JsonEntry(Now, "bad", Pair("k", new string('v', 65_536))),
            Push.JsonEntry(Now, "good"))),
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

    [Test]
    public void Json_BadBody_IsRefused(
        [Values("", "{", "[]", """{"streams":{}}""", """{"streams":[]}x""", """{"streams":[{"stream":{"app":1}}]}""")] string body) =>
        AssertRefused(Scene.Sender.Json(body));

    [Test]
    public void Json_BadTimeTextOrMetadata_WholeRequestIsLost(
        [Values(
            """[1,"line"]""", """["-1","line"]""", """["1.5","line"]""", """["1e9","line"]""", """[" 1","line"]""", """["","line"]""",
            """["99999999999999999999","line"]""", """["1","line",{"k":1}]""", """["1","line",{"k":true}]""", """["1","line",{"k":null}]""",
            """["1","line",{"k":{}}]""", """["1","line",{"k":[]}]""", """["1","line",{"k":"1","k":"2"}]""", """["1","line",{},{}]""",
            """["1"]""", """["1",null]""", """["1","\ud800"]""", "{}")] string entry) =>
        AssertRefused(Scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(Now)), Push.JsonStream(App, Push.JsonEntry(Now), entry))));

    [Test]
    public void Json_NameOutsideTheGrammar_WholeRequestIsLost([Values("user.id", "1a", "a-b", "a b", "A:b", "é", "")] string name) =>
        AssertRefused(Scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(Now)), Push.JsonStream(Pair(name, "x"), Push.JsonEntry(Now)))));

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

    [TestCase("""{"service":"s","app":"a","level":"Warning"}""", "line", null, "s", "warn")]
    [TestCase("""{"application":"b","app_name":"c"}""", "line", """{"level":"FATAL"}""", "b", "fatal")]
    [TestCase("""{"name":"n","level":"INFORMATION"}""", "line", null, "n", "info")]
    [TestCase("""{"service_name":"own","service":"s"}""", """{"level":"Information"}""", null, "own", "info")]
    [TestCase("""{"level":"critical"}""", """{"level":"info"}""", null, "unknown_service", "critical")]
    [TestCase("""{"app":"x","level":"loud"}""", "line", null, "x", "loud")]
    [TestCase("""{"app":""}""", "{no json}", null, "unknown_service", "unknown")]
    [TestCase("""{"level":"warning"}""", "line", """{"detected_level":"mine"}""", "unknown_service", null)]
    public void ServiceAndLevel_LabelsMetadataAndLine_AreLookedFor(
        string labels, string line, string? metadata, string service, string? level)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Now, line, labels, metadata)).Status, Is.EqualTo(204));

        StoredEntry entry = Scene.Server.Stored.Single();
        Assert.That((entry.ServiceName, entry.DetectedLevel), Is.EqualTo((service, level)));
    }

    [Test]
    public void Metadata_Names_AreCleaned()
    {
        Scene.Sender.Json(Push.Json(Now, metadata: """{"trace.id":"1","User-Id":"2","plain_3":"3"}"""));

        Assert.That(
            Scene.Server.Stored.Single().Metadata,
            Is.EqualTo(new Dictionary<string, string> { ["trace_id"] = "1", ["User_Id"] = "2", ["plain_3"] = "3" }));
    }

    [Test]
    public void Time_ClockGoesOn_WhatWasTooNewIsTaken()
    {
        Assert.That(Scene.Sender.Json(Push.Json(Now + (11 * Minute))).Status, Is.EqualTo(400));

        Scene.Clock.Advance(TimeSpan.FromMinutes(1));

        Assert.That(Scene.Sender.Json(Push.Json(Now + (11 * Minute))).Status, Is.EqualTo(204));
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

    [TestCase(40, 204)]
    [TestCase(42, 500)]
    public void Message_AboveFourMebibytes_JsonIsRefusedLikeProtobuf(int lines, int status)
    {
        (int asJson, string body) = Scene.Sender.Json(Lines(lines, 'j'));
        (int asProtobuf, _) = Scene.Sender.Snappy(Push.ProtobufOf(Push.ProtobufStream(
            """{app="x"}""", Enumerable.Range(0, lines).Select(i => Push.ProtobufEntry(Now + i, new string('p', LineBytes))))));

        Assert.That((asJson, asProtobuf), Is.EqualTo((status, status)), body);
        Assert.That(Scene.Server.Stored, Has.Count.EqualTo(status == 204 ? 2 * lines : 0));
        Assert.That(body, status == 204 ? Is.Empty : Does.Match(@"received message larger than max \(42\d{5} vs\. 4194304\)"));
    }

    [TestCase(0, 204)]
    [TestCase(-1, 500)]
    public void Message_AtTheLimit_CountsWhatLokiAdds(int margin, int status)
    {
        byte[] forwarded = Push.ProtobufOf(
            Push.ProtobufStream("""{app="a", service_name="a"}""",
                Push.ProtobufEntry(Now + 1_234_567, "é 😀", ("k_1", "v"), ("detected_level", "unknown"))),
            Push.ProtobufStream("""{level="warning", service_name="unknown_service"}""",
                Push.ProtobufEntry(Now + 1_234_567, "two", ("detected_level", "warn"))));
        using ServerScene scene = new(new LokiLimits { MessageBytes = forwarded.Length + margin });

        (int answered, string body) = scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"a"}""", Push.JsonEntry(Now + 1_234_567, "é 😀", """{"k.1":"v"}""")),
            Push.JsonStream("""{"level":"warning"}""", Push.JsonEntry(Now + 1_234_567, "two"))));

        Assert.That(answered, Is.EqualTo(status), body);
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

        Scene.Server.WaitForRequests(1);
        Assert.That(call.IsDone, Is.False);
        Scene.Server.Pause();

        Assert.That(() => call.Result, Throws.InstanceOf<HttpRequestException>());
        Assert.That(Scene.Server.Stored, Has.Count.EqualTo(1));
    }

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
