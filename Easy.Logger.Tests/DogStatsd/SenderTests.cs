using Easy.Logger.DogStatsd.Configuration;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>When packets go, and what happens when they do not get there, at the end, or when whoever calls was interrupted.</summary>
[Category("DogStatsd")]
[Demand("G10")]
internal sealed class SenderTests
{
    /// <summary>A flush of nothing, while a packet is under way, lets no later line go at once.</summary>
    [Test]
    public void FlushPeriod_PacketNotFull_GoesWhenItIsOver()
    {
        using SenderScene scene = new(options => options.FlushPeriod = 200);
        using ManualResetEventSlim gate = scene.Transport.Hold();
        scene.Sender.Counter("first", 1);
        scene.Sender.Flush(0);
        Eventually.Holds(() => scene.Transport.Tries == 1, "it is under way");
        scene.Sender.Flush(0);
        for (int i = 1; i <= 3; i++)
        {
            scene.Sender.Counter("a", i);
            gate.Set();
            Eventually.Holds(() => scene.Sender.Statistics.Sent == (2 * i) - 1, "those before are sent");
            scene.Time.Advance(TimeSpan.FromMilliseconds(199));
            scene.Sender.Counter("b", i);
            Assert.That(scene.Sender.Statistics.Pending, Is.EqualTo(2));

            scene.Time.Advance(TimeSpan.FromMilliseconds(1));

            Eventually.Holds(() => scene.Sender.Statistics.Pending == 0, "the packet is sent");
        }

        string[] expected = ["first:1|c", "a:1|c\nb:1|c", "a:2|c\nb:2|c", "a:3|c\nb:3|c"];
        Assert.That(scene.Transport.Packets.Select(packet => Encoding.UTF8.GetString(packet)), Is.EqualTo(expected));
    }

    /// <summary>What a handler of the internal log throws on the thread of the sender would end the process.</summary>
    [Test]
    public void TransportThrowsAnythingOrHasNoRoom_NothingIsThrownAndAllIsSentInOrder([Values] bool throws)
    {
        const int Calls = 100;
        using InternalMessages messages = new();
        using SenderScene scene = new(options => options.MaxPacketBytes = 128);
        using ThrowingInternalLog log = new(scene.Name);
        bool isDown = true;
        scene.Transport.Answer =
            _ => !Volatile.Read(ref isDown) || (throws ? throw new InvalidOperationException("no way there") : false);
        for (int outage = 1; outage <= 2; outage++)
        {
            Volatile.Write(ref isDown, true);
            long tries = Tries();
            for (int i = 0; i < Calls; i++)
            {
                scene.Sender.Gauge("a", (outage * Calls) + i);
            }

            scene.Time.Advance(TimeSpan.FromMilliseconds(OptionBounds.FlushPeriod.Default));
            Eventually.Holds(() => Tries() >= tries + 2, "it is tried again");
            Volatile.Write(ref isDown, false);
            scene.Flush();
            Assert.That(messages.Naming($"[{scene.Name}]"), Has.Exactly(throws ? outage : 0).Contains("no way there"));
            Assert.That(log.Calls, Is.EqualTo(throws ? outage : 0));
        }

        Assert.That(
            scene.Transport.Metrics.Select(metric => (int)metric.Numbers.Single()), Is.EqualTo(Enumerable.Range(Calls, 2 * Calls)));
        Assert.That(scene.Sender.Statistics.Failures, throws ? Is.GreaterThanOrEqualTo(4) : Is.Zero);

        long Tries() => throws ? scene.Sender.Statistics.Failures : scene.Transport.Tries;
    }

