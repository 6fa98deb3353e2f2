using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What is logged is what is stored, by every way that it can be sent.</summary>
[Category("Loki")]
internal sealed class DeliveryTests
{
    private static readonly TestCaseData<LokiEncoding, LokiCompression>[] _ways =
    [
        new(LokiEncoding.Json, LokiCompression.Default),
        new(LokiEncoding.Json, LokiCompression.None),
        new(LokiEncoding.Protobuf, LokiCompression.Default),
        new(LokiEncoding.Grpc, LokiCompression.Default),
        new(LokiEncoding.Grpc, LokiCompression.Gzip),
    ];

    [TestCaseSource(nameof(_ways))]
    public void Send_TextsOfAllKinds_AreStoredAsTheyAre(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = new(appender => appender.Compression = compression, encoding);
        string[] texts = ["plain", "Grüße, 世界, 😀", "\"quoted\" \\ and / <b>&'", "first\nsecond\r\n\tthird", "\u0001\u001f\u007f\u2028",
            new string('x', 100_000)];

        scene.Send(texts);

        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(texts.Length, texts.Length, 0, 0, 0, 0)));
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_LabelsTimesAndMetadata_AreStored(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.Compression = compression;
                appender.AddLabel(new LokiField { Property = "region" });
                appender.AddMetadata(new LokiField { Name = "order", Property = "orderId" });
                appender.AddMetadata(new LokiField { Name = "logger", Layout = new PatternLayout("%logger") });
            },
            encoding);
        DateTime time = new(DateTime.UtcNow.Ticks - 17, DateTimeKind.Utc);

        scene.Send(scene.Event("text", Level.Warn, time: time, properties: new() { ["region"] = "eu \"west\"", ["orderId"] = 4711 }));

        StoredEntry entry = scene.Server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(
                entry.Labels,
                Is.EquivalentTo(new Dictionary<string, string> { ["app"] = "shop", ["level"] = "warning", ["region"] = "eu \"west\"" }));
            Assert.That(entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["order"] = "4711", ["logger"] = "Shop.Orders" }));
            Assert.That(entry.TimestampNanoseconds, Is.EqualTo((time.Ticks - DateTime.UnixEpoch.Ticks) * 100));
        });
    }

    [TestCaseSource(nameof(_ways))]
    public void Send_SeveralStreams_EachKeepsItsOrder(LokiEncoding encoding, LokiCompression compression)
    {
        using LokiScene scene = new(appender => appender.Compression = compression, encoding);
        Level[] levels = [Level.Info, Level.Warn, Level.Error];
        LoggingEvent[] events = [.. Enumerable.Range(0, 90).Select(i => scene.Event($"{i}", levels[i * i % 3]))];

        scene.Send(events);

        foreach (IGrouping<string, StoredEntry> stream in scene.Server.Stored.GroupBy(entry => entry.Labels["level"]))
        {
            Assert.That(stream.Select(entry => int.Parse(entry.Line)), Is.Ordered);
            Assert.That(stream.Select(entry => entry.TimestampNanoseconds), Is.Ordered.And.Unique);
        }

        Assert.That(scene.Server.Stored, Has.Count.EqualTo(90));
        Assert.That(scene.Server.Requests.Single().Streams, Is.EqualTo(2), "squares leave 0 and 1");
    }

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
    public void Log_WithoutAForwarder_IsQueuedAndSentByOneOfItsOwn()
    {
        using LokiScene scene = new();
        TaskCompletionSource gate = new();
        scene.Server.Fault = Fault.Held(gate.Task);

        scene.Log().Info("not waited for"); // would not come back otherwise
        scene.Server.Fault = null;
        gate.SetResult();

        Assert.That(scene.Appender.Flush(30_000), Is.True);
        Assert.That(scene.Lines, Is.EqualTo(["not waited for"]));
    }

    /// <summary>Its batches are sent as they are, by its own worker: there is no second queue behind it.</summary>
    [Test]
    public void Log_BehindAForwarder_ThatOneCountsWhatArrives()
    {
        using LokiScene scene = new();
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = scene.Log(forwarder);
        scene.Server.Faults.Enqueue(Fault.Status(400, "no"));

        log.Info("refused");
        forwarder.Flush(30_000);
        log.Info("taken");
        Assert.That(forwarder.Flush(30_000), Is.True);

        Assert.That((forwarder.Statistics.Failed, forwarder.Statistics.Forwarded), Is.EqualTo((1, 1)));
        Assert.That(scene.Lines, Is.EqualTo(["taken"]));
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
        using LokiScene scene = new(
            appender =>
            {
                appender.Url = relay.Url.ToString();
                appender.Timeout = 2_000; // of which a busy machine needs some to connect
                appender.RetryLimit = 30_000;
            },
            LokiEncoding.Grpc,
            server);
        scene.Send("first");
        relay.Silence();

        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
        Assert.That(relay.Connections, Is.EqualTo(2));
    }
}
