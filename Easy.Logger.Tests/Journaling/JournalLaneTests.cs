namespace Easy.Logger.Tests.Journaling;

/// <summary>Processes that share one journal folder, are killed, or have little memory for what is in it.</summary>
[Category("Exit")]
[Platform(Exclude = "Win", Reason = "SIGKILL")]
internal sealed class JournalLaneTests : FolderTests
{
    private const int Killed = 128 + 9;
    private const int Held = 100; // events of each process that is killed

    private static readonly Dictionary<string, string?> _withoutLocks = new() { ["DOTNET_SYSTEM_IO_DISABLEFILELOCKING"] = "1" };

    private string Journal => Folder.File("journal");

    /// <summary>
    /// As in a rolling update: both are killed, and nothing of either is lost. Locks that are switched off, or that a file system does not
    /// have, give nobody the events of a process that lives.
    /// </summary>
    [TestCase(true)]
    [TestCase(false)]
    public void TwoProcesses_LeaveTheLaneOfALivingOneAloneAndEventsOfBothAreRecoveredOnceWhenTheyAreKilled(bool locks)
    {
        using ProbeRun first = Start("journal-hold", locks);
        first.AwaitLine("ready");
        using ProbeRun passing = Start("journal-pass", locks);
        passing.AssertEndsWith(83);
        Assert.That(passing.Output, Does.Contain("recovered 0 in use True"), passing.Transcript);
        Assert.That(Folder.Lines("pass"), Has.Count.EqualTo(Held));
        using ProbeRun second = Start("journal-hold", locks);
        second.AwaitLine("ready");
        Assert.That(Directory.GetDirectories(Journal), Has.Length.EqualTo(2), "each has a lane");
        Kill(first);
        Kill(second);

        using ProbeRun last = Start("journal-drain", locks);
        last.AssertEndsWith(85);

        string[] lines = [.. Folder.Lines("exit.log").Where(line => !line.Contains("Easy.Logger", StringComparison.Ordinal))];
        Assert.That(lines, Is.Unique.And.Exactly(2 * Held).Items);
        Assert.That(Directory.GetFileSystemEntries(Journal), Is.Empty);
    }

    [Test]
    public void Create_TheClockWasSetBackSinceTheLastOne_ComesAfterIt()
    {
        string future = Path.Combine(Journal, "299912312359599999999-1-00000000");
        Directory.CreateDirectory(future);

        using Lane first = Lane.Create(Journal);
        using Lane second = Lane.Create(Journal);

        Assert.That(Lane.In(Journal), Is.EqualTo(new[] { future, first.Path, second.Path }));
    }

    /// <summary>The memory of a recovery is one segment and one batch, however much there is.</summary>
    [Test]
    public void Restart_MuchMoreThanTheHeapHolds_EverythingIsRecovered()
    {
        const int Count = 200_000;
        JournalFiles.LeaveMany(Journal, Count, i => Some.Event($"{i} {new string('x', 300)}"));

        using ProbeRun run = Start("journal-drain", environment: new() { ["DOTNET_GCHeapHardLimit"] = "0x4000000" });
        run.AssertEndsWith(85);

        Assert.That(run.Output, Does.Contain($"recovered {Count}"), run.Transcript);
        Assert.That(Folder.Lines("exit.log"), Has.Count.EqualTo(Count + 2));
        Assert.That(Directory.GetFileSystemEntries(Journal), Is.Empty);
    }

    /// <summary>An event for which there is no memory stays for a run that has it; the others come.</summary>
    [Test]
    public void Restart_EventIsLargerThanTheHeap_ItStays()
    {
        JournalFiles.Leave(Journal, Some.Event("before"), Some.Event(new string('x', 24 << 20)), Some.Event("after"));

        using ProbeRun run = Start("journal-pass-two", environment: new() { ["DOTNET_GCHeapHardLimit"] = "0x5000000" });
        run.AssertEndsWith(83);

        Assert.That(run.Output, Does.Contain("recovered 2 in use True"), run.Transcript);
        Assert.That(JournalFiles.EventsIn(Journal).Single().RenderedMessage, Has.Length.EqualTo(24 << 20));
    }

    /// <summary>
    /// Random options, attached appenders, sizes and damages under kills, in the short form. For longer:
    /// <c>dotnet run -c Release --project Benchmarker -- kills --minutes N --seed S</c>.
    /// </summary>
    [Test]
    public void Kills_ShortForm_EachReturnedCallIsInALogInTheJournalOrCounted()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "kills", "--seed", "19", "--kills", "5", "--runs", "1");

        run.AssertEndsWith(0);

        Assert.That(run.Output, Has.Some.StartsWith("all: 1 run(s), 5 kill(s), ").And.Some.EndsWith(": holds"), run.Transcript);
    }

    private static void Kill(ProbeRun run)
    {
        run.Signal("KILL");
        run.AssertEndsWith(Killed);
    }

    private ProbeRun Start(string scenario, bool locks = true, Dictionary<string, string?>? environment = null) => new(
        TestProgram.ExitProbe.Host, [TestProgram.ExitProbe.Path, scenario, Folder.Path], environment ?? (locks ? [] : _withoutLocks));
}
