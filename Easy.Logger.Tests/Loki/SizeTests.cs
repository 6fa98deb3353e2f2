using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Limits of pushes, lines, the server and the retries: what is over one does not hold up the rest.</summary>
[Category("Loki")]
internal sealed class SizeTests : FolderTests
{
    private const int LineLimit = 262_144;

    /// <summary>Not as arguments of an attribute, which is kept as UTF-8.</summary>
    private static readonly string[] _halves = ["\ud83d", "\ude00", "a\ud83db\ude00c"];

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

    [TestCase(LokiEncoding.Json, 413)]
    [TestCase(LokiEncoding.Json, 500)]
    [TestCase(LokiEncoding.Protobuf, 500)]
    [TestCase(LokiEncoding.Grpc, 8)]
    [Demand("L2")]
    public void TooLargeForTheServer_IsHalvedUntilItPasses(LokiEncoding encoding, int status)
    {
        using LokiScene scene = new(encoding: encoding);
        const string Text = "rpc error: received message larger than max (5 vs. 4)";
        Fault fault = encoding == LokiEncoding.Grpc ? Fault.Grpc(status, Text) : Fault.Status(status, Text);
        scene.Server.Faults.Enqueue(fault, fault);

        scene.Send("1", "2", "3", "4", "5");

        Assert.That(scene.Lines, Is.EqualTo(["1", "2", "3", "4", "5"]));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([5, 2, 1, 1, 3]));
        Assert.That(scene.Errors.Errors, Is.Empty);
    }

    [Test]
    [Demand("L2")]
    public void OneLineIsTooLarge_ItIsDroppedAndTheOthersArrive()
    {
        using LokiScene scene = new();
        scene.Server.Faults.Enqueue(Enumerable.Repeat(Fault.Status(413, "too large"), 3));

        scene.Send("1", "2", "3", "4");

        Assert.That(scene.Lines, Is.EqualTo(["2", "3", "4"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(4, 3, 0, 1, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("1 line(s)").And.Contain("too_large"));
    }

    [Test]
    public void MaxBatchEvents_MoreEvents_AreSeveralPushes()
    {
        using LokiScene scene = new(appender => appender.MaxBatchEvents = 3);

        scene.Send("1", "2", "3", "4", "5", "6", "7");

        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([3, 3, 1]));
    }

    [Test]
    [Demand("L12")]
    public void LineAroundTheLimit_IsWholeOrCutAtACharacter([Values(-1, 0, 1, 2 * LineLimit)] int more)
    {
        using LokiScene scene = new();
        string text = new string('x', LineLimit + more - 8) + "😀😀";

        scene.Send(text, "next");

        string line = scene.Lines[0];
        Assert.That(scene.Lines[1], Is.EqualTo("next"));
        if (more <= 0)
        {
            Assert.That(line, Is.EqualTo(text));
        }
        else
        {
            Assert.That(line, Does.EndWith("… (cut off)").And.Not.Contain("\uFFFD"));
            Assert.That(System.Text.Encoding.UTF8.GetByteCount(line), Is.InRange(LineLimit - 4, LineLimit));
        }
    }

    [Test]
    [Demand("L12")]
    public void JsonLineAboveTheLimit_StaysJson()
    {
        using LokiScene scene = new(appender => appender.BodyFormat = LokiBodyFormat.Json);
        LoggingEvent large = scene.Event(new string('"', LineLimit), properties: new() { ["large"] = new string('x', LineLimit) });

        scene.Send(large);

        using System.Text.Json.JsonDocument json = System.Text.Json.JsonDocument.Parse(scene.Lines.Single());
        Assert.That(json.RootElement.GetProperty("CutOffBytes").GetInt32(), Is.GreaterThan(2 * LineLimit));
        Assert.That(json.RootElement.GetProperty("Message").GetString(), Does.EndWith("… (cut off)"));
        Assert.That(json.RootElement.GetProperty("Logger").GetString(), Is.EqualTo("Shop.Orders"));
    }

    [TestCaseSource(nameof(_halves))]
    public void HalfACharacter_IsReplaced(string text)
    {
        using LokiScene scene = new();

        scene.Send(text);

        Assert.That(scene.Lines.Single(), Is.EqualTo(text.Replace('\ud83d', '?').Replace('\ude00', '?')));
    }

    [Test]
    public void Time_FarAhead_IsNow()
    {
        using LokiScene scene = new();

        scene.Send(scene.Event("text", time: DateTime.UtcNow.AddHours(1)));

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Errors.Errors, Is.Empty);
    }

    [Test]
    public void Send_PushIsSplitWhenItsRetryLimitIsOver_NoPieceIsTriedAfterOneThatFailed()
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 20_000, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(503, "later"), Fault.Status(413, "too large"));
        scene.Server.Fault = Fault.Status(503, "later");

        using BackgroundCall<bool> call = scene.Sending("1", "2");
        scene.PassWait(TimeSpan.FromSeconds(21));

        Assert.That(call.Result, Is.True);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(3));
    }

    /// <summary>The status is that of a rate limit, but waiting does not help.</summary>
    [Test]
    public void Send_StreamAboveTheLimitOfStreams_IsRefusedAtOnceAndTheOthersArrive([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender => appender.AddLabel(new LokiField { Property = "own" }),
            encoding,
            ContractServer.Start(new LokiLimits { Streams = 1 }));

        scene.Send(scene.Event("first", properties: new() { ["own"] = "a" }));
        scene.Send(scene.Event("second", properties: new() { ["own"] = "b" }));
        scene.Send(scene.Event("third", properties: new() { ["own"] = "a" }));

        Assert.That(scene.Lines, Is.EqualTo(["first", "third"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 2, 1, 0, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("stream_limit"));
    }

    [Test]
    public void Send_RateLimitedWithASpillFolder_IsDroppedWhenTheOptionSaysSo()
    {
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.DropRateLimited = true;
        });
        scene.Server.Faults.Enqueue(Fault.Status(429, "rate limit"), Fault.Reset(), Fault.Status(429, "rate limit"));

        scene.Send("direct");
        scene.Send("from the disk");

        scene.Appender.Flush(30_000);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
    }

    [Test]
    public void Send_PushThatTheFolderCannotHold_IsTriedAgain()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.SpillLimit = 1;
                appender.MaxBatchBytes = 4_194_304;
                appender.Compression = LokiCompression.None;
            },
            time: new ManualTimeProvider());
        string[] texts = [.. Enumerable.Range(0, 10).Select(i => i + Some.Noise(150_000))];
        scene.Server.Faults.Enqueue(Fault.Status(503), Fault.Status(503));

        scene.SendAsTimePasses(texts);

        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(10, 10, 0, 0, 0, 0)));
    }
}
