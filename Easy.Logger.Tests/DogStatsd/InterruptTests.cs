using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>An interrupt is for a wait of the application's own: no call takes it, and none is thrown out of one.</summary>
[Category("DogStatsd")]
internal sealed class InterruptTests
{
    private const int Many = 8;
    private const int Calls = 20_000;

    [Test]
    public void Counter_WithAPendingInterrupt_ThrowsNothingAndIsCounted([Values(0, 2_000)] int aggregationPeriod)
    {
        using SenderScene scene = new(options => options.AggregationPeriod = aggregationPeriod);
        int thrown = 0;
        int left = 0;
        using ManualResetEvent never = new(initialState: false);
        Threads.Run(Many, _ =>
        {
            for (int i = 0; i < Calls; i++)
            {
                Interlocked.Add(ref thrown, CountsInterrupt(() => scene.Sender.Counter("orders", 1)));
            }

            Interlocked.Add(ref left, CountsInterrupt(() => never.WaitOne(0)));
        });
        scene.Flush();

        Assert.That(thrown, Is.Zero);
        Assert.That(left, Is.EqualTo(Many), "the interrupts are there for the next wait");
        DogStatsdStatistics counted = scene.Sender.Statistics;
        double sum = scene.Transport.Metrics.Sum(metric => metric.Numbers.Single());
        Assert.That(sum + counted.QueueFull, Is.EqualTo(Many * Calls));
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
    public void Transport_LeavesAnInterrupt_ThePacketsThatFollowAreSent()
    {
        using SenderScene scene = new();
        scene.Transport.Answer = _ =>
        {
            Thread.CurrentThread.Interrupt();
            return true;
        };

        for (int i = 0; i < 3; i++)
        {
            Assert.That(scene.LineOf(sender => sender.Counter("orders", i)), Does.StartWith($"orders:{i}|c"));
        }
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