    [Test]
    public void LinesAndPacketsThatAreTooLarge_AreCountedAndTheFirstPacketIsReportedLikeAnOutageBehindIt()
    {
        using InternalMessages messages = new();
        using SenderScene scene = new(options => options.MaxPacketBytes = 128);
        int fails = 1;
        scene.Transport.Answer = packet => packet.Length > 128
            ? throw new SocketException((int)SocketError.MessageSize)
            : Interlocked.Decrement(ref fails) >= 0 ? throw new InvalidOperationException("down") : true;
        scene.Sender.Counter("big", 1, new[] { new string('x', 200) });
        scene.Sender.Counter("b", 1, new[] { new string('x', 200) });
        scene.Sender.Counter("a", 1);
        scene.Flush();

        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "a:1|c" }));
        Assert.That((scene.Sender.Statistics.TooLarge, scene.Sender.Statistics.Failures), Is.EqualTo((2L, 3L)));
        Assert.That(messages.Naming($"[{scene.Name}]"), Has.Count.EqualTo(2));
        Assert.That(messages.Naming($"[{scene.Name}]")[0], Does.Contain("a packet of 209 bytes").And.Contain("dropped"));
        Assert.That(messages.Naming($"[{scene.Name}]")[1], Does.Contain("down").And.Contain("wait"));
    }

    [TestCase("MaxPacketBytes", 127, 65_508)]
    [TestCase("FlushPeriod", 0, 3_600_001)]
    [TestCase("AggregationPeriod", -1, 3_600_001)]
    [TestCase("QueueLimit", 0, 1_000_001)]
    [TestCase("CloseTimeout", -2, 86_400_001)]
    [TestCase("Address", "http://agent")]
    public void Constructor_OptionOutOfBounds_NamesIt(string option, params object[] values)
    {
        foreach (object value in values)
        {
            DogStatsdSenderOptions options = new();
            typeof(DogStatsdSenderOptions).GetProperty(option)!.SetValue(options, value);

            Assert.That(
                () => new DogStatsdSender(options),
                Throws.InstanceOf<ArgumentException>().With.Message.Contains(option).And.Message.Contains($"{value}"));
        }
    }

    /// <summary>An interrupt is for a wait of the application's own: no call takes it, and none is thrown out of one.</summary>
    [Test]
    public void ManyThreads_WithPendingInterrupts_EveryLineArrivesOnceAndTheInterruptsStay([Values(0, 2_000)] int aggregationPeriod)
    {
        const int Many = 8;
        const int Calls = 20_000;
        using SenderScene scene = new(options =>
            (options.AggregationPeriod, options.MaxPacketBytes, options.QueueLimit) = (aggregationPeriod, 128, 100_000));
        int thrown = 0;
        int left = 0;
        using ManualResetEvent never = new(initialState: false);
        using BackgroundCall<bool> counting = BackgroundCall.Of(() => Threads.Run(Many, thread =>
        {
            for (int i = 0; i < Calls; i++)
            {
                Interlocked.Add(ref thrown, CountsInterrupt(() => scene.Sender.Counter($"t{thread}", i)));
            }

            Interlocked.Add(ref left, CountsInterrupt(() => never.WaitOne(0)));
        }));
        while (!counting.IsDone)
        {
            scene.Time.Advance(TimeSpan.FromSeconds(2)); // periods end meanwhile
        }

        scene.Flush();

        Assert.That((thrown, left), Is.EqualTo((0, Many)), "the interrupts are there for the next wait");
        ILookup<string, int> read = scene.Transport.Metrics.ToLookup(metric => metric.Name, metric => (int)metric.Numbers.Single());
        IEnumerable<int> numbers = Enumerable.Range(0, Calls);
        Assert.That(read, Has.Exactly(Many).Items);
        Assert.That(read.Select(counter => counter.Sum()), Is.All.EqualTo(numbers.Sum()));
        Assert.That(aggregationPeriod > 0 || read.All(counter => counter.SequenceEqual(numbers)), Is.True, "in order, unless added up");
        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(scene.Transport.Lines.Count));
    }

    [Test]
    public void FlushOrDispose_WithAPendingInterrupt_EndsAndLeavesIt([Values] bool disposes)
    {
        using SenderScene scene = new(options => options.CloseTimeout = -1);
        using ManualResetEventSlim gate = scene.Transport.Hold();
        scene.Sender.Counter("orders", 1);
        bool isFlushed = false;

        int thrown = CountsInterrupt(disposes ? scene.Sender.Dispose : () => isFlushed = scene.Sender.Flush(-1));
        gate.Set();

        Assert.That((thrown, isFlushed), Is.EqualTo((0, false)));
        using ManualResetEvent never = new(initialState: false);
        Assert.That(() => never.WaitOne(0), Throws.InstanceOf<ThreadInterruptedException>());
    }

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

    private static int CountsInterrupt(Action call)
    {
        Thread.CurrentThread.Interrupt();
        try
        {
            call();
            return 0;
        }
        catch (ThreadInterruptedException)
        {
            return 1;
        }
    }
}
