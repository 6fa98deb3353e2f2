using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>What is refused because there is too much of it.</summary>
[Category("Loki")]
internal sealed class SizeTests
{
    private const int LineBytes = 100_000;
    private const int MiB = 1024 * 1024;

    private readonly List<ServerScene> _scenes = [];

    [TearDown]
    public void End() => _scenes.ForEach(scene => scene.Dispose());

    [TestCase(40, 204)]
    [TestCase(42, 500)]
    public void Message_AboveFourMebibytes_JsonIsRefusedLikeProtobuf(int lines, int status)
    {
        ServerScene scene = Start();

        (int asJson, string body) = scene.Sender.Json(Lines(scene, lines, 'j'));
        (int asProtobuf, _) = scene.Sender.Snappy(Push.ProtobufOf(Push.ProtobufStream(
            """{app="x"}""", Enumerable.Range(0, lines).Select(i => Push.ProtobufEntry(scene.Now + i, new string('p', LineBytes))))));

        Assert.That((asJson, asProtobuf), Is.EqualTo((status, status)), body);
        Assert.That(scene.Server.Stored, Has.Count.EqualTo(status == 204 ? 2 * lines : 0));
        if (status == 500)
        {
            Assert.That(body, Does.Match(@"received message larger than max \(42\d{5} vs\. 4194304\)"));
        }
    }

    [TestCase(0, 204)]
    [TestCase(-1, 500)]
    public void Message_AtTheLimit_CountsWhatLokiAdds(int margin, int status)
    {
        long time;
        using (ServerScene clock = new())
        {
            time = clock.Now + 1_234_567;
        }

        byte[] forwarded = Push.ProtobufOf(
            Push.ProtobufStream("""{app="a", service_name="a"}""",
                Push.ProtobufEntry(time, "é 😀", ("k_1", "v"), ("detected_level", "unknown"))),
            Push.ProtobufStream("""{level="warning", service_name="unknown_service"}""",
                Push.ProtobufEntry(time, "two", ("detected_level", "warn"))));
        ServerScene scene = Start(new LokiLimits { MessageBytes = forwarded.Length + margin });

        (int answered, string body) = scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"a"}""", Push.JsonEntry(time, "é 😀", """{"k.1":"v"}""")),
            Push.JsonStream("""{"level":"warning"}""", Push.JsonEntry(time, "two"))));

        Assert.That(answered, Is.EqualTo(status), body);
    }

    [Test]
    public void Message_RefusedLines_CountForNothing()
    {
        ServerScene scene = Start();

        Assert.That(scene.Sender.Json(Push.JsonOf(Push.JsonStream(
            """{"app":"x"}""", Push.JsonEntry(scene.Now, new string('x', 5 * MiB)), Push.JsonEntry(scene.Now, "rest")))).Status,
                Is.EqualTo(400));
        Assert.That(scene.Lines, Is.EqualTo(new[] { "rest" }));
    }

    [Test]
    public void Rate_Burst_IsRefusedAndRecovers()
    {
        ServerScene scene = Start(new LokiLimits { IsRateLimited = true, MessageBytes = 100 * MiB });

        (int status, string body) = scene.Sender.Json(Lines(scene, 73, 'a'));
        Assert.That(status, Is.EqualTo(429), body);
        Assert.That(body, Does.Contain("'73' lines totaling '7300000' bytes"));
        Assert.That(scene.Server.Stored, Is.Empty);

        Assert.That(scene.Sender.Json(Lines(scene, 60, 'b')).Status, Is.EqualTo(204), "the burst");
        Assert.That(scene.Sender.Json(Lines(scene, 40, 'c')).Status, Is.EqualTo(429), "too soon");
        scene.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(scene.Sender.Json(Lines(scene, 40, 'd')).Status, Is.EqualTo(204), "a second later");
        Assert.That(scene.Sender.Json(Lines(scene, 10, 'e')).Status, Is.EqualTo(429), "used up");
    }

    private static string Lines(ServerScene scene, int count, char fill) => Push.JsonOf(Push.JsonStream(
        """{"app":"x"}""", Enumerable.Range(0, count).Select(i => Push.JsonEntry(scene.Now + i, new string(fill, LineBytes)))));

    private ServerScene Start(LokiLimits? limits = null)
    {
        ServerScene scene = new(limits);
        _scenes.Add(scene);
        return scene;
    }
}
