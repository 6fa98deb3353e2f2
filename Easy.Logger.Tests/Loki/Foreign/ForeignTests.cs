using System.Text;
using System.Text.Json;
using Easy.Logger.Tests.Loki.Server;
using LokiServer;

namespace Easy.Logger.Tests.Loki.Foreign;

/// <summary>
/// What other people's decoders make of pushes made by hand, and whether the contract server reads the same bytes in the same way.
/// </summary>
[Category("Loki")]
[Category("Servers")]
internal sealed class ForeignTests
{
    private const long Time = 1_700_000_000_123_456_789;

    private static readonly string[] _texts =
    [
        "plain", "", "a \"quoted\" 'text' \\ with back\\slashes\\\"", "two\nlines\r\nand\ttabs", "😀 👩‍👩‍👧 𝄞", "é ü 中文 עברית",
        "\u0001\u001F\u007F\u0085\u2028\uFEFF",
        "{\"level\":\"info\"}", "{app=\"x\"}", new string('x', 200_000),
    ];

    private ForeignReceiver? _receiver;
    private RawSender? _sender;

    private ForeignReceiver Receiver => _receiver!;

    private RawSender Sender => _sender!;

    [OneTimeSetUp]
    public static void SkipWithoutReceiver() => ForeignReceiver.SkipWithout();

    [SetUp]
    public void Start()
    {
        _receiver = new ForeignReceiver();
        _sender = new RawSender(Receiver.Url, Receiver.GrpcUrl);
    }

    [TearDown]
    public void End()
    {
        _sender?.Dispose();
        _receiver?.Dispose();
    }

    [TestCase(null)]
    [TestCase("gzip")]
    [TestCase("deflate")]
    public void Json_Texts_AreReadAsTheyWere(string? encoding)
    {
        byte[] body = Encoding.UTF8.GetBytes(Push.JsonOf(_texts.Select((text, i) =>
            Push.JsonStream(JsonSerializer.Serialize(LabelsOf(text)),
                Push.JsonEntry(Time + i, text, JsonSerializer.Serialize(MetadataOf(text)))))));
        byte[] sent = encoding switch { "gzip" => RawSender.Gzip(body), "deflate" => RawSender.Deflate(body), _ => body };

        Assert.That(Sender.Http(sent, "application/json", encoding, [("X-Scope-OrgID", "team-1")]).Status, Is.EqualTo(204), Errors());

        AssertRead("json");
    }

    [Test]
    public void Protobuf_Texts_AreReadAsTheyWere()
    {
        byte[] body = IronSnappy.Snappy.Encode(Message());

        Assert.That(Sender.Http(body, "application/x-protobuf", headers: [("X-Scope-OrgID", "team-1")]).Status, Is.EqualTo(204), Errors());

        AssertRead("protobuf");
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Grpc_Texts_AreReadAsTheyWere(bool gzip)
    {
        GrpcAnswer answer = Sender.Grpc(Message(), [("x-scope-orgid", "team-1")], gzip);

        Assert.That((answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((200, 0, false)), answer.Message + Errors());
        Assert.That(answer.Reply, Is.EqualTo(new byte[5]));
        AssertRead("grpc");
    }

    [Test]
    public void Bad_AnyTransport_IsRefusedAndTold()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Sender.Json("""{"streams":[{"stream":{"app":"x"},"values":[["1","good"],[2,"a number"]]}]}""").Status,
                Is.EqualTo(400));
            Assert.That(Sender.Json(Push.Json(Time, metadata: """{"k":1}""")).Status, Is.EqualTo(400));
            Assert.That(Sender.Json(Push.Json(Time), contentType: "text/plain").Status, Is.EqualTo(400));
            Assert.That(Sender.Http(Push.Protobuf(Time), "application/x-protobuf").Status, Is.EqualTo(400));
            Assert.That(Sender.Snappy(Push.Protobuf(Time, selector: "{app=\"two\nlines\"}")).Status, Is.EqualTo(400));
            Assert.That(Sender.Snappy(Push.Protobuf(Time, selector: "}")).Status, Is.EqualTo(400));
            Assert.That(Sender.Grpc(Push.Protobuf(Time, selector: """{a-b="x"}""")).Status, Is.EqualTo(3));
            Assert.That(Sender.Grpc([0x0A, 0x7F]).Status, Is.EqualTo(13), "no such message");
        });
        Assert.That(Sender.Json(Push.Json(Time, "last")).Status, Is.EqualTo(204));

        Assert.That(Receiver.AwaitEntries(1).Select(entry => entry.Line), Is.EqualTo(new[] { "last" }));
        Assert.That(Receiver.Errors, Has.Count.GreaterThanOrEqualTo(7));
    }

    /// <summary>Two decoders that share no line of code.</summary>
    [Test]
    public void ContractServer_SameBytes_ReadsTheSame()
    {
        using ContractServer server = ContractServer.Start(
            new LokiLimits { OldestLine = TimeSpan.FromDays(40_000), FarthestAhead = TimeSpan.FromDays(40_000) });
        using RawSender toServer = new(server.Url, server.GrpcUrl);

        foreach (RawSender sender in new[] { Sender, toServer })
        {
            Assert.That(sender.Snappy(Message()).Status, Is.EqualTo(204), Errors());
        }

        ForeignEntry[] foreign = [.. Receiver.AwaitEntries(_texts.Length)];
        StoredEntry[] own = [.. server.Stored];
        Assert.That(own, Has.Length.EqualTo(foreign.Length));
        for (int i = 0; i < own.Length; i++)
        {
            Assert.That((own[i].TimestampNanoseconds, own[i].Line), Is.EqualTo((foreign[i].Time, foreign[i].Line)));
            Assert.That(own[i].Labels, Is.EqualTo(foreign[i].Labels));
            Assert.That(own[i].Metadata, Is.EqualTo(foreign[i].Metadata));
        }
    }

    private static byte[] Message() => Push.ProtobufOf(_texts.Select((text, i) => Push.ProtobufStream(
        Selector(LabelsOf(text)), Push.ProtobufEntry(Time + i, text, MetadataOf(text).Select(pair => (pair.Key, pair.Value))))));

    // Long ones would be refused where this is compared.
    private static Dictionary<string, string> LabelsOf(string text) => text.Length is 0 or > 1000
        ? new() { ["app"] = "x" }
        : new() { ["app"] = "x", ["text"] = text };

    private static Dictionary<string, string> MetadataOf(string text) =>
        text.Length > 1000 ? [] : new() { ["first"] = text, ["second"] = "2" };

    private static string Selector(Dictionary<string, string> labels)
    {
        IEnumerable<string> pairs = labels.Select(label => $"{label.Key}=\"{label.Value
            .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
                .Replace("\n", "\\n", StringComparison.Ordinal)}\"");
        return $"{{{string.Join(", ", pairs)}}}";
    }

    private void AssertRead(string transport)
    {
        ForeignEntry[] entries = [.. Receiver.AwaitEntries(_texts.Length)];

        Assert.That(entries.Select(entry => entry.Line), Is.EqualTo(_texts));
        for (int i = 0; i < _texts.Length; i++)
        {
            Assert.That((entries[i].Transport, entries[i].Tenant, entries[i].Time), Is.EqualTo((transport, "team-1", Time + i)));
            Assert.That(entries[i].Labels, Is.EqualTo(LabelsOf(_texts[i])));
            Assert.That(entries[i].Metadata, Is.EqualTo(MetadataOf(_texts[i])));
        }

        Assert.That(Receiver.Errors, Is.Empty);
    }

    private string Errors() => string.Join('\n', Receiver.Errors);
}
