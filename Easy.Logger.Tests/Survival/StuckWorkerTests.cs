using System.Diagnostics.Metrics;

namespace Easy.Logger.Tests.Survival;

/// <summary>The worker is in code that is not ours and does not return: what Flush, Close and the statistics say meanwhile.</summary>
internal sealed class StuckWorkerTests : AppenderTests, IDisposable
{
    private readonly GatedAppender _gate = new();
    private readonly InternalMessages _messages = new();

    public StuckWorkerTests()
        : base(isClockByHand: true)
    {
        (Appender.BufferSize, Appender.QueueLimit) = (1, 3);
        (Appender.BlockTimeout, Appender.CloseTimeout) = (1, 100);
        Activate();
        _gate.CloseGate();
    }

    [TearDown]
    public void LetTheWorkerGo() => _gate.OpenGate();

    public void Dispose() => _messages.Dispose();

    [TestCase(0)]
    [TestCase(1)]
    public void Flush_WithoutLimitAndCloseDropsTheRest_ReturnsFalseThenAndLater(int queued)
    {
        HoldWorker();
        Log(queued);
        using BackgroundCall<bool> before = new(() => Appender.Flush(-1));
        before.AwaitBlocked();

        Eventually.Returns(Appender.Close, "Close");

        using BackgroundCall<bool> after = new(() => Appender.Flush(-1));
        bool areBack = SpinWait.SpinUntil(() => before.IsDone && after.IsDone, Eventually.Patience);
        Child.OpenGate(); // in any case, so that a call that waits for it ends with the test
        Assert.That(areBack, Is.True, "Each Flush returned while the child was stuck.");
        Assert.That((before.Result, after.Result), Is.EqualTo((false, false)));
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(queued));
    }

    [Test]
    public void WorkerIsStuckInTheFlushOfAChildOrAListenerOfTheMeter_IsStalledUntilItReturnsAndTheNoticeOfAFullQueueSaysForHowLong(
        [Values] bool inFlush)
    {
        using MeterListener listener = new()
        {
            InstrumentPublished = (instrument, self) =>
            {
                if (instrument is Histogram<long> && instrument.Meter.Name == "Easy.Logger")
                {
                    self.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<long>((_, _, tags, _) => StickFor(tags));
        if (inFlush)
        {
            Child.OnFlush = _ => Stick();
        }
        else
        {
            listener.Start();
            Appender.DoAppend(Some.Event());
        }

        using BackgroundCall<bool> flush = new(() => Appender.Flush(-1));
        _gate.AwaitEntry();

        AwaitStalled();
        Eventually.Returns(() => Log(10), "the log calls");

        Eventually.Holds(() => Notices.Any(IsOfAFullQueue), "a notice says that the queue is full");
        Assert.That(Notices.Where(IsOfAFullQueue), Has.None.Contains("for 0.0 s"));
        _gate.OpenGate();
        Assert.That(flush.Result, Is.True, "what was dropped was logged after it was asked for");
        Eventually.Holds(() => Appender.Statistics.State == BufferState.Running, "the worker comes back");
    }

    private IReadOnlyList<string> Notices => _messages.Naming($"[{Appender.Name}]");

    private static bool IsOfAFullQueue(string notice) => notice.Contains("is full", StringComparison.Ordinal);

    private void StickFor(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (tags.Length > 0 && tags[0].Value as string == Appender.Name)
        {
            Stick();
        }
    }

    private bool Stick()
    {
        _gate.DoAppend(Some.Event());
        return true;
    }

    /// <summary>Whether the appender measures by its clock, which is moved here, or by the time in which the process could run.</summary>
    private void AwaitStalled() => Eventually.Holds(
        () =>
        {
            Clock.Advance(TimeSpan.FromSeconds(1));
            return Appender.Statistics.State == BufferState.Stalled;
        },
        "the appender says that it is stalled");
}
