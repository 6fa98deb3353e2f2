using System.Net.Http.Headers;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>The server of the other tests refuses what a Loki refuses: what they show with it would be worth nothing otherwise.</summary>
[Category("Loki")]
internal sealed class ContractServerTests
{
    private const long Minute = 60_000_000_000;
    private const long Day = 24 * 60 * Minute;
    private const long Now = 20_000 * Day;
    private const string App = """{"app":"x"}""";
    private const string Json = "application/json";
    private const string Protobuf = "application/x-protobuf";

    /// <summary>What is refused, and why. Lines that begin with "good" are stored, and no others.</summary>
    private static readonly TestCaseData<string, string[]>[] _pushes =
    [
        OfLines(
            "Max entry size '262144' bytes exceeded",
            Entry(Now, "good".PadRight(131_074, 'é')), Entry(Now, "bad".PadRight(131_074, 'é'))),
        OfLines("timestamp too old", Entry(Now - (7 * Day)), Entry(Now - (7 * Day) - 100, line: "bad")),
        OfLines("timestamp too new", Entry(Now + (10 * Minute)), Entry(Now + (10 * Minute) + 100, line: "bad")),
        OfLines("entry too far behind", Entry(Now), Entry(Now - (60 * Minute)), Entry(Now - (60 * Minute) - 100, line: "bad")),
        OfLines("too many structured metadata labels", Entry(Now, metadata: Pairs(128)), Entry(Now, line: "bad", metadata: Pairs(129))),
        OfLines(
            "structured metadata too large",
            Entry(Now, metadata: Pair("k", new string('v', 65_535))),
            Entry(Now, line: "bad", metadata: Pair("k", new string('v', 65_536)))),
        OfStreams("label names; limit 15", Pairs(15), Pairs(16)),
        OfStreams("label value too long", Pair("l", new string('é', 1024)), Pair("l", "v" + new string('é', 1024))),
        OfStreams("label name too long", Pair(new string('n', 1024), "v"), Pair(new string('n', 1025), "v")),
    ];

    private static readonly TestCaseData<byte[], string, string?>[] _unreadable =
    [
        .. ((string[])
        [
            "{", """{"stream":{"app":1}}""", """{"stream":{"user.id":"x"}}""", """{"stream":{"é":"x"}}""",
            Stream(App, """[1,"line"]"""), Stream(App, """["1.5","line"]"""), Stream(App, """["1","line",{"k":1}]"""),
            Stream(App, """["1","line",{"k":"1","k":"2"}]"""), Stream(App, """["1","\ud800"]"""),
        ]).Select(stream => new TestCaseData<byte[], string, string?>(Push(Stream(App, Entry(Now)), stream), Json, null)),
        new(Push(Stream(App, Entry(Now))), Json, "gzip"),
        new([0x0A, 0x00], Protobuf, null), // without snappy
        .. ((byte[][])
        [
            [0x0A, 0x7F], // more is said to follow
            [0x0A, 0x09, 0x0A, 0x02, (byte)'{', (byte)'}', 0x12, 0x03, 0x12, 0x01, 0xFF], // a line that is no UTF-8
            [0x0A, 0x0A, 0x12, 0x08, 0x0A, 0x06, 0x10, 0x80, 0x94, 0xEB, 0xDC, 0x03], // a second of nanoseconds
            .. ((string[])["", "{app=x}", "{app=\"\\q\"}", "{app=\"a\nb\"}", "{a-b=\"x\"}", "{a=\"1\",a=\"2\"}", "{a=\"1\"} x"])
                .Select(labels => (byte[])[0x0A, (byte)(labels.Length + 2), 0x0A, (byte)labels.Length, .. Encoding.ASCII.GetBytes(labels)]),
        ]).Select(message => new TestCaseData<byte[], string, string?>(IronSnappy.Snappy.Encode(message), Protobuf, null)),
    ];

    private readonly HttpClient _client = new();
    private readonly ManualTimeProvider _clock = new();
    private ContractServer _server = null!;

    [SetUp]
    public void Start()
    {
        _clock.Advance(TimeSpan.FromDays(20_000));
        _server = new ContractServer(time: _clock);
    }

    [TearDown]
    public void End()
    {
        _client.Dispose();
        _server.Dispose();
    }

    [TestCaseSource(nameof(_pushes))]
    public void Json_GoodLinesAndBad_TheGoodAreStored(string why, string[] streams)
    {
        byte[] json = Push(streams);

        (int status, string body) = Send(json, Json);

        Assert.That(status, Is.EqualTo(400), body);
        Assert.That(body, Does.Contain(why));
        int good = Regex.Count(Encoding.UTF8.GetString(json), "\"good");
        Assert.That(_server.Stored.Select(entry => entry.Line), Has.Exactly(good).Items.And.All.StartsWith("good"));
    }

    [TestCaseSource(nameof(_unreadable))]
    public void Body_ThatCannotBeRead_IsRefusedAsAWhole(byte[] body, string contentType, string? encoding)
    {
        Assert.That(Send(body, contentType, encoding).Status, Is.EqualTo(400));
        Assert.That(_server.Stored, Is.Empty);
    }

    /// <summary>With the same time, text, metadata and labels, in whatever order.</summary>
    [Test]
    public void Line_Repeated_IsStoredOnce()
    {
        string same = Entry(Now, "same", Pair("k", "v"));
        string[] other = [Entry(Now, "other"), Entry(Now + 1, "same", Pair("k", "v")), Entry(Now, "same", Pair("k", "w"))];
        Send(Push(Stream("""{"a":"1","b":"2"}""", [same, same, .. other])), Json);
        Send(Push(Stream("""{"b":"2","a":"1"}""", [same, .. other])), Json);
        Send(Push(Stream("""{"a":"another"}""", same)), Json);

        Assert.That(_server.Stored.Select(entry => entry.Line), Is.EqualTo(["same", "other", "same", "same", "same"]));
    }

    private static TestCaseData<string, string[]> OfLines(string why, params string[] entries) =>
        new(why, [Stream(App, [.. entries, Entry(Now, "good, too")])]);

    private static TestCaseData<string, string[]> OfStreams(string why, string good, string bad) =>
        new(why, [Stream(good, Entry(Now)), Stream(bad, Entry(Now, "bad")), Stream(App, Entry(Now))]);

    private static string Pair(string name, string value) => JsonSerializer.Serialize(new Dictionary<string, string> { [name] = value });

    private static string Pairs(int count) => JsonSerializer.Serialize(Enumerable.Range(0, count).ToDictionary(i => $"k{i}", _ => "v"));

    private static string Entry(long nanoseconds, string line = "good", string metadata = "{}") =>
        $"""["{nanoseconds}",{JsonSerializer.Serialize(line)},{metadata}]""";

    private static string Stream(string labels, params IEnumerable<string> entries) =>
        $$"""{"stream":{{labels}},"values":[{{string.Join(',', entries)}}]}""";

    private static byte[] Push(params string[] streams) => Encoding.UTF8.GetBytes($$"""{"streams":[{{string.Join(',', streams)}}]}""");

    private (int Status, string Body) Send(byte[] body, string contentType, string? encoding = null)
    {
        using HttpRequestMessage request = new(HttpMethod.Post, new Uri(_server.Url, "/loki/api/v1/push"));
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(contentType);
        request.Content.Headers.Add("Content-Encoding", encoding is null ? [] : [encoding]);
        using HttpResponseMessage response = _client.Send(request);
        using StreamReader text = new(response.Content.ReadAsStream());
        return ((int)response.StatusCode, text.ReadToEnd());
    }
}
