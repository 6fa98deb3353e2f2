using Easy.Logger.DogStatsd;
using Easy.Logger.Tests.DogStatsd.Foreign;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>
/// What StatsD servers that other people wrote make of DogStatsD's lines, all of what each accepted and nothing else; and a sender to them,
/// over a real socket.
/// </summary>
[Category("DogStatsd")]
[Category("Servers")]
internal sealed class ForeignReceiverTests
{
    private const int Calls = 2_000;

    [Test]
    public void Statsd_SenderInManyPackets_CountsEverything()
    {
        using StatsdServer server = new();
        using DogStatsdSender sender = SenderScene.SenderTo($"{server.Endpoint}", options => options.TagsLast = true);
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
        using DogStatsdSender sender = SenderScene.SenderTo($"{server.Endpoint}", options => options.TagsLast = true);
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
    public void Statsd_AllLines_AreTakenAsExpected()
    {
        using StatsdServer server = new();
        SendAll(server);

        Assert.That(server.Read(GoldenLine.All.Count), Is.EquivalentTo(GoldenLine.All.SelectMany(line => line.Statsd)));
    }

    [Test]
    public void Netdata_AllLines_AreTakenAsExpected()
    {
        using NetdataServer server = new();
        SendAll(server);

        Assert.That(server.Read(GoldenLine.All.Count), Is.EquivalentTo(GoldenLine.All.SelectMany(line => line.Netdata)));
    }

    private static void SendAll(StatsdReceiver server)
    {
        foreach (GoldenLine line in GoldenLine.All)
        {
            server.Send(line.Text);
        }
    }
}
