namespace Easy.Logger.Tests.Threading;

internal sealed class DeadlineTests
{
    [TestCase(-1, true, false, Timeout.Infinite, Timeout.Infinite)]
    [TestCase(-2, true, false, Timeout.Infinite, Timeout.Infinite)]
    [TestCase(int.MinValue, true, false, Timeout.Infinite, Timeout.Infinite)]
    [TestCase(0, false, true, 0, 0)]
    [TestCase(int.MaxValue, false, false, int.MaxValue - 600_000, int.MaxValue)]
    public void In_NumberAtABound_NeverPassesOrHasPassedOrIsFarAway(int milliseconds, bool isNever, bool hasPassed, int least, int most)
    {
        Deadline deadline = Deadline.In(milliseconds);

        Assert.That((deadline.IsNever, deadline.HasPassed), Is.EqualTo((isNever, hasPassed)));
        Assert.That(deadline.RemainingMilliseconds, Is.InRange(least, most));
    }

    [Test]
    public void EarlierAndLater_OfTwo_AreTheOneThatComesFirstAndTheOther()
    {
        Assert.That(Deadline.Earlier(Deadline.Never, Deadline.In(0)).HasPassed, Is.True);
        Assert.That(Deadline.Earlier(Deadline.In(100_000), Deadline.Never).RemainingMilliseconds, Is.InRange(1, 100_000));
        Assert.That(Deadline.Earlier(Deadline.Never, Deadline.Never).IsNever, Is.True);
        Assert.That(Deadline.Later(Deadline.Never, Deadline.In(0)).IsNever, Is.True);
        Assert.That(Deadline.Later(Deadline.In(0), Deadline.In(100_000)).HasPassed, Is.False);
    }

    [Test]
    public void RemainingMilliseconds_UntilItPasses_FallsAndIsZeroOnlyAfterwards([Range(1, 20)] int milliseconds)
    {
        // No pause between two looks: the last millisecond is the one that matters.
        Deadline deadline = Deadline.In(milliseconds);
        int before = int.MaxValue;
        int left;
        do
        {
            left = deadline.RemainingMilliseconds;
            bool passed = deadline.HasPassed;
            Assert.That(left, Is.LessThanOrEqualTo(before));
            Assert.That(left > 0 || passed, Is.True, "a wait of 0 before the deadline would spin");
            before = left;
        }
        while (left > 0);
    }
}
