using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>One reading for all instruments of a collection, and a new one for the next.</summary>
[Category("Metrics")]
internal sealed class MeterCollectionTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly MeterCollection _collection;
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
}
