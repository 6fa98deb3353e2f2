using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// Times of lines: Loki stores one of two lines of a stream that are equal in text and time, so no two of a stream have the same time.
/// </summary>
[Category("Loki")]
internal sealed class StreamClockTests
{
    private const long Tick = StreamClock.NanosecondsPerTick;
    private const int Room = StreamClock.Series;
    private const long Base = 1_700_000_000_000_000_000;

    private static readonly DateTime _moment = DateTime.UtcNow.AddMinutes(-1);

    [Test]
    public void Next_AnyTimes_AreToldApart() => AnyTimes(times =>
    {
        long[] moments = Moments(times, keepsOrder: false);
        return moments.Distinct().Count() == moments.Length;
    });

    [Test]
    public void Next_AnyTimes_AreNeitherEarlierNorBehindTheLatest() => AnyTimes(times =>
        Moments(times, keepsOrder: false).Zip(times, (moment, time) => moment >= time).All(isNotEarly => isNotEarly)
        && Moments(times, keepsOrder: false).All(moment => moment < times.DefaultIfEmpty().Max() + (times.Length * Room) + Tick));

    /// <summary>As many sources, one of them late, another one later: each keeps its times.</summary>
    [Test]
    public void Next_SeveralSourcesInTheirOrder_StayInTheirTicks()
    {
        long[] times = [.. Enumerable.Range(0, 1_000).Select(i => Base + ((i / Room) - (i % Room * 1_000_000)) * Tick)];

        Assert.That(
            Moments(times, keepsOrder: false).Zip(times, (moment, time) => moment >= time && moment < time + Tick), Is.All.True);
    }

    [Test]
    public void Next_OrderIsKept_EachIsLaterThanTheLast() => AnyTimes(times =>
    {
        long[] moments = Moments(times, keepsOrder: true);
        return moments.Zip(moments.Skip(1), (one, next) => one < next).All(isLater => isLater)
            && moments.Zip(times, (moment, time) => moment >= time).All(isNotEarly => isNotEarly);
    });

    [Test]
    public void Next_LaterTimes_AreThemselves()
    {
        long[] times = [Base, Base + Tick, Base + (5 * Tick)];

        Assert.That(Moments(times, keepsOrder: false), Is.EqualTo(times));
        Assert.That(Moments(times, keepsOrder: true), Is.EqualTo(times));
    }

    [Test]
    public void Next_ManyOfOneTick_GoOnIntoTheNextOnes([Values] bool keepsOrder) => Assert.That(
        Moments([.. Enumerable.Repeat(Base, 60), Base + (2 * Tick), Base + (5 * Tick)], keepsOrder),
        Is.EqualTo([.. Enumerable.Range(0, 61).Select(i => Base + (i * Room)), Base + (5 * Tick)]));

    [Test]
    public void Next_ManyLateOnes_AreToldApart([Values(1, 2, 7, 100)] int ticks)
    {
        long[] times = [Base + (1_000 * Tick), .. Enumerable.Range(0, 10_000).Select(i => Base + (i % ticks * Tick))];

        Assert.That(Moments(times, keepsOrder: false), Is.Unique);
    }

    [Test]
    [Demand("L6")]
    public void Send_ManyEqualLinesOfOneTick_AllAreStored([Values] bool isLate, [Values] LokiTimestamps timestamps)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps);
        scene.Send(scene.Event(time: isLate ? _moment.AddSeconds(1) : _moment));

        scene.Send([.. Enumerable.Range(0, 1_000).Select(_ => scene.Event(time: _moment))]);

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
        using LokiScene scene = new(appender => appender.Timestamps = timestamps, time: new ManualTimeProvider());
        for (int i = 0; i < 10; i++)
        {
            scene.Send("text");
            scene.Appender.ActivateOptions();
        }

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
    }

    [Test]
    public void Event_WithoutATime_Arrives([Values] LokiTimestamps timestamps)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps);

        scene.Send(scene.Event("text", time: default(DateTime)));

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    private static long[] Moments(IEnumerable<long> times, bool keepsOrder)
    {
        StreamClock clock = new();
        return [.. times.Select(time => clock.Next(time, keepsOrder))];
    }

    /// <summary>Up to a hundred times of a few ticks: many are the same, and many come late.</summary>
    private static void AnyTimes(Func<long[], bool> holds) => Prop.ForAll(
        Gen.Choose(0, 4).ListOf().Resize(100).ToArbitrary(),
        ticks => holds([.. ticks.Take(100).Select(tick => Base + (tick * tick * Tick))]))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));

    private static LoggingEvent Equal(LokiScene scene, string source) =>
        scene.Event("text", time: _moment, properties: new() { ["source"] = source, ["zone"] = "north" });
}
