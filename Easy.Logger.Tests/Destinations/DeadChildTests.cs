using System.Text.RegularExpressions;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Destinations;

/// <summary>A child that never comes back costs what the queue holds, and no more, however much is logged.</summary>
internal sealed class DeadChildTests : FolderTests
{
    private const long MostGrowth = 1024 * 1024;

    /// <summary>A hundred thousand events of a kilobyte each, in a process of its own, whose heap is nobody else's.</summary>
    [Test]
    [Demand("C1")]
    public void ChildIsDead_QueueNeverPassesItsLimitAndTheHeapIsFlat([Values] OverflowPolicy overflow)
    {
        using ProbeRun run = new(TestProgram.ExitProbe, $"dead-child-{overflow}", Folder.Path);
        run.AssertEndsWith(73);

        Match match = run.Output.Select(line => Regex.Match(line, @"^longest (\d+) growth (-?\d+) balance (-?\d+)$"))
            .Single(line => line.Success);
        Assert.That(Number(1), Is.EqualTo(2000), run.Transcript);
        Assert.That(Number(2), Is.LessThan(MostGrowth), run.Transcript);
        Assert.That(Number(3), Is.Zero, run.Transcript);

        long Number(int group) => long.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
    }
}
