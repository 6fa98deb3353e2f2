using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Sending;
using DropReason = Easy.Logger.DogStatsd.Sending.DropReason;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Lines fill packets. At the end the queue is sent or dropped, in time, whatever the transport does.</summary>
[Category("DogStatsd")]
[Demand("G10")]
internal sealed class PacketTests
{
    [Test]
    public void Release_LinesThatComeLater_WaitForMore([Values] bool isAnythingReleased)
    {
        PacketQueue queue = new(packetBytes: 100, limit: 10);
        if (isAnythingReleased)
        {
            Add(queue, "before");
        }

        queue.Release();
        Assert.That(isAnythingReleased ? TextOf(queue.Take()!) : "before", Is.EqualTo("before"));
        Add(queue, "a");
        using BackgroundCall<Packet?> taking = new(queue.Take);
        taking.AwaitBlockedOrDone();
        Add(queue, "b");
        queue.Close();

        Assert.That(TextOf(taking.Result!), Is.EqualTo("a\nb"));
    }

    [Test]
    public void WaitForCompletion_PacketsWithTheWorker_AreWaitedFor()
    {
        PacketQueue queue = new(packetBytes: 3, limit: 10);
        Add(queue, "aaa");
        Add(queue, "b");
        using BackgroundCall<bool> waiting = new(() => queue.WaitForCompletion(Timeout.InfiniteTimeSpan));
        Packet first = Eventually.Returns(queue.Take, "take")!;
        Packet second = Eventually.Returns(queue.Take, "take")!;
        queue.Complete(first);
        waiting.AwaitBlocked();
        Add(queue, "later");

        queue.Drop(second, DropReason.TooLarge);

        Assert.That(waiting.Result, Is.True);
        Assert.That(queue.WaitForCompletion(TimeSpan.Zero), Is.False);
        Assert.That((queue.Read().Sent, queue.Read().TooLarge, queue.Read().Pending), Is.EqualTo((1L, 1L, 1L)));
    }

    /// <summary>A close between a try that failed and the pause behind it would be noticed only at the end of the pause.</summary>
    [Test]
    public void Pause_ClosedMeanwhileOrSinceTheTry_IsOver()
    {
        PacketQueue queue = new(packetBytes: 1, limit: 10);
        using BackgroundCall<bool> pausing = BackgroundCall.Of(() => queue.Pause(TimeSpan.FromHours(1), wasClosed: false));
        pausing.AwaitBlocked();
        Add(queue, "a");
        Add(queue, "b"); // wakes whoever waits
        pausing.AwaitBlocked();
        queue.Close();

        Assert.That(pausing.Result, Is.True);
        Eventually.Returns(() => queue.Pause(TimeSpan.FromHours(1), wasClosed: false), "pause");
    }

    [Test]
    public void Packet_ComesBack_IsEmptyAndUsedAgain()
    {
        PacketQueue queue = new(packetBytes: 3, limit: 10);
        Add(queue, "aaa");
        Add(queue, "bbb");
        Packet first = queue.Take()!;
        queue.Complete(first);
        Add(queue, "ccc"); // a third one is needed

        queue.Close();
        queue.Take();

        Assert.That(queue.Take(), Is.SameAs(first));
        Assert.That((first.Lines, TextOf(first)), Is.EqualTo((1, "ccc")));
    }

    private static bool Add(PacketQueue queue, string line) => queue.Add(Encoding.UTF8.GetBytes(line));

    private static string TextOf(Packet packet) => Encoding.UTF8.GetString(packet.Bytes.Span);

