extern alias core;

using NoticeQueue = core::Easy.Logger.Shared.NoticeQueue;

namespace Easy.Logger.Tests.Shared;

/// <summary>Nothing is lost without being counted, and nobody is held up.</summary>
internal sealed class NoticeQueueTests
{
    [Test]
    public void Post_MoreThanThereIsRoomFor_TheRestIsCountedThoughNothingFollows()
    {
        const int posted = 3 * NoticeQueue.Capacity;
        int done = 0;
        long missing = 0;
        using ManualResetEventSlim release = new();
        NoticeQueue queue = new("test", count => missing += count);

        for (int i = 0; i < posted; i++)
        {
            queue.Post(() =>
            {
                release.Wait(Eventually.Patience);
                done++;
            });
        }

        queue.LeaveOut();
        release.Set();
        Flush(queue);
        Assert.That(done + missing, Is.EqualTo(posted + 1));
        Assert.That(done, Is.InRange(NoticeQueue.Capacity, NoticeQueue.Capacity + 1));
    }

    [Test]
    public void Flush_SomethingIsNotDone_IsFalseWhenTheTimeIsOver()
    {
        using ManualResetEventSlim release = new();
        NoticeQueue queue = new("test", _ => { });
        queue.Post(() => release.Wait(Eventually.Patience));
        int milliseconds = 1;

        Assert.That(queue.Flush(ref milliseconds), Is.False);
        Assert.That(milliseconds, Is.Zero);
        release.Set();
        Flush(queue);
    }

    private static void Flush(NoticeQueue queue)
    {
        int milliseconds = (int)Eventually.Patience.TotalMilliseconds;
        Assert.That(queue.Flush(ref milliseconds), Is.True);
    }
}
