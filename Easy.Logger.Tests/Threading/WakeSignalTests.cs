namespace Easy.Logger.Tests.Threading;

internal sealed class WakeSignalTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly WakeSignal _signal;

    public WakeSignalTests() => _signal = new WakeSignal(_clock);

    [Test]
    public void WaitUntil_SetBefore_ReturnsOnceAndWaitsAgain()
    {
        for (int round = 1; round <= 20; round++)
        {
            _signal.Set();
            _signal.Set();
            Eventually.Returns(() => _signal.WaitUntil(null), "a wait for what is set");

            long moment = round;
            using BackgroundCall<long> second = new(() =>
            {
                _signal.WaitUntil(moment);
                return _clock.GetTimestamp();
            });
            second.AwaitBlockedOrDone();
            Eventually.Holds(() => _clock.PendingTimers == 1 || second.IsDone, "the timer is set");
            _clock.Advance(TimeSpan.FromTicks(1));

            Assert.That(second.Result, Is.EqualTo(moment), "both sets are used up: it waits for the moment");
        }
    }

    [Test]
    public void WaitUntil_ClockMovedBeforeTheTimerStarts_ReturnsAtTheMoment()
    {
        _clock.TimerStarts = () =>
        {
            _clock.TimerStarts = null;
            _clock.Advance(TimeSpan.FromMilliseconds(9));
        };
        using BackgroundCall<bool> wait = BeginWait(10 * TimeSpan.TicksPerMillisecond);
        wait.AwaitBlockedOrDone();

        _clock.Advance(TimeSpan.FromMilliseconds(1));

        Assert.That(wait.Result, Is.True);
    }

    [Test]
    public void WaitUntilOrBriefly_Interrupted_ReturnsAndSwallowsTheInterrupt()
    {
        using BackgroundCall<bool> wait = BeginWait(null);
        wait.AwaitBlocked();

        wait.Interrupt();

        Assert.That(wait.Result, Is.True);
        Eventually.Returns(
            () =>
            {
                Thread.CurrentThread.Interrupt();
                _signal.WaitBriefly();
            },
            "a brief wait");
    }

    private BackgroundCall<bool> BeginWait(long? timestamp) => BackgroundCall.Of(() => _signal.WaitUntil(timestamp));
}
