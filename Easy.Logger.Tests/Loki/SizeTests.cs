using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Limits of pushes, the server and the retries: what is over one does not hold up the rest.</summary>
[Category("Loki")]
internal sealed class SizeTests : FolderTests
{
    private const string TooLarge = "rpc error: received message larger than max (5 vs. 4)";

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

    /// <summary>A single line that is too large is dropped. What is limited again and again may be more than a server ever takes.</summary>
    [TestCase(LokiEncoding.Json, 413, TooLarge, 2, new[] { 5, 2, 1, 1, 3 })]
    [TestCase(LokiEncoding.Json, 500, TooLarge, 2, new[] { 5, 2, 1, 1, 3 })]
    [TestCase(LokiEncoding.Protobuf, 500, TooLarge, 2, new[] { 5, 2, 1, 1, 3 })]
    [TestCase(LokiEncoding.Grpc, 8, TooLarge, 2, new[] { 5, 2, 1, 1, 3 })]
    [TestCase(LokiEncoding.Json, 413, "too large", 3, new[] { 5, 2, 1, 1, 3 }, "1")]
    [TestCase(LokiEncoding.Json, 429, "limit: 1000 bytes/sec", 3, new[] { 5, 5, 5, 2, 3 })]
    [Demand("L2")]
    public void TooLargeForTheServer_IsHalvedUntilItPasses(
        LokiEncoding encoding, int status, string text, int refusals, int[] entries, params string[] dropped)
    {
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        Fault fault = encoding == LokiEncoding.Grpc ? Fault.Grpc(status, text) : Fault.Status(status, text);
        scene.Server.Faults.Enqueue(Enumerable.Repeat(fault, refusals));
        string[] texts = ["1", "2", "3", "4", "5"];

        scene.SendAsTimePasses(texts);

        Assert.That(scene.Lines, Is.EqualTo(texts.Except(dropped)));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo(entries));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(5, 5 - dropped.Length, 0, dropped.Length, 0, 0)));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(dropped.Length).And.All.Contains("1 line(s)").And.All.Contains("too_large"));
    }

    [Test]
    public void MaxBatchEvents_MoreEvents_AreSeveralPushes()
    {
        using LokiScene scene = new(appender => appender.MaxBatchEvents = 3);

        scene.Send("1", "2", "3", "4", "5", "6", "7");

        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.EqualTo([3, 3, 1]));
    }

    /// <summary>A piece has the time of the whole.</summary>
    [TestCase(new[] { 503, 413, 503 }, new[] { 21 })]
    [TestCase(new[] { 429, 429, 429 }, new[] { 1, 21 })]
    public void Send_PushIsSplitWhenItsRetryLimitIsOver_NoPieceIsTriedAfterATryThatFailed(int[] statuses, int[] waits)
    {
        using LokiScene scene = new(appender => appender.RetryLimit = 20_000, time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(statuses.Select(status => Fault.Status(status, "later")));

        using BackgroundCall<bool> call = scene.Sending("1", "2");
        Array.ForEach(waits, seconds => scene.PassWait(TimeSpan.FromSeconds(seconds)));

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
