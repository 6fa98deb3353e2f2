namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A console whose reader goes away in the middle of the run: the program goes on, and so does the file beside the console. A child that
/// never comes back costs what the queue holds, and no more, however much is logged.
/// </summary>
internal sealed class DeadDestinationTests : FolderTests
{
    private const int Lines = 20_000;
    private const long MostGrowth = 1024 * 1024;

    /// <summary>
    /// A program that has put a writer of its own before its standard output sees the broken pipe: what failed is counted, reported once.
    /// </summary>
    [Test]
    [Platform(Exclude = "Win")]
    public void Console_ReaderOfAWriterThatThrowsLeaves_FailuresAreCountedAndReportedOnce()
    {
        TestProgram probe = TestProgram.ExitProbe;
        using ProbeRun program = new(probe.Host, [probe.Path, "console-closed", Folder.Path], environment: [], isOutputRead: false);
        IEnumerable<string> numbered = LogScene.Numbered("line", Lines);
        string?[] read = [.. Enumerable.Range(0, 100).Select(_ => program.StandardOutput.ReadLine())];
        Assert.That(read, Is.EqualTo(numbered.Take(100)));
        program.StandardOutput.Close();

        program.AssertEndsWith(72);

        Assert.That(Folder.Lines("exit"), Is.EqualTo(numbered));
        string report = string.Join('\n', program.Output);
        Match match = Regex.Match(report, @"^forwarded (\d+) failed (\d+) complaints 1$");
        Assert.That(match.Success, Is.True, report);
        int forwarded = int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
        int failed = int.Parse(match.Groups[2].Value, CultureInfo.InvariantCulture);
        Assert.That(forwarded + failed, Is.EqualTo(Lines));
        Assert.That(failed, Is.GreaterThan(Lines / 2), "a pipe holds less than that");
    }

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
