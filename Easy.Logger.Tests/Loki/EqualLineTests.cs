using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// Loki stores one of two lines of a stream that are equal in text and time, so no two lines of a stream have the same time.
/// </summary>
[Category("Loki")]
internal sealed class EqualLineTests
{
    private static readonly DateTime _moment = DateTime.UtcNow.AddMinutes(-1);

    [Test]
    public void Send_ManyEqualLinesOfOneTick_AllAreStored([Values] bool isLate, [Values] LokiTimestamps timestamps)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps);
        scene.Send(scene.Event("first", time: isLate ? _moment.AddSeconds(1) : _moment));

        scene.Send([.. Enumerable.Range(0, 1_000).Select(_ => scene.Event("text", time: _moment))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(1_001));
    }

    [Test]
    public void Send_LabelSetsThatGiveOneStream_AllLinesAreStored()
    {
        using LokiScene scene = new(appender =>
        {
            appender.AddLabel(new LokiField { Name = "app", Property = "source" }); // left out: there is such a label
            appender.AddLabel(new LokiField { Name = "zone", Property = "zone" });
        });

        scene.Send([.. Enumerable.Range(0, 10).Select(i => Equal(scene, $"{i}"))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
        Assert.That(scene.Server.Stored.Select(entry => entry.Labels["zone"]), Is.All.EqualTo("north"));
    }

    [Test]
    public void Send_LabelsBeyondTheMostDiffer_AllLinesAreStored()
    {
        using LokiScene scene = new(appender => Enumerable.Range(0, 20).ToList().ForEach(i =>
            appender.AddLabel(new LokiField { Name = $"x{i}", Property = i == 19 ? "source" : "zone" })));

        scene.Send([.. Enumerable.Range(0, 10).Select(i => Equal(scene, $"{i}"))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
    }

    [Test]
    public void ActivateOptions_BetweenEqualLines_AllAreStored([Values] LokiTimestamps timestamps)
    {
        ManualTimeProvider time = new();
        using LokiScene scene = new(appender => appender.Timestamps = timestamps, time: time);
        for (int i = 0; i < 10; i++)
        {
            scene.Send("text");
            scene.Appender.ActivateOptions();
        }

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
    }

    private static LoggingEvent Equal(LokiScene scene, string source) =>
        scene.Event("text", time: _moment, properties: new() { ["source"] = source, ["zone"] = "north" });
}
