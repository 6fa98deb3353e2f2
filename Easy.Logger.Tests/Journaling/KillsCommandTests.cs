namespace Easy.Logger.Tests.Journaling;

/// <summary>
/// Random options, attached appenders, sizes and damages under kills, in the short form. For longer:
/// <c>dotnet run -c Release --project Benchmarker -- kills --minutes N --seed S</c>.
/// </summary>
[Category("Exit")]
[Platform(Exclude = "Win", Reason = "SIGKILL")]
internal sealed class KillsCommandTests
{
    [Test]
    public void Kills_ShortForm_EachReturnedCallIsInALogInTheJournalOrCounted()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "kills", "--seed", "19", "--kills", "8", "--runs", "1");

        run.AssertEndsWith(0);

        Assert.That(run.Output, Has.Some.StartsWith("all: 1 run(s), 8 kill(s), ").And.Some.EndsWith(": holds"), run.Transcript);
    }
}
