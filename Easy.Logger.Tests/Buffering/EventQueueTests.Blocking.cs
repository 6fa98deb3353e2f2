namespace Easy.Logger.Tests.Buffering;

/// <summary>Callers that wait for room: how long, who lets them go, and what they see afterwards.</summary>
internal sealed partial class EventQueueTests
{
    [Test]
    public void Enqueue_AfterABlockTimeout_DoesNotWaitUntilTheWorkerMadeProgress()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 1, blockTimeout: 1).Log("0").Log("first second third");
        Assert.That((driver.Statistics.BlockedCalls, driver.Statistics.DroppedFor(DropReason.BlockTimeout)), Is.EqualTo((1L, 3L)));

        driver.Gives("0").Log("taken waits-again does-not");

        Assert.That((driver.Statistics.BlockedCalls, driver.Statistics.DroppedFor(DropReason.BlockTimeout)), Is.EqualTo((2L, 5L)));
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(new[] { "taken" }));
    }

    /// <summary>
    /// Among very many callers some wait in vain though the worker works; if all others then stopped waiting, most events would be
    /// lost.
    /// </summary>
    [Test]
    [Demand("A1")]
    public void Enqueue_AfterABlockTimeoutWithProgress_WaitsAllTheSame()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 3).Log("a b c");
        driver.Configure(bufferSize: 1, limit: 1, blockTimeout: 1000);
        Task inVain = driver.EnqueueBlocked("in vain");
        driver.Gives("a"); // progress, but more waits than the new limit allows
        Eventually.Returns(inVain.Wait, "the call that waited in vain");
        Assert.That(driver.Queue.TryDrop(Some.Event("would wait")), Is.False);

        driver.Configure(bufferSize: 1, limit: 1);
        Task patient = driver.EnqueueBlocked("d");

        driver.Gives("b").Gives("c");
        Eventually.Returns(patient.Wait, "the call that waited");
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(new[] { "d" }));
        Assert.That(Drops(driver), Is.EqualTo(new[] { "BlockTimeout INFO 1" }));
    }

    [Test]
    public void CompleteBatch_ManyCallersWait_LetsInAsManyAsThereAreFreePlaces()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 2, limit: 2).Log("a b");
        Task[] blocked = Blocked(driver, 5);

        driver.Gives("a b");
        Eventually.Holds(() => driver.Queue.WaitingCallers == 3, "two of five came in");
        Assert.That(driver.Statistics.Pending, Is.EqualTo(2));

        for (int batch = 0; batch < 2; batch++)
        {
            driver.Take();
            driver.Complete();
        }

        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        Assert.That(driver.CloseAndDrain(), Has.Count.EqualTo(1));
        Assert.That((driver.Statistics.Forwarded, driver.Statistics.BlockedCalls), Is.EqualTo((7L, 5L)));
    }

    /// <summary>Batch after batch the callers are not woken each time; a batch that takes long may be the next one.</summary>
    [Test]
    public void CompleteBatch_BatchesInQuickSuccession_LeavesNoCallerWaitingWhileThereAreFreePlaces()
    {
        for (int run = 0; run < 20; run++)
        {
            QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 16).Log("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
            Task[] blocked = Blocked(driver, 2);

            for (int batch = 0; batch < 3; batch++)
            {
                Assert.That(driver.Queue.WaitForWork(), Is.InstanceOf<CapturedEvents>());
                BatchResult result = new();
                result.Count(forwarded: 1, failed: 0);
                driver.Queue.Complete(result);
            }

            Assert.That(driver.Queue.WaitForWork(), Is.InstanceOf<CapturedEvents>(), "one that is never completed");
            Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        }
    }

    /// <summary>What is counted later is in no report, and in no reading of the meter.</summary>
    [Test]
    public void Close_CallersWait_TheQueueEndsWhenTheirEventsAreCounted()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 1, reportLoss: true).Log("0");
        Task[] blocked = Blocked(driver, 50);
        driver.Take();
        BatchResult result = new();
        result.Count(forwarded: 1, failed: 0);
        long reported = 0;

        Eventually.Returns(
            () =>
            {
                driver.Queue.Close();
                driver.Queue.Complete(result);
                while (driver.Queue.WaitForWork() is Loss loss)
                {
                    reported += loss.Total;
                }
            },
            "the end of the queue");

        Assert.That((driver.Statistics.DroppedFor(DropReason.Closing), reported), Is.EqualTo((50L, 50L)));
        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
    }

    /// <summary>The event is counted, the caller learns of its interrupt, and another one still gets its place.</summary>
    [Test]
    [Demand("B11")]
    public void OneOfTwoWaitingCallersIsInterrupted_ItsEventIsCountedTheInterruptIsVisibleAndTheOtherGetsItsPlace()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 1).Log("0");
        using BackgroundCall<bool> call = new(() =>
        {
            bool accepted = driver.Queue.Enqueue(Some.Event("interrupted"), urgent: false);
            AssertAnInterruptIsPending(); // the caller's own next wait sees it
            return accepted;
        });
        Eventually.Holds(() => driver.Queue.WaitingCallers == 1, "the caller waits");
        Task second = driver.EnqueueBlocked("second");

        call.Interrupt();

        Assert.That(call.Result, Is.True);
        Assert.That(Drops(driver), Is.EqualTo(new[] { "Interrupted INFO 1" }));
        Assert.That(driver.Queue.WaitingCallers, Is.EqualTo(1));
        driver.Gives("0");
        Eventually.Returns(second.Wait, "the second caller");
        Assert.That(driver.CloseAndDrain(), Is.EqualTo(new[] { "second" }));
    }

    [Test]
    public void EndWaits_CallersWaitWithoutLimit_LetsThemGoAndNobodyWaitsAnyMore()
    {
        QueueDriver driver = new QueueDriver(bufferSize: 1, limit: 1).Log("0");
        Task[] blocked = Blocked(driver, 2);

        driver.Queue.EndWaits(Deadline.In(1));

        Eventually.Returns(() => Task.WaitAll(blocked), "the blocked calls");
        driver.Gives("0");
        Eventually.Returns(() => driver.Log("takes-the-free-place does-not-wait"), "the calls after it");
        Assert.That(Drops(driver), Is.EqualTo(new[] { "BlockTimeout INFO 3" }));
    }

    private static Task[] Blocked(QueueDriver driver, int callers) =>
        [.. Enumerable.Range(0, callers).Select(i => driver.EnqueueBlocked($"blocked {i}"))];

    private static void AssertAnInterruptIsPending() =>
        Assert.Throws<ThreadInterruptedException>(() => new ManualResetEventSlim().Wait(Eventually.Patience));

    /// <summary>
    /// A call with an interrupt pending, as a child leaves one, while another caller stands in the queue's lock: the clock is read there,
    /// and this one does not answer.
    /// </summary>
    [TestCase(false)]
    [TestCase(true)]
    public void EnqueueOrComplete_InterruptPendingAndLockTaken_IsDoneAllTheSame(bool completes)
    {
        HeldTimeProvider clock = new();
        EventQueue queue = new(QueueDriver.Options(bufferSize: 1, limit: 10), clock);
        queue.Enqueue(Some.Event("in flight"), urgent: false);
        queue.WaitForWork();
        clock.Hold();
        using BackgroundCall<bool> holder = new(() => queue.Enqueue(Some.Event("holder"), urgent: false));
        clock.AwaitHeld();
        using BackgroundCall<bool> behind = new(() =>
        {
            Thread.CurrentThread.Interrupt();
            return completes ? Complete() : EnqueueInterrupted();
        });
        behind.AwaitBlockedOrDone();

        clock.Release();

        Assert.That((behind.Result, holder.Result), Is.EqualTo((true, true)));
        BufferStatistics counters = queue.Snapshot(BufferState.Running, lastError: null);
        Assert.That((counters.Accepted, counters.Forwarded), Is.EqualTo(completes ? (2L, 1L) : (3L, 0L)));

        bool EnqueueInterrupted()
        {
            bool accepted = queue.Enqueue(Some.Event(), urgent: false);
            AssertAnInterruptIsPending();
            return accepted;
        }

        bool Complete()
        {
            BatchResult result = new();
            result.Count(forwarded: 1, failed: 0);
            queue.Complete(result);
            return queue.WaitForWork() is CapturedEvents;
        }
    }
}
