using System.Runtime.ExceptionServices;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>How often the worker wakes and writes, and that it throws nothing meanwhile, on a clock by hand.</summary>
internal sealed class IdleTests() : AppenderTests(isClockByHand: true)
{
    private BufferStatistics Counters => Appender.Statistics;

    /// <summary>Idle time 1000, an event every 100 ms for a minute: one write a second.</summary>
    [Test]
    [Demand("I8")]
    public void AnEventEvery100MsForAMinute_IsWrittenOnceEachIdleTime()
    {
        Appender.IdleTime = 1000;
        Activate();

        for (int i = 1; i <= 600; i++)
        {
            Appender.DoAppend(Some.Event($"{i}"));
            Eventually.Holds(() => Clock.PendingTimers == 1, "the worker sleeps until the oldest event is due");
            Clock.Advance(TimeSpan.FromMilliseconds(100));
            int due = i / 10;
            Eventually.Holds(() => Counters.Batches == due && Counters.InFlight == 0, $"{due} writes after {i * 100} ms");
        }

        Assert.That(Child.Batches, Is.EqualTo(Enumerable.Repeat(10, 60)));
    }

    /// <summary>The clock stands still, so a worker that paced itself between batches would never come to the end.</summary>
    [Test]
    [Demand("I10")]
    public void AMillionEventsWait_WorkerDoesNotSleepBeforeTheLast()
    {
        const int count = 1_000_000;
        Appender.QueueLimit = count;
        Activate();
        Child.CloseGate();
        LoggingEvent loggingEvent = Some.Event();
        loggingEvent.Fix = FixFlags.All; // or its location is looked for each time
        for (int i = 0; i < count / Appender.BufferSize * Appender.BufferSize; i++)
        {
            Appender.DoAppend(loggingEvent);
        }

        Child.AwaitEntry();
        int timers = Clock.TimersMade;

        Child.OpenGate();

        Eventually.Holds(() => Counters.Pending == 0, "all of them are forwarded");
        Assert.That(Clock.TimersMade, Is.EqualTo(timers));
        Assert.That(Counters.Forwarded, Is.GreaterThan(count - Appender.BufferSize));
    }

    /// <summary>Nothing waits, so nothing is timed: the worker sleeps until it is woken, for five minutes or for ever.</summary>
    [Test]
    [Demand("C5", "B14")]
    public void SilenceOfFiveMinutes_NoTimerIsSetNothingIsForwardedAndCloseThrowsNothingInside()
    {
        AsyncBufferingForwardingAppender first = new() { Name = Some.Name() };
        first.AddAppender(new GatedAppender());
        first.DoAppend(Some.Event());
        first.Close(); // what is found out about a type once
        ConcurrentQueue<Exception> thrown = new();
        int ownThread = Environment.CurrentManagedThreadId;
        AppDomain.CurrentDomain.FirstChanceException += Receive;
        Activate();
        Appender.DoAppend(Some.Event());
        Eventually.Holds(() => Clock.PendingTimers == 1, "the worker sleeps until the event is due");
        Clock.Advance(TimeSpan.FromMilliseconds(499));
        Assert.That(Clock.PendingTimers, Is.EqualTo(1), "it is not due before");
        Clock.Advance(TimeSpan.FromMilliseconds(1));
        Eventually.Holds(() => Counters.Forwarded == 1 && Clock.PendingTimers == 0, "it is forwarded");
        int timers = Clock.TimersMade;

        for (int second = 0; second < 300; second++)
        {
            Clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.That(Clock.TimersMade, Is.EqualTo(timers));
        Assert.That(Clock.PendingTimers, Is.Zero);
        Assert.That((Counters.Batches, Child.Flushes), Is.EqualTo((1, 0)));

        Appender.Close();
        Workers.AssertNoneLeft([Appender]);
        AppDomain.CurrentDomain.FirstChanceException -= Receive;
        Assert.That(thrown, Is.Empty, "one that somebody catches again is an exception, too");

        // Raised on the thread that throws; other tests throw beside this one.
        void Receive(object? sender, FirstChanceExceptionEventArgs args)
        {
            if (Environment.CurrentManagedThreadId == ownThread || Thread.CurrentThread.Name == $"Easy.Logger {Appender.Name}")
            {
                thrown.Enqueue(args.Exception);
            }
        }
    }
}
