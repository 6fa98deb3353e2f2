using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Pushes over gRPC, to both parts of Loki that may have the port.</summary>
[Category("Loki")]
internal sealed class GrpcTests : SceneTests<ServerScene>
{
    private const long Now = ServerScene.Now;
    private const string App = """{app="x"}""";
    private const string Unreadable = """{a-b="x"}""";

    private static readonly GrpcCase[] _pushes =
    [
        new("lines that are too old are dropped", GrpcSide.Ingester, 0, "", (App, 1, "bad"), (App, Now, "good"), ("{a=\"b\"}", 1, "bad")),
        new("unreadable labels are dropped", GrpcSide.Ingester, 0, "", (Unreadable, Now, "bad"), (App, Now, "good")),
        new(
            "unreadable labels of the last stream are reported, percent-encoded", GrpcSide.Ingester, 400, "{é=\"100%\"}",
            (App, Now, "good"), ("{é=\"100%\"}", Now, "bad")),
        new(
            "a line far behind is reported", GrpcSide.Ingester, 400, "entry too far behind",
            (App, Now, "good"), (App, Now - (61 * ServerScene.Minute), "bad")),
        new("a long line is stored", GrpcSide.Ingester, 0, "", (App, Now, "good".PadRight(300_000))),
        new("unreadable labels lose all", GrpcSide.Distributor, 400, "parse error", (Unreadable, Now, "bad"), (App, Now, "bad")),
        new(
            "a long line is refused", GrpcSide.Distributor, 400, "Max entry size",
            (App, Now, "bad".PadRight(300_000)), (App, Now, "good")),
        new("no labels", GrpcSide.Distributor, 0, "", ("{}", Now, "good")),
        new("no streams", GrpcSide.Distributor, 422, "at least one valid stream"),
    ];

    [TestCaseSource(nameof(_pushes))]
    public void Push_GoodLinesAndBad_TheGoodAreStored(GrpcCase push)
    {
        using ServerScene scene = new(limits: null, push.Side);

        GrpcAnswer answer = scene.Sender.Grpc(Push.ProtobufOf(
            push.Lines.Select(line => Push.ProtobufStream(line.Selector, Push.ProtobufEntry(line.Time, line.Line)))));

        Assert.That((answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((200, push.Status, push.Status != 0)));
        Assert.That(answer.Message, Does.Contain(push.Why));
        Assert.That(
            scene.Lines,
            Is.EqualTo(push.Lines.Select(line => line.Line).Where(line => line.StartsWith("good", StringComparison.Ordinal))));
    }

    [Test]
    public void Push_Good_IsStoredAndTheStatusIsInTheTrailers([Values] bool gzip)
    {
        byte[] message = Push.ProtobufOf(Push.ProtobufStream(
            """{b="2", a="1"}""", Push.ProtobufEntry(Now + 7, "a \"quoted\" 😀\nline", ("trace.id", "v"))));

        GrpcAnswer answer = Scene.Sender.Grpc(message, gzip: gzip);

        StoredEntry entry = Scene.Server.Stored.Single();
        ReceivedRequest request = Scene.Server.Requests.Single();
        Assert.Multiple(() =>
        {
            Assert.That((answer.HttpStatus, answer.Status, answer.TrailersOnly), Is.EqualTo((200, 0, false)));
            Assert.That(answer.Reply, Is.EqualTo(new byte[5]), "an empty message");
            Assert.That((entry.TimestampNanoseconds, entry.Line), Is.EqualTo((Now + 7, "a \"quoted\" 😀\nline")));
            Assert.That(entry.Labels, Is.EqualTo(new Dictionary<string, string> { ["a"] = "1", ["b"] = "2" }));
            Assert.That(entry.Metadata, Is.EqualTo(new Dictionary<string, string> { ["trace.id"] = "v" }));
            Assert.That((request.Protocol, request.Entries, request.ProtobufBytes), Is.EqualTo(("HTTP/2", 1, (long)message.Length)));
        });
    }

    [TestCase("nothing", null)]
    [TestCase("a head cut off", null, 0, 0, 0, 0)]
    [TestCase("a message cut off", null, 0, 0, 0, 0, 1)]
    [TestCase("more than the message", null, 0, 0, 0, 0, 0, 0)]
    [TestCase("compressed, and nobody says how", null, 1, 0, 0, 0, 0)]
    [TestCase("compressed in another way than it says", "gzip", 1, 0, 0, 0, 3, 1, 2, 3)]
    [TestCase("an unknown flag", null, 2, 0, 0, 0, 0)]
    [TestCase("no such message", null, 0, 0, 0, 0, 2, 0x0A, 0x7F)]
    public void Frame_Bad_IsRefused(string what, string? encoding, params int[] body) =>
        Assert.That(Scene.Sender.GrpcBody([.. body.Select(one => (byte)one)], encoding).Status, Is.EqualTo(13), what);

    [Test]
    public void Path_Unknown_IsUnimplemented() =>
        Assert.That(Scene.Sender.GrpcBody(RawSender.Framed([]), path: "/logproto.Querier/Query").Status, Is.EqualTo(12));

    /// <summary>A push of a stream for each line. Those that begin with "good" are stored, and no others.</summary>
    internal sealed record GrpcCase(
        string What, GrpcSide Side, int Status, string Why, params (string Selector, long Time, string Line)[] Lines)
    {
        public override string ToString() => $"{Side}, {What}";
    }
}