    [Test]
    public void Dispose_TransportThrowsAtItsEnd_WhatWaitsAndWasAddedUpIsSentAndTheEndReported([Values(0, 2_000)] int aggregationPeriod)
    {
        using InternalMessages messages = new();
        using SenderScene scene = new(options => options.AggregationPeriod = aggregationPeriod);
        scene.Transport.AtDispose = () => throw new InvalidOperationException("at its end");
        scene.Sender.Counter("a", 1);

        Eventually.Returns(scene.Sender.Dispose, "dispose");

        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "a:1|c" }));
        Assert.That(scene.Transport.IsDisposed, Is.True);
        Assert.That(messages.Naming($"[{scene.Name}]"), Has.Exactly(1).Contains("at its end"));
        scene.Sender.Counter("late", 1);
        Assert.That((scene.Sender.Statistics.Sent, scene.Sender.Statistics.Closed), Is.EqualTo((1L, 1L)));
        Assert.That(scene.Sender.Dispose, Throws.Nothing);
    }

    /// <summary>A receiver that is there and full might take something until the time is over; between tries is a pause.</summary>
    [TestCase(SocketError.HostNotFound, 1, 10, TestName = "{m}(a look-up may take a second)")]
    [TestCase(SocketError.ConnectionRefused, 50, 200)]
    [TestCase(SocketError.WouldBlock, 1, 1_000, 100, TestName = "{m}(the receiver is full)")]
    public void DisposeWhileDown_EachPacketIsTriedOnceMoreUnlessTheNameHasNoAddressOrTheTimeIsOver(
        SocketError error, int least, int most, int closeTimeout = -1)
    {
        using SenderScene scene = new(options => (options.FlushPeriod, options.MaxPacketBytes, options.CloseTimeout) =
            (OptionBounds.FlushPeriod.Max, OptionBounds.MaxPacketBytes.Min, closeTimeout));
        using ManualResetEventSlim closing = new();
        scene.Transport.Answer = _ =>
        {
            closing.Wait(Eventually.Patience);
            return error == SocketError.WouldBlock ? false : throw new SocketException((int)error);
        };
        for (int i = 0; i < 1_000; i++)
        {
            scene.Sender.Counter("name", i);
        }

        using BackgroundCall<bool> end = BackgroundCall.Of(scene.Sender.Dispose);
        end.AwaitBlocked();
        closing.Set();

        Assert.That(end.Result, Is.True);
        Eventually.Holds(() => scene.Sender.HasEnded, "the thread ends");
        Assert.That(scene.Transport.Tries, Is.InRange(least, most));
        DogStatsdStatistics counters = scene.Sender.Statistics;
        Assert.That((counters.Accepted, counters.Closed, counters.Pending), Is.EqualTo((1_000L, 1_000L, 0L)));
        Assert.That(scene.Transport.IsDisposed, Is.True);
    }

    /// <summary>An old connection fails more than once; and a try that is under way when the close begins is not yet the last.</summary>
    [TestCase(2, false)]
    [TestCase(1, true)]
    public void Dispose_TriesFail_PacketIsTriedOnceMore(int failures, bool closesInATry)
    {
        using SenderScene scene = new(options => (options.FlushPeriod, options.CloseTimeout) = (OptionBounds.FlushPeriod.Max, -1));
        scene.Transport.Answer = _ =>
        {
            if (closesInATry)
            {
                scene.Sender.BeginClose();
            }

            return scene.Transport.Tries > failures ? true : throw new SocketException((int)SocketError.ConnectionRefused);
        };
        scene.Sender.Counter("a", 1);
        Eventually.Returns(closesInATry ? scene.Flush : scene.Sender.Dispose, "the end");

        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "a:1|c" }));
        Assert.That((scene.Sender.Statistics.Sent, scene.Sender.Statistics.Closed), Is.EqualTo((1L, 0L)));
    }

    [Test]
    public void FlushAndDisposeWhileTheTransportHangs_ComeBackInTime()
    {
        using SenderScene scene = new(options => options.CloseTimeout = 50);
        using ManualResetEventSlim gate = scene.Transport.Hold();
        scene.Sender.Counter("a", 1);

        Assert.That(Eventually.Returns(() => scene.Sender.Flush(20), "flush"), Is.False);
        Assert.That(() => scene.Sender.Flush(-2), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Eventually.Returns(scene.Sender.Dispose, "dispose");

        Assert.That(scene.Sender.HasEnded, Is.False);
        gate.Set();
        Eventually.Holds(() => scene.Sender.HasEnded, "the thread ends");
        Assert.That(scene.Sender.Statistics.Sent, Is.EqualTo(1));
    }
}
