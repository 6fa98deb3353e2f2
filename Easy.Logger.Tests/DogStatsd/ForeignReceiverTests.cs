using Easy.Logger.Tests.DogStatsd.Foreign;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What StatsD servers that other people wrote make of DogStatsD's lines, and of a sender over a real socket.</summary>
[Category("DogStatsd")]
[Category("Servers")]
internal sealed class ForeignReceiverTests
{
    private const int Calls = 2_000;
    private const int Users = 50;

    [Test]
    public void Statsd_AllLinesAndASenderInManyPackets_AreTakenAsExpected()
    {
        using StatsdServer server = new();
        string users = string.Join(' ', Enumerable.Range(0, Users).Select(i => $"user{i}"));

        AssertTaken(server, GoldenLine.All.SelectMany(line => line.Statsd),
            $"counter a.calls;env=test {Calls}", $"set a.users {users}", "gauge a.load 0.25", "timer a.time 17.5 of 1");
    }

    [Test]
    public void Netdata_AllLinesAndASenderInManyPackets_AreTakenAsExpected()
    {
        using NetdataServer server = new();

        AssertTaken(server, GoldenLine.All.SelectMany(line => line.Netdata),
            $"counter a.calls {Calls}", "gauge a.load 0.25", "timer a.time 17.5 from 17.5 to 17.5");
    }

    private static void AssertTaken(StatsdReceiver server, IEnumerable<string> ofAllLines, params string[] ofSender)
    {
        foreach (GoldenLine line in GoldenLine.All)
        {
            server.Send(line.Text);
        }

        using DogStatsdSender sender = SenderScene.SenderTo($"{server.Endpoint}", options => options.TagsLast = true);
        for (int i = 0; i < Calls; i++)
        {
            sender.Counter("a.calls", 1, new[] { "env:test" });
            if (server is StatsdServer)
            {
                sender.Set("a.users", $"user{i % Users}"); // netdata has of it what came within its last second
            }
        }

        sender.Gauge("a.load", 0.25);
        sender.Timer("a.time", 17.5);
        Assert.That(sender.Flush(10_000), Is.True);

        Assert.That(
            server.Read(GoldenLine.All.Count + (int)sender.Statistics.PacketsSent), Is.EquivalentTo(ofAllLines.Concat(ofSender)));
    }
}
