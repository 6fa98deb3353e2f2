namespace Easy.Logger.Tests.Journaling;

/// <summary>Runs that end over an event, one after the other, on one journal.</summary>
internal sealed class JournalAttemptTests : FolderTests
{
    private const int MostRuns = 20;

    private readonly List<string> _written = [];
    private readonly FailureReporter _reporter = new(() => "test", TimeProvider.System);

    /// <summary>An event that no appender takes stays, and so stands before the one over which each run ends.</summary>
    [TestCase("bad", "killer", "behind it")]
    [TestCase("fine", "bad", "bad", "killer")]
    [TestCase("killer", "bad", "killer")]
    public void Recover_EventsThatFailStandBeforeTheOneThatEndsTheProcess_IsPutAside(params string[] messages)
    {
        JournalFiles.Leave(Folder.Path, [.. messages.Select(message => Some.Event(message))]);

        Assert.That(RunsUntilNoneEndsOver("killer"), Is.LessThanOrEqualTo(5));
        Assert.That(Directory.GetFiles(Folder.Path, "*.rejected"), Has.Length.EqualTo(1));
    }

    /// <summary>Each event has a number of its own: one does not keep the other from being counted.</summary>
    [Test]
    public void Recover_AnotherEventBeforeItEndsTheProcessFromNowOn_IsPutAside()
    {
        JournalFiles.Leave(Folder.Path, Some.Event("bad"), Some.Event("killer"));
        EndsOver(message => message == "killer");
        EndsOver(message => message == "killer");

        Assert.That(RunsUntilNoneEndsOver("bad"), Is.LessThanOrEqualTo(5));
    }

    /// <summary>Batches grow while they are fast, but not where a run has ended.</summary>
    [Test]
    public void Recover_ManyEventsStandBeforeTheOneThatEndsTheProcess_AreWrittenTwiceAtMost()
    {
        JournalFiles.Leave(Folder.Path, [.. Enumerable.Range(0, 100).Select(i => Some.Event($"{i}"))]);

        while (EndsOver(message => message == "69"))
        {
            // The next run.
        }

        Assert.That(_written.Distinct().Count(), Is.EqualTo(69), "those before it");
        Assert.That(_written.GroupBy(message => message).Max(times => times.Count()), Is.EqualTo(2));
    }

    private int RunsUntilNoneEndsOver(string killer)
    {
        int runs = 1;
        while (EndsOver(message => message == killer) && runs < MostRuns)
        {
            runs++;
        }

        return runs;
    }

    /// <returns>Whether the run ends over an event, as <paramref name="ends" /> says.</returns>
    private bool EndsOver(Func<string, bool> ends)
    {
        using Lane own = Lane.Create(Folder.Path);
        using Recovery recovery = new(Folder.Path, _reporter);
        recovery.Find(own, _ => false, isStart: false);
        while (recovery.IsUnderWay)
        {
            if (recovery.TakeNext(most: 16, timestamp: 0)?.ToArray() is not { } events)
            {
                continue;
            }

            recovery.BeginAttempt();
            string[] batch = [.. events.Select(loggingEvent => loggingEvent.RenderedMessage!)];
            _written.AddRange(batch.TakeWhile(message => !ends(message)));
            if (Array.Exists(batch, message => ends(message)))
            {
                own.Release();
                return true;
            }

            recovery.Complete(i => batch[i] == "bad", TimeSpan.Zero);
        }

        own.Release();
        return false;
    }
}
