using Easy.Logger.DogStatsd;
using Easy.Logger.Tests.DogStatsd.Foreign;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>From a log call and from a sender to StatsD servers that other people wrote, over a real socket.</summary>
[Category("DogStatsd")]
[Category("Servers")]
internal sealed class ForeignDeliveryTests
{
    private const int Calls = 2_000;

    [Test]
    public void Statsd_SenderInManyPackets_CountsEverything()
    {
        using StatsdServer server = new();
        using DogStatsdSender sender = SenderTo(server);
        for (int i = 0; i < Calls; i++)
        {
            sender.Counter("shop.calls", 1, new[] { "env:test" });
            sender.Set("shop.users", $"user{i % 50}");
        }

        sender.Gauge("shop.load", 0.25);
        sender.Timer("shop.time", 17.5);
        Assert.That(sender.Flush(10_000), Is.True);

        string users = string.Join(' ', Enumerable.Range(0, 50).Select(i => $"user{i}"));
        string[] expected =
            [$"counter shop.calls;env=test {Calls}", "gauge shop.load 0.25", "timer shop.time 17.5 of 1", $"set shop.users {users}"];
        Assert.That(server.Read((int)sender.Statistics.PacketsSent), Is.EqualTo(expected));
    }

    [Test]
    public void Netdata_SenderInManyPackets_CountsEverything()
    {
        using NetdataServer server = new();
        using DogStatsdSender sender = SenderTo(server);
        for (int i = 0; i < Calls; i++)
        {
            sender.Counter("shop.calls", 1, new[] { "env:test" });
        }

        sender.Gauge("shop.load", 0.25);
        Assert.That(sender.Flush(10_000), Is.True);

        string[] expected = [$"counter shop.calls {Calls}", "gauge shop.load 0.25"];
        Assert.That(server.Read((int)sender.Statistics.PacketsSent), Is.EquivalentTo(expected));
    }

    [Test]
    public void Statsd_AppenderBehindAForwarder_CountsLogCalls()
    {
        using StatsdServer server = new();
        using TestRepository repository = new();
        repository.Configure($"""
            <appender name="metrics" type="Easy.Logger.DogStatsd.DogStatsdAppender, Easy.Logger.DogStatsd">
              <address value="{server.Endpoint}" /><tagsLast value="true" /><sendHealth value="false" />
            </appender>
            <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <appender-ref ref="metrics" /></appender>
            <root><level value="ALL" /><appender-ref ref="async" /></root>
            """);
        DogStatsdAppender appender = repository.Appender<DogStatsdAppender>();
        for (int i = 0; i < Calls; i++)
        {
            repository.Log("Shop.Orders").Info(i);
            repository.Log("Shop.Stock").Warn(i);
        }

        repository.Dispose();

        string[] expected =
        [
            $"counter log4net.events;level=info;logger=Shop.Orders {Calls}", $"counter log4net.events;level=warn;logger=Shop.Stock {Calls}",
        ];
        Assert.That(server.Read((int)appender.Statistics!.PacketsSent), Is.EquivalentTo(expected));
    }

    private static DogStatsdSender SenderTo(StatsdReceiver server) =>
        new(new DogStatsdSenderOptions
        {
            Address = server.Endpoint.ToString(),
            TagsLast = true,
            Tags = new DogStatsdTagSerializer(),
            ExternalData = string.Empty
        });
}
