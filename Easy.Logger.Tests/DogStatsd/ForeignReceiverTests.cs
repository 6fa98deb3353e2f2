using Easy.Logger.Tests.DogStatsd.Foreign;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What StatsD servers that other people wrote make of DogStatsD's lines.</summary>
[Category("DogStatsd")]
[Category("Servers")]
internal sealed class ForeignReceiverTests
{
    [Test]
    public void Statsd_AllLines_AreTakenAsExpected()
    {
        using StatsdServer server = new();
        AssertTaken(server, GoldenLine.All.SelectMany(line => line.Statsd));
    }

    [Test]
    public void Netdata_AllLines_AreTakenAsExpected()
    {
        using NetdataServer server = new();
        AssertTaken(server, GoldenLine.All.SelectMany(line => line.Netdata));
    }

    private static void AssertTaken(StatsdReceiver server, IEnumerable<string> expected)
    {
        foreach (GoldenLine line in GoldenLine.All)
        {
            server.Send(line.Text);
        }

        Assert.That(server.Read(GoldenLine.All.Count), Is.EquivalentTo(expected));
    }
}
