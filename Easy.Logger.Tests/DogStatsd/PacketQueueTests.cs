using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Sending;
using DropReason = Easy.Logger.DogStatsd.Sending.DropReason;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Lines fill packets; what does not fit is counted; nothing is lost in between.</summary>
[Category("DogStatsd")]
internal sealed class PacketQueueTests
{
    [Test]
    public void Add_AsManyWaitAsMay_IsDroppedAndWhatWaitsStays()
    {
        PacketQueue queue = new(packetBytes: 3, limit: 2);
        foreach (string line in new[] { "aaa", "bbb", "ccc", "ddd", "longer" })
        {
            Add(queue, line);
        }

        DogStatsdStatistics counters = queue.Read();
        queue.Close();

        Assert.That((counters.Accepted, counters.QueueFull, counters.Pending), Is.EqualTo((5L, 2L, 3L)));
        Assert.That(All(queue), Is.EqualTo(new[] { "aaa", "bbb", "ccc" }));
    }

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

    /// <summary>With as many waiting as may the open packet has no place among them, and must not be forgotten.</summary>
    [Test]
    public void Release_AsManyWaitAsMay_OpenPacketFollowsThem()
    {
        PacketQueue queue = new(packetBytes: 3, limit: 1);
        Add(queue, "aaa");
        Add(queue, "b");
        queue.Release();

        Assert.That(TextOf(queue.Take()!), Is.EqualTo("aaa"));
        Assert.That(TextOf(Eventually.Returns(queue.Take, "take")!), Is.EqualTo("b"));
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

    private static IEnumerable<string> All(PacketQueue queue)
    {
        while (queue.Take() is { } packet)
        {
            yield return TextOf(packet);
        }
    }

    private static string TextOf(Packet packet) => Encoding.UTF8.GetString(packet.Bytes.Span);
}
