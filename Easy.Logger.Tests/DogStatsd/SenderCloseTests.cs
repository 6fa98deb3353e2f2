using System.Net.Sockets;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>How a sender ends: what waits is sent or given up, in time, whatever the transport does.</summary>
[Category("DogStatsd")]
internal sealed class SenderCloseTests
{
    /// <summary>As one to an agent that was started again meanwhile, or to the first address of a host.</summary>
    [Test]
    public void Dispose_ConnectionIsOld_TheNewOneGetsIt()
    {
        using SenderScene scene = new(options => options.FlushPeriod = OptionBounds.FlushPeriod.Max);
        scene.Transport.Answer = _ => scene.Transport.Tries > 2 ? true : throw new SocketException((int)SocketError.ConnectionRefused);
        scene.Sender.Counter("a", 1);

        scene.Sender.Dispose();

        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "a:1|c" }));
    }

    /// <summary>A look-up may take a second.</summary>
    [Test]
    public void Dispose_NameHasNoAddress_TheOtherPacketsAreNotTried()
    {
        using SenderScene scene = new(options => (options.FlushPeriod, options.MaxPacketBytes) =
            (OptionBounds.FlushPeriod.Max, OptionBounds.MaxPacketBytes.Min));
        using ManualResetEventSlim closing = new();
        scene.Transport.Answer = _ =>
        {
            closing.Wait(Eventually.Patience);
            throw new SocketException((int)SocketError.HostNotFound);
        };
        for (int i = 0; i < 1_000; i++)
        {
            scene.Sender.Counter("name", i);
        }

        using BackgroundCall<bool> end = BackgroundCall.Of(scene.Sender.Dispose);
        end.AwaitBlocked();
        closing.Set();

        Assert.That(end.Result, Is.True);
        Assert.That(scene.Transport.Tries, Is.LessThan(10));
        Assert.That(scene.Sender.Statistics.Closed, Is.EqualTo(1_000));
    }

    [Test]
    [Demand("G10")]
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

    [Test]
    [Demand("G10")]
    public void DisposeWhileDown_EachPacketIsTriedOnceMore()
    {
        using SenderScene scene = new(options =>
        {
            options.MaxPacketBytes = 128;
            options.CloseTimeout = -1;
        });
        scene.Transport.Answer = _ => throw new InvalidOperationException("down");
        for (int i = 0; i < 500; i++)
        {
            scene.Sender.Counter("a", 1);
        }

        Eventually.Holds(() => scene.Transport.Tries > 0, "it is tried");
        Eventually.Returns(scene.Sender.Dispose, "dispose");

        DogStatsdStatistics counters = scene.Sender.Statistics;
        Assert.That((counters.Accepted, counters.Closed, counters.Pending), Is.EqualTo((500L, 500L, 0L)));
        Assert.That(scene.Transport.IsDisposed, Is.True);
    }

    /// <summary>The try that is under way began before the close, so it was not yet the last.</summary>
    [Test]
    [Demand("G10")]
    public void DisposeDuringATryThatFails_PacketIsTriedOnceMore()
    {
        using SenderScene scene = new(options => options.CloseTimeout = -1);
        scene.Transport.Answer = _ =>
        {
            if (scene.Transport.Tries > 1)
            {
                return true;
            }

            scene.Sender.BeginClose();
            throw new InvalidOperationException("down");
        };
        scene.Sender.Counter("a", 1);
        scene.Flush();

        Assert.That((scene.Sender.Statistics.Sent, scene.Sender.Statistics.Closed), Is.EqualTo((1L, 0L)));
    }

    [Test]
    [Demand("G10")]
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

    /// <summary>The receiver is there and takes nothing: until the time is over it might. Between tries is a pause.</summary>
    [Test]
    [Demand("G10")]
    public void DisposeWhileTheReceiverIsFull_IsGivenUpInTime()
    {
        using SenderScene scene = new(options => options.CloseTimeout = 100);
        scene.Transport.Answer = _ => false;
        scene.Sender.Counter("a", 1);

        Eventually.Returns(scene.Sender.Dispose, "dispose");

        Eventually.Holds(() => scene.Sender.HasEnded, "the thread ends");
        Assert.That((scene.Sender.Statistics.Closed, scene.Sender.Statistics.Pending), Is.EqualTo((1L, 0L)));
        Assert.That(scene.Transport.Tries, Is.LessThan(1_000));
    }
}
