using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What nobody does for pushes over gRPC but the appender.</summary>
[Category("Loki")]
internal sealed class GrpcDeliveryTests
{
    [Test]
    public void Send_LabelsInAnyOrder_AreSentSortedByName([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.AddLabel(new LokiField { Property = "b" });
                appender.AddLabel(new LokiField { Name = "zone", Value = "north" });
                appender.AddLabel(new LokiField { Name = "Area", Value = "1" });
            },
            encoding);

        scene.Send(scene.Event(properties: new() { ["b"] = "x" }));

        Assert.That(
            scene.Server.Stored.Single().Selector,
            Is.EqualTo("{Area=\"1\", app=\"shop\", b=\"x\", level=\"info\", zone=\"north\"}"));
    }

    /// <summary>
    /// As strconv.Quote of Go writes it: the text of a stream over gRPC is then the same as that which Loki makes for HTTP.
    /// </summary>
    [TestCase("a \"b\" \\ 'c'", "a \\\"b\\\" \\\\ 'c'")]
    [TestCase("\a\b\f\n\r\t\v", "\\a\\b\\f\\n\\r\\t\\v")]
    [TestCase("\0\u0001\u001f\u007f", "\\x00\\x01\\x1f\\x7f")]
    [TestCase("\u0085\u00a0\u200b\u2028\ufeff\ue000", "\\u0085\\u00a0\\u200b\\u2028\\ufeff\\ue000")]
    [TestCase("ä 中 😀 𝄞", "ä 中 😀 𝄞")]
    [TestCase("\U000E0001", "\\U000e0001")]
    public void Quoted_Text_IsWhatGoQuotes(string text, string quoted) => Assert.That(LabelRules.Quoted(text), Is.EqualTo(quoted));

    [TestCase(1, "context canceled")]
    [TestCase(2, "Ingester is shutting down")]
    [TestCase(14, "connection refused")]
    public void Send_StatusThatPasses_IsTriedAgain(int status, string message)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(encoding: LokiEncoding.Grpc, time: time);
        scene.Server.Faults.Enqueue(Fault.Grpc(status, message));

        using BackgroundCall<bool> call = scene.Sending("text");
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }

    [Test]
    public void Send_InvalidArgument_IsRefusedAtOnce()
    {
        using LokiScene scene = new(encoding: LokiEncoding.Grpc);
        scene.Server.Faults.Enqueue(Fault.Grpc(3, "parse error"));

        scene.Send("text");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
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
        using ContractServer server = ContractServer.Start();
        using Relay relay = new(server.GrpcUrl);
        using LokiScene scene = new(
            appender =>
            {
                appender.Url = relay.Url.ToString();
                appender.Timeout = 500;
                appender.RetryLimit = 10_000;
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
