using System.Diagnostics.Metrics;

namespace Easy.Logger.Tests.Survival;

/// <summary>The worker is in code that is not ours and does not return: what Flush, Close and the statistics say meanwhile.</summary>
internal sealed class StuckWorkerTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly ManualResetEventSlim _gate = new();
    private readonly ManualResetEventSlim _entered = new();
    private readonly InternalMessages _messages = new();
    private readonly GatedAppender _child = new();
    private AsyncBufferingForwardingAppender _appender = null!;

    [SetUp]
    public void Attach()
    {
        _appender = new AsyncBufferingForwardingAppender(_clock)
        {
            Name = Some.Name("stuck-worker"),
            BufferSize = 1,
            QueueLimit = 3,
            BlockTimeout = 1,
            CloseTimeout = 100,
        };
        _appender.AddAppender(_child);
        _appender.ActivateOptions();
    }

    [TearDown]
    public void End()
    {
        _gate.Set();
        _child.OpenGate();
        Eventually.Returns(_appender.Close, "Close");
        Workers.AssertNoneLeft([_appender]);
        _messages.Dispose();
        _gate.Dispose();
        _entered.Dispose();
    }

    [Test]
    public void Flush_AfterCloseGaveTheChildUp_ReturnsFalseAtOnce()
    {
        HoldInAppend();
        Eventually.Returns(_appender.Close, "Close");

        using BackgroundCall<bool> flush = new(() => _appender.Flush(-1));

        Assert.That(ResultOf(flush), Is.False);
    }

    [TestCase(0)]
    [TestCase(1)]
    public void Flush_WithoutLimitAndCloseGivesUpWhatIsLeft_ReturnsFalse(int queued)
    {
        HoldInAppend();
        Log(queued);
        using BackgroundCall<bool> flush = new(() => _appender.Flush(-1));
        flush.AwaitBlocked();

        Eventually.Returns(_appender.Close, "Close");

        Assert.That(ResultOf(flush), Is.False);
        Assert.That(_appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(queued));
    }

    [Test]
    public void Statistics_WorkerIsStuckInTheFlushOfAChild_IsStalledUntilItReturns()
    {
        _child.OnFlush = _ => Stick();
        using BackgroundCall<bool> flush = new(() => _appender.Flush(-1));
        AwaitEntry();

        AwaitStalled();

        _gate.Set();
        Assert.That(flush.Result, Is.True);
        Eventually.Holds(() => _appender.Statistics.State == BufferState.Running, "the worker comes back");
    }

    [Test]
    public void DoAppend_QueueIsFullAndTheWorkerIsStuckInTheFlushOfAChild_NoticeSaysForHowLong()
    {
        _child.OnFlush = _ => Stick();
        using BackgroundCall<bool> flush = new(() => _appender.Flush(-1));
        AwaitEntry();
        _clock.Advance(TimeSpan.FromSeconds(20));

        Eventually.Returns(() => Log(10), "the log calls");

        Eventually.Holds(() => Notices.Any(), "a notice says that the queue is full");
        _gate.Set();
        Assert.That(Notices, Has.None.Contains("for 0.0 s"));
        Assert.That(flush.Result, Is.True, "what was dropped was logged after it was asked for");
    }

    [Test]
    public void Statistics_WorkerIsStuckInAListenerOfTheMeter_IsStalledUntilItReturns()
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
        listener.Start();
        _appender.DoAppend(Some.Event());
        AwaitEntry();

        AwaitStalled();

        _gate.Set();
        Eventually.Holds(() => _appender.Statistics.State == BufferState.Running, "the worker comes back");
    }

    private IReadOnlyList<string> Notices =>
        [.. _messages.Naming($"[{_appender.Name}]").Where(message => message.Contains("is full", StringComparison.Ordinal))];

    private void HoldInAppend()
    {
        _child.CloseGate();
        _appender.DoAppend(Some.Event("held"));
        _child.AwaitEntry();
    }

    private void StickFor(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (tags.Length > 0 && tags[0].Value as string == _appender.Name)
        {
            Stick();
        }
    }

    private bool Stick()
    {
        _entered.Set();
        _gate.Wait();
        return true;
    }

    private void AwaitEntry() => Assert.That(_entered.Wait(Eventually.Patience), Is.True, "The worker never came there.");

    /// <summary>Whether the appender measures by its clock, which is moved here, or by the time in which the process could run.</summary>
    private void AwaitStalled() => Eventually.Holds(
        () =>
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            return _appender.Statistics.State == BufferState.Stalled;
        },
        "the appender says that it is stalled");

    /// <summary>Lets the child go in any case, so that a call that waits for it ends with the test.</summary>
    private bool ResultOf(BackgroundCall<bool> call)
    {
        bool isBack = SpinWait.SpinUntil(() => call.IsDone, Eventually.Patience);
        _child.OpenGate();
        Assert.That(isBack, Is.True, "Flush returned while the child was stuck.");
        return call.Result;
    }

    private void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
        }
    }
}
