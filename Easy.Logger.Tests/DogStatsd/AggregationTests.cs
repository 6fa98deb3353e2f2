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
    public void Period_IsOver_EachSeriesThatCameIsOneLineAndAllElseWasSentAtOnce()
    {
        _scene.Sender.Counter("orders", 1, _de);
        _scene.Sender.Counter("orders", 2.5, _de);
        _scene.Sender.Counter("orders", 7, _fr);
        _scene.Sender.Counter("orders", 1, new DogStatsdTags(_de).WithCardinality(DogStatsdCardinality.High));
        _scene.Sender.Gauge("length", 3, _de);
        _scene.Sender.Gauge("length", 2, _de);
        for (int i = 0; i < 1_000; i++)
        {
            _scene.Sender.Counter("sampled", 1, sampleRate: 0.01); // leaves nothing out
        }

        Assert.That(_scene.Sender.Statistics.Accepted, Is.Zero, "nothing is sent before");
        _scene.Sender.Histogram("a", 1);
        _scene.Sender.Distribution("b", 1);
        _scene.Sender.Timer("c", 1);
        _scene.Sender.Set("d", "e");
        _scene.Sender.Counter("f", 1, timestamp: DateTimeOffset.UnixEpoch.AddSeconds(1));
        Assert.That(_scene.Sender.Statistics.Accepted, Is.EqualTo(5), "other types and timestamps");
        _scene.Time.Advance(_period);
        _scene.Sender.Counter("orders", 4, _fr);
        _scene.Time.Advance(_period);
        _scene.Time.Advance(_period);
        _scene.Sender.Counter("orders", 5, _fr);
        _scene.Flush();

        string[] expected =
        [
            "a:1|h", "b:1|d", "c:1|ms", "d:e|s", "f:1|c|T1", "sampled:1000|c", "orders:3.5|c|#country:de", "orders:7|c|#country:fr",
            "orders:1|c|#country:de|card:high", "length:2|g|#country:de", "orders:4|c|#country:fr", "orders:5|c|#country:fr",
        ];
        Assert.That(_scene.Transport.Lines, Is.EquivalentTo(expected));
    }

    /// <summary>Of lines that are almost too long there may be no room for the sum.</summary>
    [Test]
    public void WhatCannotBeSent_IsCounted()
    {
        string name = new('a', LineFormat.MaxBytes - "|c".Length - 3);
        _scene.Sender.Counter("a", double.NaN);
        _scene.Sender.Counter(string.Empty, 1);
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter(new string('c', 9_000), 1);
        for (int i = 0; i < 50; i++)
        {
            _scene.Sender.Counter(name, 99);
            _scene.Sender.Counter(name, 1_000);
        }

        _scene.Flush();

        Assert.That((_scene.Sender.Statistics.Invalid, _scene.Sender.Statistics.TooLarge), Is.EqualTo((3L, 51L)));
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
}
