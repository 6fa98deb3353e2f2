using System.Buffers;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Sending;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Counters and gauges are added up before they are sent, and not one byte is allocated per call.</summary>
[Category("DogStatsd")]
internal sealed class CostTests : IDisposable
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(2);
    private static readonly string[] _de = ["country:de"];
    private static readonly string[] _fr = ["country:fr"];
    private static readonly string[] _global = ["app:foo", "env:abc", "version:123"];
    private static readonly string?[] _texts = ["host:storage", "network:gigabit", "request:xyz"];
    private static readonly KeyValuePair<string, string?>[] _pairs =
        [new("host", "storage"), new("network", "gigabit"), new("request", "xyz")];

    private readonly SenderScene _scene = new(options => options.AggregationPeriod = (int)_period.TotalMilliseconds);

    public void Dispose() => _scene.Dispose();

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
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter("b", double.MaxValue);
        _scene.Sender.Counter(new string('c', 9_000), 1);
        for (int i = 0; i < 50; i++)
        {
            _scene.Sender.Counter(name, 99);
            _scene.Sender.Counter(name, 1_000);
        }

        _scene.Flush();

        Assert.That((_scene.Sender.Statistics.Invalid, _scene.Sender.Statistics.TooLarge), Is.EqualTo((1L, 51L)));
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
    public void Serializer_EveryForm_AllocatesNothing([Values] bool hasGlobal)
    {
        DogStatsdTagSerializer serializer = new(hasGlobal ? _global : null, TagCleaning.Replace);
        byte[] memory = new byte[512];
        ArrayBufferWriter<byte> writer = new(512);

        long allocated = Allocated.By(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                writer.ResetWrittenCount();
                serializer.WriteTo(writer, _texts);
                serializer.WriteTo(writer, _pairs);
                _ = serializer.TryWrite(memory, ["a,b:c|d", "\u00E9\uD83D\uDE00,"], out _);
                _ = serializer.Format();
                _ = serializer.Format(ReadOnlySpan<string?>.Empty);
                _ = serializer.Format(ReadOnlySpan<KeyValuePair<string, string?>>.Empty);
            }
        });
        Assert.That(allocated, Is.Zero);
    }

    /// <summary>Within one packet: a packet more than there ever were at a time is memory that is kept, not memory per call.</summary>
    [Test]
    public void Sender_EveryKindOfMetric_AllocatesNothing([Values(0, 2_000)] int aggregationPeriod)
    {
        const int CallsOfOnePacket = 100;
        using SenderScene scene = new(options =>
        {
            options.Tags = new DogStatsdTagSerializer(_global);
            options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max;
            options.AggregationPeriod = aggregationPeriod;
        });
        DogStatsdSender sender = scene.Sender;
        double[] values = [1, 2.5, 0.00005, 1e15 + 0.5, 1e16];
        int rounds = 0;

        Assert.That(Allocated.By(SendOnePacket, first: BeginPacket), Is.Zero);
        scene.Flush();
        Assert.That(scene.Transport.Metrics.Count(), Is.GreaterThanOrEqualTo(rounds * CallsOfOnePacket * 4));

        void BeginPacket()
        {
            scene.Flush();
            sender.Counter("first", 1); // sets a timer, and those of tests allocate
            sender.Timer("first", 1);
        }

        void SendOnePacket()
        {
            rounds++;
            for (int i = 0; i < CallsOfOnePacket; i++)
            {
                sender.Counter("requests", 1, _texts, sampleRate: 0.999_999);
                sender.Gauge("queue", 12.5, _pairs);
                sender.Histogram("size", values, _texts);
                sender.Distribution("latency", 0.25);
                sender.Timer("time", 17);
                sender.Set("users", "somebody", _texts);
            }
        }
    }
}
