using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>
/// One reading for all instruments of a collection, and a new one for the next; the appenders that it is of, and what is left of those that
/// have ended.
/// </summary>
[Category("Metrics")]
internal sealed class MeterCollectionTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly MeterCollection _collection;
    private readonly MeteredComponents _components = new();
    private int _readings;

    public MeterCollectionTests() => _collection = new MeterCollection(
        () =>
        {
            Interlocked.Increment(ref _readings);
            return [];
        },
        _clock);

    [Test]
    public void For_EachInstrumentOfACollection_IsOneReadingAndANewOneForTheNext([Values(0, 1)] int first)
    {
        Collect(first, 2, 31);
        Assert.That(_readings, Is.EqualTo(1));

        Collect(first, 2);

        Assert.That(_readings, Is.EqualTo(2));
    }

    [Test]
    public void For_OtherThread_HasAReadingOfItsOwn()
    {
        Collect(0);

        Eventually.Returns(() => Collect(1, 2), "the other collection");
        Collect(1, 2);

        Assert.That(_readings, Is.EqualTo(2));
    }

    [Test]
    public void For_ReadingIsOlderThanACollectionTakes_IsANewOne()
    {
        Collect(0);
        _clock.Advance(MeterCollection.MaxAge);
        Collect(1);
        Assert.That(_readings, Is.EqualTo(1));

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        Collect(2);

        Assert.That(_readings, Is.EqualTo(2));
    }

    private void Collect(params int[] instruments) => Array.ForEach(instruments, instrument => _collection.For(instrument));

    [Test]
    public void Read_MoreNamesEndThanAreKept_RestIsAddedUpUnderOne()
    {
        for (int i = 0; i < MeteredComponents.MaxNames + 50; i++)
        {
            RunAndEnd($"appender {i}", accepted: 2);
        }

        IReadOnlyList<ComponentReading> readings = _components.Read();

        Assert.That(readings, Has.Count.EqualTo(MeteredComponents.MaxNames + 1));
        Assert.That(readings.Single(reading => reading.Name == MeteredComponents.Others).Enqueued, Is.EqualTo(100));
        Assert.That(readings.Sum(reading => reading.Enqueued), Is.EqualTo(2 * (MeteredComponents.MaxNames + 50)));
        RunAndEnd("appender 3", accepted: 5);
        Assert.That(_components.Read().Single(reading => reading.Name == "appender 3").Enqueued, Is.EqualTo(7), "known ones go on");
    }

    [Test]
    public void AppenderCounters_MoreNamesThanAreKept_ShareOneEntry()
    {
        AppenderCounterMap counters = new();
        for (int i = 0; i < AppenderCounterMap.MaxNames + 50; i++)
        {
            counters.Of($"child {i}", "FileAppender").Add(forwarded: 1, failed: 1);
        }

        Assert.That(counters.All, Has.Count.EqualTo(AppenderCounterMap.MaxNames + 1));
        Assert.That(counters.All.Single(child => child.Name == AppenderCounterMap.Others).Forwarded, Is.EqualTo(50));
        Assert.That(counters.All.Sum(child => child.Failed), Is.EqualTo(AppenderCounterMap.MaxNames + 50));
        Assert.That(counters.Of("child 7", "FileAppender").Forwarded, Is.EqualTo(1), "known ones go on");
        Assert.That(counters.Of(null, "FileAppender").Name, Is.EqualTo(AppenderCounterMap.Others));
    }

    private void RunAndEnd(string name, long accepted)
    {
        Counters counters = new(accepted);
        _components.Open(counters, name);
        _components.End(counters);
    }

    /// <summary>The counters of an appender that forwarded all it got.</summary>
    private sealed class Counters(long accepted) : IMetered
    {
        public int QueueLimit => 10;

        public IReadOnlyList<AppenderCounters> Children => [];

        public BufferStatistics Read() => new() { State = BufferState.Running, Accepted = accepted, Forwarded = accepted, DropCounts = [] };

        public BufferStatistics ReadLast(Action countRejected) => Read();
    }
}
