using System.Buffers;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Counting;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Not one byte per call, in all of the article's categories, in the sender and in what counts.</summary>
[Category("DogStatsd")]
internal sealed class AllocationTests
{
    private static readonly string[] _global = ["app:foo", "env:abc", "version:123"];
    private static readonly string?[] _texts = ["host:storage", "network:gigabit", "request:xyz"];
    private static readonly KeyValuePair<string, string?>[] _pairs =
        [new("host", "storage"), new("network", "gigabit"), new("request", "xyz")];

    [Test]
    public void Serializer_EveryForm_AllocatesNothing([Values] bool hasGlobal)
    {
        DogStatsdTagSerializer serializer = new(hasGlobal ? _global : null, TagCleaning.Replace);
        byte[] memory = new byte[512];
        ArrayBufferWriter<byte> writer = new(512);

        AssertAllocatesNothing(() => serializer.TryWrite(memory, ReadOnlySpan<string?>.Empty, out _));
        AssertAllocatesNothing(() => serializer.TryWrite(memory, _texts, out _));
        AssertAllocatesNothing(() => serializer.TryWrite(memory, _pairs, out _));
        AssertAllocatesNothing(() => serializer.TryWrite(memory, ["a,b:c|d", "\u00E9\uD83D\uDE00,"], out _));
        AssertAllocatesNothing(() =>
        {
            writer.ResetWrittenCount();
            serializer.WriteTo(writer, _texts);
            serializer.WriteTo(writer, _pairs);
            return writer.WrittenCount > 0;
        });
        AssertAllocatesNothing(() => serializer.Format() is null != hasGlobal);
        AssertAllocatesNothing(() => serializer.Format(ReadOnlySpan<string?>.Empty) is null != hasGlobal);
        AssertAllocatesNothing(() => serializer.Format(ReadOnlySpan<KeyValuePair<string, string?>>.Empty) is null != hasGlobal);
    }

    /// <summary>
    /// On the thread of the caller, within one packet: a packet more than there ever were at a time is memory that is kept, not memory per
    /// call.
    /// </summary>
    [Test]
    public void Sender_EveryKindOfMetric_AllocatesNothing()
    {
        const int CallsOfOnePacket = 100;
        using SenderScene scene = new(options =>
        {
            options.Tags = new DogStatsdTagSerializer(_global);
            options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max;
        });
        DogStatsdSender sender = scene.Sender;
        double[] values = [1, 2.5, 0.00005, 1e15 + 0.5, 1e16];
        int rounds = 0;

        Assert.That(Allocated.By(SendOnePacket, first: BeginPacket), Is.Zero);
        scene.Flush();
        Assert.That(scene.Transport.Metrics.Count(), Is.GreaterThan(rounds * CallsOfOnePacket * 5));

        void BeginPacket()
        {
            scene.Flush();
            sender.Counter("first", 1); // sets the timer, and that of tests allocates
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

    [Test]
    public void WhatIsAddedUp_KnownSeriesAndKeys_AllocatesNothing()
    {
        using SenderScene scene = new(options => options.AggregationPeriod = 2_000);
        EventCounts counts = new(maxKeys: 1);

        AssertAllocatesNothing(() =>
        {
            scene.Sender.Counter("orders", 1, _texts);
            scene.Sender.Gauge("length", 2, _pairs);
            counts.Count("INFO", "known");
            counts.Count("INFO", "other");
            return true;
        });
    }

    private static void AssertAllocatesNothing(Func<bool> call)
    {
        bool isDone = true;
        long allocated = Allocated.By(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                isDone &= call();
            }
        });
        Assert.That((isDone, allocated), Is.EqualTo((true, 0L)));
    }
}
