using Benchmarker;
using Easy.Logger.Forwarding.Writers;

namespace Easy.Logger.Tests.Forwarding.Writers;

internal sealed class BatchFailuresTests
{
    /// <summary>
    /// Batches of any size one after the other, to one child or several: each event that failed counts once, whoever failed on it.
    /// </summary>
    [TestCase(41)]
    [TestCase(42)]
    public void Count_AnySequenceOfBatchesAndFailures_IsTheNumberOfEventsThatFailed(int seed)
    {
        Chance chance = new(seed);
        BatchFailures failures = new();
        BatchFailures child = new();
        for (int batch = 0; batch < 200; batch++)
        {
            int size = chance.Below(20);
            HashSet<int> expected = [];
            HashSet<int> taken = [];
            failures.Reset(size);
            for (int number = chance.Below(4); number > 0; number--)
            {
                child.Reset(size);
                HashSet<int> ofChild = [];
                for (int step = 0; step < chance.Below(10) && size > 0; step++)
                {
                    int first = chance.Below(size);
                    int end = first + (chance.OneIn(2) ? 1 : chance.Below(size - first + 1));
                    child.Mark(first, end);
                    ofChild.UnionWith(Enumerable.Range(first, end - first));
                }

                failures.Add(child);
                expected.UnionWith(ofChild);
                taken.UnionWith(Enumerable.Range(0, size).Except(ofChild));
            }

            Assert.That(failures.Count, Is.EqualTo(expected.Count), $"batch {batch} of seed {seed}");
            Assert.That(Enumerable.Range(0, size).Where(failures.HasTaken), Is.EquivalentTo(taken), $"batch {batch} of seed {seed}");
        }
    }
}
