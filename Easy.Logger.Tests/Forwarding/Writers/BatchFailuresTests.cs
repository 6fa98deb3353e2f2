using Easy.Logger.Forwarding.Writers;

namespace Easy.Logger.Tests.Forwarding.Writers;

internal sealed class BatchFailuresTests
{
    private readonly BatchFailures _failures = new();

    [Test]
    public void Mark_SameEventByTwoChildren_CountsOnce()
    {
        _failures.Reset(3);

        _failures.Mark(1);
        _failures.Mark(1);
        _failures.Mark(2);

        Assert.That(_failures.Count, Is.EqualTo(2));
    }

    [Test]
    public void Mark_ARangeSomeOfItBefore_CountsEachOnce()
    {
        _failures.Reset(3);
        _failures.Mark(0);

        _failures.Mark(0, 3);

        Assert.That(_failures.Count, Is.EqualTo(3));
    }

    [TestCase(3, 3)]
    [TestCase(5, 2)]
    [TestCase(2, 5)]
    [TestCase(3, 0)]
    public void Reset_AfterFailures_ForgetsThem(int before, int after)
    {
        _failures.Reset(before);
        _failures.Mark(0, before);

        _failures.Reset(after);
        Assert.That(_failures.Count, Is.Zero);

        _failures.Mark(0, after);
        Assert.That(_failures.Count, Is.EqualTo(after));
    }

    [Test]
    public void Reset_SmallerThenLargerAgain_ForgetsTheFirstToo()
    {
        _failures.Reset(5);
        _failures.Mark(0, 5);
        _failures.Reset(2);
        _failures.Mark(0);

        _failures.Reset(5);
        _failures.Mark(0, 5);

        Assert.That(_failures.Count, Is.EqualTo(5));
    }
}
