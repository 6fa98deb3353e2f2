using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Threading;

internal sealed class DeadlineTests
{
    [TestCase(-1, true, false, Timeout.Infinite)]
    [TestCase(-2, true, false, Timeout.Infinite)]
    [TestCase(int.MinValue, true, false, Timeout.Infinite)]
    [TestCase(0, false, true, 0)]
    public void In_NegativeOrZero_NeverPassesOrHasPassed(int milliseconds, bool isNever, bool hasPassed, int remaining)
    {
        Deadline deadline = Deadline.In(milliseconds);

        Assert.That((deadline.IsNever, deadline.HasPassed, deadline.RemainingMilliseconds), Is.EqualTo((isNever, hasPassed, remaining)));
    }

    [Test]
    public void In_LargestNumber_DoesNotOverflow()
    {
        Deadline deadline = Deadline.In(int.MaxValue);

        Assert.That((deadline.IsNever, deadline.HasPassed), Is.EqualTo((false, false)));
        Assert.That(deadline.RemainingMilliseconds, Is.GreaterThan(int.MaxValue - 600_000));
    }

    [Test]
    public void Earlier_OfTwo_IsTheOneThatComesFirst()
    {
        Assert.That(Deadline.Earlier(Deadline.Never, Deadline.In(0)).HasPassed, Is.True);
        Assert.That(Deadline.Earlier(Deadline.In(100_000), Deadline.Never).RemainingMilliseconds, Is.InRange(1, 100_000));
        Assert.That(Deadline.Earlier(Deadline.Never, Deadline.Never).IsNever, Is.True);
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
