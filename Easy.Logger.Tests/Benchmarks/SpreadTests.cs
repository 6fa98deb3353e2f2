using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The arithmetic of several runs.</summary>
internal sealed class SpreadTests
{
    [TestCase(new[] { 3.0 }, 3, 3, 3)]
    [TestCase(new[] { 9.0, 1, 5 }, 5, 1, 9)]
    [TestCase(new[] { 10.0, 2, 4, 8 }, 6, 2, 10)]
    public void Of_Values_MiddleLeastAndMost(double[] values, double median, double least, double most) =>
        Assert.That(Spread.Of(values), Is.EqualTo(new Spread(median, least, most)));

    [Test]
    public void Of_NoValues_IsNone() => Assert.That(Spread.Of([]), Is.Null);
}
