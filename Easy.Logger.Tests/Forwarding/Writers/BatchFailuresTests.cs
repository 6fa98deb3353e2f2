using Benchmarker;
using Easy.Logger.Forwarding.Writers;

namespace Easy.Logger.Tests.Forwarding.Writers;

internal sealed class BatchFailuresTests
{
    /// <summary>Batches of any size one after the other: each event that failed counts once, whoever failed on it.</summary>
    [TestCase(41)]
    [TestCase(42)]
    public void Count_AnySequenceOfBatchesAndFailures_IsTheNumberOfEventsThatFailed(int seed)
    {
        Chance chance = new(seed);
        BatchFailures failures = new();
        for (int batch = 0; batch < 200; batch++)
        {
            int size = chance.Below(20);
            HashSet<int> expected = [];
            failures.Reset(size);
            for (int step = 0; step < chance.Below(10) && size > 0; step++)
            {
                int first = chance.Below(size);
                int end = first + (chance.OneIn(2) ? 1 : chance.Below(size - first + 1));
                failures.Mark(first, end);
                expected.UnionWith(Enumerable.Range(first, end - first));
            }

            Assert.That(failures.Count, Is.EqualTo(expected.Count), $"batch {batch} of seed {seed}");
        }
    }
}
