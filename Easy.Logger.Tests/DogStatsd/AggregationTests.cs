using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Sending;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Counters and gauges that are added up before they are sent.</summary>
[Category("DogStatsd")]
internal sealed class AggregationTests : IDisposable
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(2);
    private static readonly string[] _de = ["country:de"];
    private static readonly string[] _fr = ["country:fr"];

    private readonly SenderScene _scene = new(options => options.AggregationPeriod = (int)_period.TotalMilliseconds);

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Counter_CalledAMillionTimes_IsFewLinesWithTheSameSum()
    {
        const int Threads = 4;
        const int Calls = 250_000;
        Parallel.For(0, Threads, _ =>
        {
            for (int i = 1; i <= Calls; i++)
            {
                _scene.Sender.Counter("orders", 1, _de);
                if (i % 50_000 == 0)
                {
                    _scene.Time.Advance(_period);
                }
            }
        });
        _scene.Flush();

        Assert.That(_scene.Transport.Metrics.Sum(metric => metric.Numbers.Single()), Is.EqualTo(Threads * Calls));
        Assert.That(_scene.Transport.Metrics.Count(), Is.LessThanOrEqualTo((Threads * Calls / 50_000) + 1));
        Assert.That(_scene.Sender.Statistics.Accepted, Is.EqualTo(_scene.Transport.Lines.Count));
    }

    [Test]
    public void Period_IsOver_EachSeriesThatCameIsOneLine()
    {
        _scene.Sender.Counter("orders", 1, _de);
        _scene.Sender.Counter("orders", 2.5, _de);
        _scene.Sender.Counter("orders", 7, _fr);
        _scene.Sender.Counter("orders", 1, new DogStatsdTags(_de).WithCardinality(DogStatsdCardinality.High));
        _scene.Sender.Gauge("length", 3, _de);
        _scene.Sender.Gauge("length", 2, _de);
        Assert.That(_scene.Sender.Statistics.Accepted, Is.Zero, "nothing is sent before");
        _scene.Time.Advance(_period);
        _scene.Sender.Counter("orders", 4, _fr);
        _scene.Time.Advance(_period);
        _scene.Time.Advance(_period);
        _scene.Sender.Counter("orders", 5, _fr);
        _scene.Flush();

        string[] expected =
        [
            "orders:3.5|c|#country:de", "orders:7|c|#country:fr", "orders:1|c|#country:de|card:high", "length:2|g|#country:de",
            "orders:4|c|#country:fr", "orders:5|c|#country:fr",
        ];
        Assert.That(_scene.Transport.Lines, Is.EquivalentTo(expected));
    }

    [Test]
    public void OtherTypesAndTimestamps_AreSentAtOnce()
    {
        _scene.Sender.Histogram("a", 1);
        _scene.Sender.Distribution("b", 1);
        _scene.Sender.Timer("c", 1);
        _scene.Sender.Set("d", "e");
        _scene.Sender.Counter("f", 1, timestamp: DateTimeOffset.UnixEpoch.AddSeconds(1));

        Assert.That(_scene.Sender.Statistics.Accepted, Is.EqualTo(5));
    }

    [Test]
    public void SampleRate_LeavesNothingOut()
    {
        for (int i = 0; i < 1_000; i++)
        {
            _scene.Sender.Counter("a", 1, sampleRate: 0.01);
        }

        Assert.That(_scene.LineOf(_ => { }), Is.EqualTo("a:1000|c"));
    }

    [Test]
    public void InvalidValues_AreCounted()
    {
        _scene.Sender.Counter("a", double.NaN);
        _scene.Sender.Counter(string.Empty, 1);
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter(new string('c', 9_000), 1);
        _scene.Flush();

        Assert.That(
            (_scene.Sender.Statistics.Invalid, _scene.Sender.Statistics.TooLarge, _scene.Sender.Statistics.Sent), Is.EqualTo((3L, 1L, 0L)));
    }

    /// <summary>There may be no room for their sum.</summary>
    [Test]
    public void LinesThatAreAlmostTooLong_AreCountedOneByOne()
    {
        string name = new('a', LineFormat.MaxBytes - "|c".Length - 3);
        for (int i = 0; i < 50; i++)
        {
            _scene.Sender.Counter(name, 99);
            _scene.Sender.Counter(name, 1_000);
        }

        _scene.Flush();

        Assert.That((_scene.Sender.Statistics.TooLarge, _scene.Sender.Statistics.Invalid), Is.EqualTo((50L, 0L)));
        Assert.That(_scene.Transport.Lines, Has.Count.EqualTo(50).And.All.EqualTo(name + ":99|c"));
    }

    [Test]
    public void MoreSeriesThanAreKept_TheRestIsSentAtOnce()
    {
        for (int i = 0; i < Aggregator.MaxSeries + 10; i++)
        {
            _scene.Sender.Counter($"a{i}", 1);
        }

        Assert.That(_scene.Sender.Statistics.Accepted, Is.EqualTo(10));
        _scene.Flush();
        Assert.That(_scene.Transport.Lines, Has.Count.EqualTo(Aggregator.MaxSeries + 10).And.Unique);
    }

    [Test]
    public void Calls_OfAKnownSeries_AllocateNothing()
    {
        Assert.That(Allocated.By(CallAll), Is.Zero);

        void CallAll()
        {
            for (int i = 0; i < 1_000; i++)
            {
                _scene.Sender.Counter("orders", 1, _de);
                _scene.Sender.Gauge("length", i, _fr);
            }
        }
    }
}
