namespace Easy.Logger.Tests.EndToEnd;

/// <summary>How often the worker wakes and writes, on a clock by hand.</summary>
internal sealed class IdleTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender;

    public IdleTests()
    {
        _appender = new AsyncBufferingForwardingAppender(_clock) { Name = Some.Name() };
        _appender.AddAppender(_child);
    }

    private BufferStatistics Counters => _appender.Statistics;

    [TearDown]
    public void CloseAppender()
    {
        _child.OpenGate();
        _appender.Close();
        Workers.AssertNoneLeft([_appender]);
    }

    /// <summary>Idle time 1000, an event every 100 ms for a minute: one write a second.</summary>
    [Test]
    [Demand("I8")]
    public void AnEventEvery100MsForAMinute_IsWrittenOnceEachIdleTime()
    {
        _appender.IdleTime = 1000;
        _appender.ActivateOptions();

        for (int i = 1; i <= 600; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
            Eventually.Holds(() => _clock.PendingTimers == 1, "the worker sleeps until the oldest event is due");
            _clock.Advance(TimeSpan.FromMilliseconds(100));
            int due = i / 10;
            Eventually.Holds(() => Counters.Batches == due && Counters.InFlight == 0, $"{due} writes after {i * 100} ms");
        }

        Assert.That(_child.Batches, Is.EqualTo(Enumerable.Repeat(10, 60)));
    }

    /// <summary>The clock stands still, so a worker that paced itself between batches would never come to the end.</summary>
    [Test]
    [Demand("I10")]
    public void AMillionEventsWait_WorkerDoesNotSleepBeforeTheLast()
    {
        const int count = 1_000_000;
        _appender.QueueLimit = count;
        _appender.ActivateOptions();
        _child.CloseGate();
        LoggingEvent loggingEvent = Some.Event();
        loggingEvent.Fix = FixFlags.All; // or its location is looked for each time
        for (int i = 0; i < count / _appender.BufferSize * _appender.BufferSize; i++)
        {
            _appender.DoAppend(loggingEvent);
        }

        _child.AwaitEntry();
        int timers = _clock.TimersMade;

        _child.OpenGate();

        Eventually.Holds(() => Counters.Pending == 0, "all of them are forwarded");
        Assert.That(_clock.TimersMade, Is.EqualTo(timers));
        Assert.That(Counters.Forwarded, Is.GreaterThan(count - _appender.BufferSize));
    }

    /// <summary>Nothing waits, so nothing is timed: the worker sleeps until it is woken, for five minutes or for ever.</summary>
    [Test]
    [Demand("C5")]
    public void SilenceOfFiveMinutes_NoTimerIsSetAndNothingIsForwarded()
    {
        _appender.ActivateOptions();
        _appender.DoAppend(Some.Event());
        Eventually.Holds(() => _clock.PendingTimers == 1, "the worker sleeps until the event is due");
        _clock.Advance(TimeSpan.FromSeconds(1));
        Eventually.Holds(() => Counters.Forwarded == 1 && _clock.PendingTimers == 0, "it is forwarded");
        int timers = _clock.TimersMade;

        for (int second = 0; second < 300; second++)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.That(_clock.TimersMade, Is.EqualTo(timers));
        Assert.That(_clock.PendingTimers, Is.Zero);
        Assert.That((Counters.Batches, _child.Flushes), Is.EqualTo((1, 0)));
    }
}
