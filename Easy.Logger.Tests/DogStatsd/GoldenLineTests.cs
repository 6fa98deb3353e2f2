namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What a sender writes is what other people's servers were asked about, byte for byte.</summary>
[Category("DogStatsd")]
internal sealed class GoldenLineTests
{
    private static IEnumerable<GoldenLine> Written => GoldenLine.All.Where(line => line.Call is not null);

    [TestCaseSource(nameof(Written))]
    public void Sender_Call_WritesTheLine(GoldenLine line)
    {
        using SenderScene scene = new(line.Configure);

        Assert.That(string.Join('\n', scene.LinesOf(line.Call!)), Is.EqualTo(line.Text));
    }
}
