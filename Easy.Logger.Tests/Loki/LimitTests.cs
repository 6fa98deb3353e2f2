using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Limits of the server and of the retries: what is over one does not hold up the rest.</summary>
[Category("Loki")]
internal sealed class LimitTests
{
    [Test]
    public void Send_PushIsSplitWhenItsRetryLimitIsOver_NoPieceIsTriedAfterOneThatFailed()
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.RetryLimit = 20_000, time: time);
        scene.Server.Faults.Enqueue(Fault.Status(503, "later"), Fault.Status(413, "too large"));
        scene.Server.Fault = Fault.Status(503, "later");

        using BackgroundCall<bool> call = scene.Sending("1", "2");
        scene.PassWait(time, TimeSpan.FromSeconds(21));

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
        using TempFolder folder = new();
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = folder.Path;
            appender.DropRateLimited = true;
        });
        scene.Server.Faults.Enqueue(Fault.Status(429, "rate limit"), Fault.Reset(), Fault.Status(429, "rate limit"));

        scene.Send("direct");
        scene.Send("from the disk");

        Assert.That(scene.Appender.Flush(30_000), Is.True);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
    }

    [Test]
    public void Send_PushThatTheFolderCannotHold_IsTriedAgain()
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = folder.Path;
                appender.SpillLimit = 1;
                appender.MaxBatchBytes = 4_194_304;
                appender.Compression = LokiCompression.None;
            },
            time: time);
        string[] texts = [.. Enumerable.Range(0, 10).Select(i => i + Some.Noise(150_000))];
        scene.Server.Faults.Enqueue(Fault.Status(503), Fault.Status(503));

        using BackgroundCall<bool> call = scene.Sending(texts);
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(10, 10, 0, 0, 0, 0)));
    }

    [Test]
    public void Request_Says_WhoSendsIt([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(encoding: encoding);

        scene.Send("text");

        Assert.That(scene.Server.Requests.Single().Headers["User-Agent"], Does.StartWith("Easy.Logger.Loki/"));
    }
}
