using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Events alone and in batches, and connections that break.</summary>
[Category("Loki")]
internal sealed class DeliveryTests
{
    /// <summary>There is no second queue behind it.</summary>
    [Test]
    public void Append_BehindAForwarder_ABatchIsOnePushOnItsThread()
    {
        using LokiScene scene = new();
        AsyncBufferingForwardingAppender forwarder = new() { BufferSize = 5, IdleTime = 3_600_000, Fix = FixFlags.Message };
        ILog log = scene.Log(forwarder);

        for (int i = 0; i < 10; i++)
        {
            log.Info($"{i}");
        }

        forwarder.Close();

        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, 10).Select(i => $"{i}")));
        Assert.That(scene.Server.Requests.Select(request => request.Entries), Is.All.GreaterThan(1).And.Exactly(2).Items);
        Assert.That(forwarder.Statistics.Forwarded, Is.EqualTo(10));
    }

    [TestCase(LokiEncoding.Json, LokiCompression.Default, "application/json", "gzip", "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Json, LokiCompression.None, "application/json", null, "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Protobuf, LokiCompression.Default, "application/x-protobuf", null, "HTTP/1.1", "/loki/api/v1/push")]
    [TestCase(LokiEncoding.Grpc, LokiCompression.Default, "application/grpc", null, "HTTP/2", "/logproto.Pusher/Push")]
    public void Send_EachEncoding_HasItsMediaType(
        LokiEncoding encoding, LokiCompression compression, string type, string? contentEncoding, string protocol, string path)
    {
        using LokiScene scene = new(appender => appender.Compression = compression, encoding);

        scene.Send("text");

        ReceivedRequest request = scene.Server.Requests.Single();
        Assert.That(
            (request.ContentType, request.Headers.GetValueOrDefault("Content-Encoding"), request.Protocol, request.Path),
            Is.EqualTo((type, contentEncoding, protocol, path)));
        Assert.That(request.Headers["User-Agent"], Does.StartWith("Easy.Logger.Loki/"));
    }

    [Test]
    [Demand("L15")]
    public void Close_EventsWait_AllArrive()
    {
        using LokiScene scene = new(appender => appender.MaxBatchEvents = 10);
        ILog log = scene.Log();
        string[] texts = [.. Enumerable.Range(0, 105).Select(i => $"{i}")];
        Array.ForEach(texts, log.Info);

        scene.Appender.Close();

        Assert.That(scene.Lines, Is.EqualTo(texts));
    }

    /// <summary>As a gateway does that looks at the head of a request only.</summary>
    [Test]
    public void Send_ServerRefusesBeforeItHasReadEverything_IsRefusedAtOnce()
    {
        using EarlyAnswer server = new(status: 7);
        using LokiScene scene = new(appender => appender.Url = server.Url.ToString(), LokiEncoding.Grpc);

        scene.Send(Some.Noise(200_000)); // more than a stream of HTTP/2 may have before somebody reads it

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
    }

    [Test]
    public void Send_ConnectionIsSilent_TheNextTryHasANewOne()
    {
        using ContractServer server = new();
        using Relay relay = new(server.GrpcUrl);
        using LokiScene scene = new(encoding: LokiEncoding.Grpc, server: server, configure: appender =>
        {
            appender.Url = relay.Url.ToString();
            appender.Timeout = 2_000; // of which a busy machine needs some to connect
            appender.RetryLimit = 30_000;
        });
        scene.Send("first");
        relay.Silence();

        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
        Assert.That(relay.Connections, Is.EqualTo(2));
    }
}
