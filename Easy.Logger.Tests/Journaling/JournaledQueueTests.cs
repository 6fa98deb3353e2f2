using Benchmarker;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Journaling;

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

    [Test]
    public void WriteDownAndAppend_ManyTimes_AllocateNothing()
    {
        JournalDriver driver = Start(bufferSize: 10, limit: 10);
        LoggingEvent loggingEvent = new(null, null, new LoggingEventData { Message = "message" }) { Fix = FixFlags.None };
        CapturePlan plan = new();

        Assert.That(Allocated.By(WriteAThousand), Is.Zero);

        void WriteAThousand()
        {
            for (int i = 0; i < 1_000; i++)
            {
                JournalRecord? record = driver.Journal.WriteDown(loggingEvent, plan);
                driver.Journal.Complete([driver.Journal.Append(record)]);
                record!.Return();
            }
        }
    }

    /// <summary>What is evicted behind a batch that does not come back makes room all the same.</summary>
    [Test]
    public void Enqueue_BatchHangs_DropOldest_TheNewestAreKept()
    {
        JournalDriver driver = Start(bufferSize: 2, limit: 10, OverflowPolicy.DropOldest);
        driver.Enqueue("hangs 1");
        driver.Enqueue("hangs 2");
        driver.Take();

        string[] messages = [.. Enumerable.Range(0, 30_000).Select(i => $"{i}".PadRight(MessageLength))];
        Array.ForEach(messages, message => driver.Enqueue(message));

        Assert.That(driver.Survivors(), Is.EqualTo(messages.TakeLast(8).Prepend("hangs 2").Prepend("hangs 1")));
        Assert.That(driver.Statistics.DroppedFor(DropReason.QueueFull), Is.Zero);
        Assert.That((driver.Missed.Journaled, driver.Missed.NotJournaled), Is.EqualTo((messages.Length + 2L, 0L)));

        driver.Complete();
        Assert.That(driver.Survivors(), Is.EqualTo(messages.TakeLast(8)));
    }

    /// <summary>From ten characters to a million, most of which the journal has no room for.</summary>
    [Test]
    public void AllMembers_EventsOfAnySize_AreDroppedAndWaitAsWithoutAJournal([Values] OverflowPolicy policy, [Values(301, 302)] int seed)
    {
        Chance chance = new(seed);
        BufferingOptions options = QueueDriver.Options(bufferSize: 8, limit: 40, policy, blockTimeout: 0);
        QueueDriver plain = new(options);
        _driver = new JournalDriver(options, limit: 4);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error];
        for (int step = 0; step < 1_000; step++)
        {
            if (chance.Below(100) < 90)
            {
                (string message, Level level) = ($"{step} ".PadRight(10 << chance.Below(17)), chance.Of(levels));
                _driver.Enqueue(message, level);
                plain.Enqueue(message, level);
            }
            else if (_driver.InHand.Count > 0)
            {
                _driver.Complete();
                plain.Complete();
            }
            else if (_driver.Statistics.Pending > 0)
            {
                Assert.That(plain.TakeDue(), Is.EqualTo(_driver.TakeDue()));
            }

            BufferStatistics journaled = _driver.Statistics;
            Assert.That(journaled.DropCounts.Select(TextOf), Is.EquivalentTo(plain.Statistics.DropCounts.Select(TextOf)), $"step {step}");
            Assert.That(journaled.BlockedCalls, Is.EqualTo(plain.Statistics.BlockedCalls));
        }

        Assert.That(_driver.Missed.NotJournaledFor(JournalMiss.Full), Is.GreaterThan(10));
        Assert.That(_driver.Statistics.Dropped, Is.GreaterThan(100));
    }

    /// <summary>
    /// Any sequence of steps: at any moment the next run would find the batch under way and the queued events, in order and each once.
    /// </summary>
    [TestCase(OverflowPolicy.DropNewest, 1, 4, 201)]
    [TestCase(OverflowPolicy.DropNewest, 4, 60, 202)]
    [TestCase(OverflowPolicy.DropOldest, 1, 4, 203)]
    [TestCase(OverflowPolicy.DropOldest, 8, 30, 205)]
    [TestCase(OverflowPolicy.DropLowestLevel, 1, 4, 206)]
    [TestCase(OverflowPolicy.DropLowestLevel, 8, 30, 208)]
    [TestCase(OverflowPolicy.Block, 4, 60, 209)]
    public void AllMembers_AnySequenceOfSteps_TheJournalHasWhatTheQueueHolds(OverflowPolicy policy, int bufferSize, int limit, int seed)
    {
        Chance chance = new(seed);
        JournalDriver driver = Start(bufferSize, limit, policy, blockTimeout: 0);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error];
        for (int step = 0; step < 1_000; step++)
        {
            switch (chance.Below(100))
            {
                case < 10:
                    IReadOnlyList<string> survivors = driver.Survivors();
                    Assert.That(survivors, Has.Count.EqualTo(driver.Statistics.Pending), $"step {step}");
                    Assert.That(survivors.Select(message => int.Parse(message, CultureInfo.InvariantCulture)), Is.Ordered.And.Unique,
                        $"step {step}");
                    Assert.That(survivors.Take(driver.InHand.Count), Is.EqualTo(driver.InHand), $"step {step}");
                    break;
                case 10:
                    OverflowPolicy next = chance.OneIn(2) ? policy : chance.Of(Enum.GetValues<OverflowPolicy>());
                    driver.Queue.Configure(
                        QueueDriver.Options(1 + chance.Below(bufferSize), 1 + chance.Below(limit), next, blockTimeout: 0));
                    break;
                case < 65:
                    driver.Enqueue($"{step}".PadRight(chance.Below(chance.Below(20) == 0 ? 30_000 : 130)), chance.Of(levels));
                    break;
                default:
                    if (driver.InHand.Count > 0)
                    {
                        driver.Complete(chance.Below(driver.InHand.Count + 1));
                    }
                    else if (driver.Statistics.Pending > 0)
                    {
                        driver.TakeDue();
                    }

                    break;
            }
        }

        Assert.That(driver.Missed.NotJournaled, Is.Zero);
    }

    private JournalDriver Start(int bufferSize, int limit, OverflowPolicy policy = OverflowPolicy.Block, int blockTimeout = -1) =>
        _driver = new JournalDriver(QueueDriver.Options(bufferSize, limit, policy, blockTimeout));

    private static string TextOf(DropCount drop) => $"{drop}";

    /// <summary>The segment that was made for large events waits for the next one, for a minute.</summary>
    [TestCase(30, 1)]
    [TestCase(90, 2)]
    public void Append_LargeEventsNowAndThen_TheFirstOfAMinuteIsNotJournaled(int seconds, int missed)
    {
        using JournalDriver driver = new(new BufferingOptions { BufferSize = 4, QueueLimit = 16 });
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
