using Benchmarker;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

internal sealed class LevelStoreTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly LevelStore _store;

    public LevelStoreTests() => _store = new LevelStore(_clock, batchSize: 8);

    [Test]
    [NonParallelizable] // it measures the memory of the whole process
    public void Trim_ManyEventsHaveLeft_KeepsNoMemoryForThem()
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        LoggingEvent loggingEvent = Some.Event();
        for (int i = 0; i < 100_000; i++)
        {
            _store.Add(loggingEvent);
        }

        while (_store.Count > 0)
        {
            _store.Take(long.MaxValue);
        }

        _store.Trim();

        Assert.That(GC.GetTotalMemory(forceFullCollection: true) - before, Is.LessThan(2 * 1024 * 1024));
        Add(("again", Level.Info));
        Assert.That(RemoveAll(), Is.EqualTo(new[] { "again" }));
    }

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    public void AllMembers_AnySequenceOfSteps_DoWhatASearchedListDoes(int seed)
    {
        Chance chance = new(seed);
        Level?[] levels = [Level.Debug, Level.Fine, Level.Info, Level.Warn, Level.Error, Level.Fatal, new Level(45_000, "NOTICED"), null];
        List<(LoggingEvent Event, long Sequence, long Time)> model = [];
        for (int step = 0; step < 10_000; step++)
        {
            _clock.Advance(TimeSpan.FromTicks(chance.Below(3)));
            LoggingEvent newcomer = chance.Of(levels) is { } level ? Some.Event($"{step}", level) : Some.EventWithoutLevel($"{step}");
            switch (chance.Below(step / 1000 % 2 == 0 ? 4 : 8))
            {
                case 0 when model.Count > 0:
                    Assert.That(_store.RemoveOldest(), Is.SameAs(model[0].Event));
                    model.RemoveAt(0);
                    break;
                case 1:
                    LoggingEvent? lowest = model.Select(entry => entry.Event).MinBy(Value);
                    LoggingEvent? victim = lowest is not null && Value(lowest) < Value(newcomer) ? lowest : null;
                    Assert.That(_store.EvictFor(newcomer.Level)?.Captured.Event, Is.SameAs(victim));
                    model.RemoveAll(entry => ReferenceEquals(entry.Event, victim));
                    break;
                default:
                    model.Add((newcomer, _store.NextSequence, _clock.GetTimestamp()));
                    _store.Add(newcomer);
                    break;
            }

            Assert.That(_store.Count, Is.EqualTo(model.Count));
            Assert.That(_store.HeadSequence, Is.EqualTo(model.Count > 0 ? model[0].Sequence : _store.NextSequence));
            if (model.Count > 0)
            {
                Assert.That(_store.OldestTimestamp, Is.EqualTo(model[0].Time));
            }
        }
    }

    private static int Value(LoggingEvent loggingEvent) => loggingEvent.Level?.Value ?? int.MinValue;

    private void Add(params (string Message, Level Level)[] events) =>
        Array.ForEach(events, e => _store.Add(Some.Event(e.Message, e.Level)));

    private List<string> RemoveAll()
    {
        List<string> messages = [];
        while (_store.Count > 0)
        {
            messages.Add(_store.RemoveOldest().RenderedMessage ?? string.Empty);
        }

        return messages;
    }
}
