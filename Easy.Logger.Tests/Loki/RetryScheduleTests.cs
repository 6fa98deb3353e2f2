using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>When a push is tried again, and when it is given up.</summary>
[Category("Loki")]
internal sealed class RetryScheduleTests
{
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    [TestCase(1, 500)]
    [TestCase(2, 1_000)]
    [TestCase(3, 2_000)]
    [TestCase(4, 4_000)]
    [TestCase(7, 32_000)]
    [TestCase(8, 60_000)]
    [TestCase(9, 60_000)]
    [TestCase(100, 60_000)]
    [TestCase(100_000, 60_000)]
    [TestCase(int.MaxValue, 60_000)]
    public void Next_LongestWait_DoublesUpToAMinute(int tries, int milliseconds)
    {
        RetrySchedule schedule = new(_limit);

        Assert.Multiple(() =>
        {
            Assert.That(schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 1), Is.EqualTo(TimeSpan.FromMilliseconds(milliseconds)));
            Assert.That(
                schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 0.25), Is.EqualTo(TimeSpan.FromMilliseconds(milliseconds / 4)));
            Assert.That(schedule.Next(tries, TimeSpan.Zero, asked: null, chance: 0), Is.EqualTo(TimeSpan.Zero));
        });
    }

    [TestCase(0, 0)]
    [TestCase(7, 7)]
    [TestCase(299, 299)]
    [TestCase(300, 300)]
    [TestCase(86_400, 300)]
    public void Next_TheServerAsks_IsWaitedAtLeastUpToFiveMinutes(int askedSeconds, int atLeastSeconds)
    {
        RetrySchedule schedule = new(_limit);
        TimeSpan asked = TimeSpan.FromSeconds(askedSeconds);
        TimeSpan atLeast = TimeSpan.FromSeconds(atLeastSeconds);

        Assert.That(schedule.Next(tries: 1, TimeSpan.Zero, asked, chance: 0), Is.EqualTo(atLeast));
        Assert.That(
            schedule.Next(tries: 1, TimeSpan.Zero, asked, chance: 1),
            Is.EqualTo(atLeast + TimeSpan.FromMilliseconds(500)),
            "those who were asked for the same do not come together");
    }

    [TestCase(-1, true)]
    [TestCase(0, true)]
    [TestCase(1, false)]
    public void Next_WaitEndsAroundTheLimit_GivesUpBehindIt(int ticksBehind, bool goesOn)
    {
        TimeSpan elapsed = _limit - TimeSpan.FromMilliseconds(500) + TimeSpan.FromTicks(ticksBehind);

        Assert.That(new RetrySchedule(_limit).Next(tries: 1, elapsed, asked: null, chance: 1).HasValue, Is.EqualTo(goesOn));
    }

    [Test]
    public void Next_TheServerAsksForMoreThanIsLeft_GivesUp() =>
        Assert.That(
            new RetrySchedule(TimeSpan.FromSeconds(10)).Next(tries: 1, TimeSpan.Zero, TimeSpan.FromSeconds(11), chance: 0), Is.Null);

    [Test]
    public void Next_NoTimeAtAll_TriesOnce() =>
        Assert.That(new RetrySchedule(TimeSpan.Zero).Next(tries: 1, TimeSpan.FromTicks(1), asked: null, chance: 0.5), Is.Null);

    [Test]
    public void Next_ForEver_GoesOn() => Assert.That(
        new RetrySchedule(Timeout.InfiniteTimeSpan).Next(tries: 100_000, TimeSpan.FromDays(365), TimeSpan.FromDays(1), chance: 1),
        Is.EqualTo(TimeSpan.FromMinutes(6)));
}
