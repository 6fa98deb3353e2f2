namespace Easy.Logger.Tests.Diagnostics;

/// <summary>Drops by reason and level, for a program that makes up levels, too.</summary>
internal sealed class DropTallyTests
{
    [Test]
    public void Add_LevelsWithoutEnd_LaterOnesShareOneEntry()
    {
        DropTally tally = new();
        for (int i = 0; i < 10_000; i++)
        {
            tally.Add(DropReason.QueueFull, new Level(i, $"made up {i}"));
        }

        DropCount[] counts = tally.ToArray();
        Assert.That(counts, Has.Length.LessThanOrEqualTo(DropTally.MaxEntries + 1));
        Assert.That(counts.Sum(drop => drop.Count), Is.EqualTo(10_000));
        Assert.That(counts.Select(drop => drop.Level), Has.Some.EqualTo(DropTally.OtherLevels));
    }
}
