using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Sending;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Counters and gauges that are added up before they are sent.</summary>
[Category("DogStatsd")]
internal sealed class AggregationTests
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(2);
    private static readonly string[] _de = ["country:de"];
    private static readonly string[] _fr = ["country:fr"];

    [Test]
    public void Counter_CalledAMillionTimes_IsFewLinesWithTheSameSum()
    {
        const int Threads = 4;
        const int Calls = 250_000;
        using SenderScene scene = Scene();

        Parallel.For(0, Threads, _ =>
        {
            for (int i = 1; i <= Calls; i++)
            {
                scene.Sender.Counter("orders", 1, _de);
                if (i % 50_000 == 0)
                {
                    scene.Time.Advance(_period);
                }
            }
        });
        scene.Flush();

        Assert.That(scene.Transport.Metrics.Sum(metric => metric.Numbers.Single()), Is.EqualTo(Threads * Calls));
        Assert.That(scene.Transport.Metrics.Count(), Is.LessThanOrEqualTo((Threads * Calls / 50_000) + 1));
        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(scene.Transport.Lines.Count));
    }

    [Test]
    public void Period_IsOver_EachSeriesThatCameIsOneLine()
    {
        using SenderScene scene = Scene();
        scene.Sender.Counter("orders", 1, _de);
        scene.Sender.Counter("orders", 2.5, _de);
        scene.Sender.Counter("orders", 7, _fr);
        scene.Sender.Counter("orders", 1, new DogStatsdTags(_de).WithCardinality(DogStatsdCardinality.High));
        scene.Sender.Gauge("length", 3, _de);
        scene.Sender.Gauge("length", 2, _de);
        Assert.That(scene.Sender.Statistics.Accepted, Is.Zero, "nothing is sent before");
        scene.Time.Advance(_period);
        scene.Sender.Counter("orders", 4, _fr);
        scene.Time.Advance(_period);
        scene.Time.Advance(_period);
        scene.Sender.Counter("orders", 5, _fr);
        scene.Flush();

        string[] expected =
        [
            "orders:3.5|c|#country:de", "orders:7|c|#country:fr", "orders:1|c|#country:de|card:high", "length:2|g|#country:de",
            "orders:4|c|#country:fr", "orders:5|c|#country:fr",
        ];
        Assert.That(scene.Transport.Lines, Is.EquivalentTo(expected));
    }

    [Test]
    public void OtherTypesAndTimestamps_AreSentAtOnce()
    {
        using SenderScene scene = Scene();
        scene.Sender.Histogram("a", 1);
        scene.Sender.Distribution("b", 1);
        scene.Sender.Timer("c", 1);
        scene.Sender.Set("d", "e");
        scene.Sender.Counter("f", 1, timestamp: DateTimeOffset.UnixEpoch.AddSeconds(1));

        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(5));
    }

    [Test]
    public void SampleRate_LeavesNothingOut()
    {
        using SenderScene scene = Scene();
        for (int i = 0; i < 1_000; i++)
        {
            scene.Sender.Counter("a", 1, sampleRate: 0.01);
        }

        Assert.That(scene.LineOf(_ => { }), Is.EqualTo("a:1000|c"));
    }

    [Test]
    public void InvalidValues_AreCounted()
    {
        using SenderScene scene = Scene();
        scene.Sender.Counter("a", double.NaN);
        scene.Sender.Counter(string.Empty, 1);
        scene.Sender.Counter("b", double.MaxValue);
        scene.Sender.Counter("b", double.MaxValue);
        scene.Sender.Counter(new string('c', 9_000), 1);
        scene.Flush();

        Assert.That(
            (scene.Sender.Statistics.Invalid, scene.Sender.Statistics.TooLarge, scene.Sender.Statistics.Sent), Is.EqualTo((3L, 1L, 0L)));
    }

    /// <summary>There may be no room for their sum.</summary>
    [Test]
    public void LinesThatAreAlmostTooLong_AreCountedOneByOne()
    {
        using SenderScene scene = Scene();
        string name = new('a', LineFormat.MaxBytes - "|c".Length - 3);
        for (int i = 0; i < 50; i++)
        {
            scene.Sender.Counter(name, 99);
            scene.Sender.Counter(name, 1_000);
        }

        scene.Flush();

        Assert.That((scene.Sender.Statistics.TooLarge, scene.Sender.Statistics.Invalid), Is.EqualTo((50L, 0L)));
        Assert.That(scene.Transport.Lines, Has.Count.EqualTo(50).And.All.EqualTo(name + ":99|c"));
    }

    [Test]
    public void MoreSeriesThanAreKept_TheRestIsSentAtOnce()
    {
        using SenderScene scene = Scene();
        for (int i = 0; i < Aggregator.MaxSeries + 10; i++)
        {
            scene.Sender.Counter($"a{i}", 1);
        }

        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(10));
        scene.Flush();
        Assert.That(scene.Transport.Lines, Has.Count.EqualTo(Aggregator.MaxSeries + 10).And.Unique);
    }

    [Test]
    public void Calls_OfAKnownSeries_AllocateNothing()
    {
        using SenderScene scene = Scene();

        Assert.That(Allocated.By(CallAll), Is.Zero);

        void CallAll()
        {
            for (int i = 0; i < 1_000; i++)
            {
                scene.Sender.Counter("orders", 1, _de);
                scene.Sender.Gauge("length", i, _fr);
            }
        }
    }

    private static SenderScene Scene() => new(options => options.AggregationPeriod = (int)_period.TotalMilliseconds);
}
