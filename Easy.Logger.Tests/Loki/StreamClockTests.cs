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

    /// <summary>Up to a hundred times of a few ticks: many are the same, and many come late. Then many late ones.</summary>
    [Test]
    public void Next_AnyTimes_EachIsDifferentAndNeitherEarlyNorFarBehind([Values] bool keepsOrder)
    {
        Prop.ForAll(
            Gen.Choose(0, 4).ListOf().Resize(100).ToArbitrary(),
            ticks => AssertMoments([.. ticks.Take(100).Select(tick => Base + (tick * tick * Tick))], keepsOrder))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));
        foreach (int ticks in new[] { 1, 2, 7, 100 })
        {
            AssertMoments([Base + (1_000 * Tick), .. Enumerable.Range(0, 10_000).Select(i => Base + (i % ticks * Tick))], keepsOrder);
        }
    }

    /// <summary>As many sources, one of them late, another one later: each keeps its times.</summary>
    [Test]
    public void Next_SeveralSourcesInTheirOrder_StayInTheirTicks()
    {
        long[] times = [.. Enumerable.Range(0, 1_000).Select(i => Base + ((i / Room) - (i % Room * 1_000_000)) * Tick)];

        Assert.That(
            Moments(times, keepsOrder: false).Zip(times, (moment, time) => moment >= time && moment < time + Tick), Is.All.True);
    }

    [Test]
    public void Next_ManyOfOneTick_GoOnIntoTheNextOnes([Values] bool keepsOrder) => Assert.That(
        Moments([.. Enumerable.Repeat(Base, 60), Base + (2 * Tick), Base + (5 * Tick)], keepsOrder),
        Is.EqualTo([.. Enumerable.Range(0, 61).Select(i => Base + (i * Room)), Base + (5 * Tick)]));

    [Test]
    [Demand("L5", "L6")]
    public void Send_ManyEqualLinesOfOneTick_AllAreStoredAndInOrderIfTheyHaveToBe([Values] bool isLate, [Values] LokiTimestamps timestamps)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps);
        scene.Send(scene.Event(time: isLate ? _moment.AddSeconds(1) : _moment));

        scene.Send([.. Enumerable.Range(0, 1_000).Select(_ => scene.Event(time: _moment))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(1_001));
        Assert.That(
            scene.Server.Stored.Select(entry => entry.TimestampNanoseconds),
            timestamps == LokiTimestamps.Monotonic ? Is.Unique.And.Ordered : Is.Unique);
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
    public void Send_TimeThatNeverWasOrIsFarAhead_Arrives([Values] LokiTimestamps timestamps, [Values] bool isAhead)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps);

        scene.Send(scene.Event("text", time: isAhead ? DateTime.UtcNow.AddHours(1) : default(DateTime)));

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Errors.Errors, Is.Empty);
    }

    private static long[] Moments(IEnumerable<long> times, bool keepsOrder)
    {
        StreamClock clock = new();
        return [.. times.Select(time => clock.Next(time, keepsOrder))];
    }

    private static void AssertMoments(long[] times, bool keepsOrder)
    {
        long[] moments = Moments(times, keepsOrder);
        long end = times.DefaultIfEmpty().Max() + (times.Length * Room) + Tick;
        Assert.That(moments, keepsOrder ? Is.Unique.And.Ordered : Is.Unique);
        Assert.That(moments.Zip(times, (moment, time) => moment >= time), Is.All.True, "none is early");
        Assert.That(moments, Is.All.LessThan(end), "none is far behind the latest");
    }
}
