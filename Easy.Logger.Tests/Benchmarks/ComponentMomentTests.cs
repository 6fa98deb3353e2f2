using Benchmarker.Watch;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is worked out of two readings of the meter.</summary>
internal sealed class ComponentMomentTests
{
    private static readonly TimeSpan _twoSeconds = TimeSpan.FromSeconds(2);

    [Test]
    public void Of_TwoReadings_RatesAreGrowthBySeconds()
    {
        MeterReading before = Reading(enqueued: 100, forwarded: 80, full: 0, waiting: 20, blocked: 1);
        MeterReading now = Reading(enqueued: 300, forwarded: 180, full: 50, waiting: 70, blocked: 5);

        ComponentMoment moment = ComponentMoment.Of("Async", before, now, _twoSeconds);

        Assert.Multiple(() =>
        {
            Assert.That(moment.EnqueuedPerSecond, Is.EqualTo(100));
            Assert.That(moment.ForwardedPerSecond, Is.EqualTo(50));
            Assert.That(moment.BlockedPerSecond, Is.EqualTo(2));
            Assert.That(moment.Errors, Is.EqualTo(new[] { new ErrorMoment("queue_full", 50, 25) }));
            Assert.That((moment.QueueSize, moment.QueueCapacity, moment.Fill), Is.EqualTo((70d, 100d, 0.7)));
            Assert.That(moment.OldestAge, Is.EqualTo(TimeSpan.FromSeconds(1.5)));
            Assert.That(moment.Imbalance, Is.Null);
        });
    }

    [Test]
    public void Of_Children_AreApartWithTheirFailures()
    {
        MeterReading before = new(
            [Child("file", 10), Child("file", 0, "appender_error"), Child("moody", 5), Child("moody", 5, "appender_error")], TimeSpan.Zero);
        MeterReading now = new(
            [Child("moody", 15), Child("moody", 9, "appender_error"), Child("file", 30), Child("file", 0, "appender_error")],
            TimeSpan.Zero);

        IReadOnlyList<ChildMoment> children = ComponentMoment.Of("Async", before, now, _twoSeconds).Children;

        Assert.That(children, Is.EqualTo(new[]
        {
            new ChildMoment("file", "FileAppender", 30, 10, 0, 0),
            new ChildMoment("moody", "FileAppender", 15, 5, 9, 2),
        }));
    }

    [Test]
    public void Of_Batches_AreAveraged()
    {
        MeterReading now = new(
            [Point(MeterNames.BatchSize, 100), Point(MeterNames.BatchSize, 300), Point(MeterNames.BatchDuration, 0.25),
                Point(MeterNames.BatchDuration, 0.75)], TimeSpan.Zero);

        ComponentMoment moment = ComponentMoment.Of("Async", Empty, now, _twoSeconds);

        Assert.That((moment.BatchSize, moment.BatchesPerSecond, moment.BatchDuration), Is.EqualTo((200d, 1d, TimeSpan.FromSeconds(0.5))));
    }

    [Test]
    public void Of_NothingBefore_BeganAtZeroAndNoTimeHasNoRates()
    {
        MeterReading now = Reading(enqueued: 10, forwarded: 10, full: 0, waiting: 0, blocked: 0);

        Assert.That(ComponentMoment.Of("Async", Empty, now, _twoSeconds).EnqueuedPerSecond, Is.EqualTo(5));
        Assert.That(ComponentMoment.Of("Async", Empty, now, TimeSpan.Zero).EnqueuedPerSecond, Is.Zero);
        Assert.That(
            ComponentMoment.Of("Async", Empty, new MeterReading([Point(MeterNames.Enqueued, 0)], TimeSpan.Zero), _twoSeconds).Fill,
            Is.Zero);
    }

    [Test]
    public void Of_NumbersThatDoNotAddUp_SaysSo()
    {
        MeterReading wrong = Reading(enqueued: 11, forwarded: 10, full: 0, waiting: 0, blocked: 0);

        Assert.That(
            ComponentMoment.Of("Async", wrong, wrong, _twoSeconds).Imbalance,
            Is.EqualTo("Async does not balance: 11 enqueued, 10 processed, 0 in the queue"));
    }

    [Test]
    public void At_ARoundOfTenSeconds_HasEveryMoodAndBeginsAgain()
    {
        MoodyAppender.Mood[] moods = [.. Enumerable.Range(0, 100).Select(tenth => MoodyAppender.At(TimeSpan.FromSeconds(tenth / 10.0)))];

        Assert.That(moods.Distinct(), Is.EquivalentTo(Enum.GetValues<MoodyAppender.Mood>()));
        Assert.That(moods.Count(mood => mood == MoodyAppender.Mood.Working), Is.GreaterThan(50));
        Assert.That(MoodyAppender.At(TimeSpan.FromSeconds(3604)), Is.EqualTo(MoodyAppender.Mood.Stalling));
    }

    private static MeterReading Empty { get; } = new([], TimeSpan.Zero);

    private static MeterReading Reading(double enqueued, double forwarded, double full, double waiting, double blocked) => new(
        [
            Point(MeterNames.Enqueued, enqueued),
            Point(MeterNames.Processed, forwarded),
            Point(MeterNames.Processed, full) with { ErrorType = MeterNames.QueueFull },
            Point(MeterNames.QueueSize, waiting),
            Point(MeterNames.QueueCapacity, 100),
            Point(MeterNames.OldestAge, 1.5),
            Point(MeterNames.Blocked, blocked),
            new MeterPoint(MeterNames.Enqueued, "another", 1_000_000),
        ],
        TimeSpan.Zero);

    private static MeterPoint Point(string instrument, double value) => new(instrument, "Async", value);

    private static MeterPoint Child(string name, double value, string? error = null) =>
        new(MeterNames.ChildProcessed, "Async", value, error, name, "FileAppender");
}
