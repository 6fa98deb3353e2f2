using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>The journal beside its queue: what a kill at any moment would leave is what the queue holds.</summary>
internal sealed class JournaledQueueTests
{
    private const int MessageLength = 100;

    private JournalDriver? _driver;

    [TearDown]
    public void End() => _driver?.Dispose();

    /// <summary>What finds no room costs the others none.</summary>
    [Test]
    public void Enqueue_LargerThanTheRestOfTheLimit_TheOthersAreKept()
    {
        _driver = new JournalDriver(QueueDriver.Options(bufferSize: 100, limit: 100, OverflowPolicy.Block, blockTimeout: 0), limit: 4);
        _driver.Enqueue(new string('x', 5 << 20));
        _driver.Journal.Tend();

        for (int i = 0; i < 10; i++)
        {
            _driver.Enqueue(new string('y', 300_000));
            _driver.Journal.Tend();
        }

        Assert.That(_driver.Survivors(), Has.Count.EqualTo(10));
        Assert.That(_driver.Missed.NotJournaledFor(JournalMiss.Full), Is.EqualTo(1));
    }

    private static IEnumerable<TestCaseData> Sequences() =>
        from policy in Enum.GetValues<OverflowPolicy>()
        from shape in new[] { (1, 1, "none"), (2, 5, "none"), (3, 100, "none"), (1, 4, "roomy"), (8, 30, "roomy"), (8, 40, "full") }
        select new TestCaseData(policy, shape.Item1, shape.Item2, shape.Item3);

    /// <summary>
    /// Any sequence of steps: with a journal and without the queue does what a plain list does, and at any moment the next run would find
    /// the batch under way and the queued events. One journal is full: it has no room for most of its events, of up to a million letters.
    /// </summary>
    [TestCaseSource(nameof(Sequences))]
    public void AllMembers_AnySequenceOfSteps_DoWhatAPlainListDoesAndTheJournalHasTheSame(
        OverflowPolicy policy, int bufferSize, int limit, string journal)
    {
        Chance chance = new(seed: 201);
        BufferingOptions options = QueueDriver.Options(bufferSize, limit, policy, blockTimeout: 0);
        _driver = journal == "none" ? null : new JournalDriver(options, journal == "full" ? 4 : 16);
        QueueDriver driver = _driver ?? new QueueDriver(options);
        QueueModel model = new(policy, limit);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error];
        for (int step = 0; step < 1_000; step++)
        {
            if (chance.Below(20) < 17)
            {
                int length = journal == "full" ? 10 << chance.Below(17) : chance.Below(chance.OneIn(20) ? 30_000 : 130);
                (string message, Level level) = ($"{step} ".PadRight(length), chance.Of(levels));
                driver.Enqueue(message, level);
                model.Enqueue(message, level);
            }
            else if (driver.InHand.Count > 0)
            {
                int failed = chance.Below(driver.InHand.Count + 1);
                driver.Complete(failed);
                model.Complete(failed);
            }
            else if (chance.OneIn(10))
            {
                OverflowPolicy next = chance.OneIn(2) ? policy : chance.Of(Enum.GetValues<OverflowPolicy>());
                int newLimit = 1 + chance.Below(limit);
                driver.Configure(1 + chance.Below(bufferSize), newLimit, next, blockTimeout: 0);
                model.Configure(next, newLimit);
            }
            else if (driver.Statistics.Pending > 0)
            {
                // How events are grouped after an eviction is not promised.
                string[] taken = driver.TakeDue();
                Assert.That(taken, Is.EqualTo(model.Take(taken.Length)).And.Length.InRange(1, bufferSize));
            }

            Assert.That(Counts(driver.Statistics), Is.EqualTo(model.Counts), $"step {step}");
            Assert.That(driver.Statistics.BlockedCalls, Is.Zero);
            if (journal == "roomy" && chance.OneIn(10))
            {
                Assert.That(_driver!.Survivors(), Is.EqualTo(model.Held), $"step {step}");
            }
        }

        Assert.That(driver.Statistics.DropCounts.Select(drop => $"{drop}"), Is.EqualTo(model.Drops));
        Assert.That(driver.Statistics.Dropped, Is.GreaterThan(100), "the steps filled the queue");
        Assert.That(driver.Statistics.Failed, Is.Positive);
        Assert.That(_driver?.Missed.NotJournaled ?? 0, journal == "full" ? Is.GreaterThan(10) : Is.Zero);
    }

    private static (long Accepted, long Forwarded, long Failed, long Dropped, long Pending) Counts(BufferStatistics statistics) =>
        (statistics.Accepted, statistics.Forwarded, statistics.Failed, statistics.Dropped, statistics.Pending);

    /// <summary>The segment that was made for large events waits for the next one, for a minute.</summary>
    [TestCase(30, 1)]
    [TestCase(90, 2)]
    public void Append_LargeEventsNowAndThen_TheFirstOfAMinuteIsNotJournaled(int seconds, int missed)
    {
        JournalDriver driver = _driver = new JournalDriver(new BufferingOptions { BufferSize = 4, QueueLimit = 16 });
        for (int i = 0; i < 2; i++)
        {
            driver.Enqueue(new string('x', 3_000_000));
            driver.TakeDue();
            driver.Complete();
            driver.Advance(seconds);
        }

        Assert.That(driver.Missed.NotJournaledFor(JournalMiss.Full), Is.EqualTo(missed));
    }
}
