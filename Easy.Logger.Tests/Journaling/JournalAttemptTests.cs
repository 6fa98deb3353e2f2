using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>Runs that end over an event, one after the other, on one journal.</summary>
internal sealed class JournalAttemptTests : FolderTests
{
    private const int MostRuns = 20;

    private readonly List<string> _written = [];
    private readonly FailureReporter _reporter = new(() => "test", TimeProvider.System);

    /// <summary>
    /// An event that no appender takes stays, and so stands before the one over which each run ends. Batches grow while they are fast, but
    /// not where a run has ended.
    /// </summary>
    [Test]
    public void Recover_AnyEventsStandBeforeTheOneThatEndsTheProcess_AreWrittenTwiceAtMostAndItIsPutAside([Range(1, 12)] int seed)
    {
        Chance chance = new(seed);
        string[] before = [.. Enumerable.Range(0, (seed - 1) * chance.Below(20)).Select(i => chance.OneIn(4) ? "bad" : $"{i}")];
        JournalFiles.Leave(Folder.Path, [.. before.Concat(["killer", "bad", "killer", "behind"]).Select(message => Some.Event(message))]);

        Assert.That(RunsUntilNoneEndsOver("killer"), Is.LessThanOrEqualTo(5));
        Assert.That(Directory.GetFiles(Folder.Path, "*.rejected"), Has.Length.EqualTo(1));
        Assert.That(_written.Distinct(), Is.EquivalentTo(before.Distinct()));
        Assert.That(
            _written.Where(message => message != "bad").GroupBy(message => message).Select(times => times.Count()), Has.All.LessThan(3));
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
