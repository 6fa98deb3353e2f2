using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>A server that takes the pushes of some tenants and never answers them.</summary>
[Category("Loki")]
internal sealed class HangingTenantTests
{
    [Test]
    public void Send_ThreeTenantsHang_TheFourthArrivesAndLaterTheOthers(
        [Values] LokiEncoding encoding, [Values] bool onDisk)
    {
        const int Rounds = 6;
        using TempFolder folder = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.TenantProperty = "tenant";
                appender.SpillPath = onDisk ? folder.Path : null;
                appender.Timeout = 500;
            },
            encoding);
        scene.Server.Fault = Fault.ForLine("hang", Fault.Hang());
        string[] tenants = ["hang1", "hang2", "hang3", "d"];

        for (int i = 0; i < Rounds; i++)
        {
            LoggingEvent[] events =
                [.. tenants.Select(tenant => scene.Event($"{tenant} {i}", properties: new() { ["tenant"] = tenant }))];
            Eventually.Returns(() => scene.Send(events), "a batch");
        }

        Eventually.Holds(() => scene.Lines.Count == Rounds, "the fourth tenant's lines arrive");
        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Rounds).Select(i => $"d {i}")));
        scene.Server.Fault = null;
        Eventually.Holds(() => scene.Lines.Count == 4 * Rounds, "the others' lines arrive");
        Eventually.Holds(
            () => scene.Appender.Statistics.Equals(new LokiStatistics(4 * Rounds, 4 * Rounds, 0, 0, 0, 0)), "each is counted once");
    }
}
