using log4net.Filter;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// Filters that throw and appenders that interrupt their own thread: what fails is counted where it failed, and nowhere else.
/// </summary>
internal sealed class FaultyCodeTests : AppenderTests
{
    private const int Events = 10;

    public FaultyCodeTests() => Appender.BufferSize = 1;

    [Test]
    public void DoAppend_FilterOfTheAppenderThrowsForOneEvent_ItCountsAsFailedTheCauseIsReportedAndTheOthersArrive()
    {
        const string cause = "the filter is broken";
        using InternalMessages messages = new();
        Appender.AddFilter(new DelegatingFilter(
            loggingEvent => loggingEvent.RenderedMessage == "3" ? throw new FormatException(cause) : FilterDecision.Neutral));
        Activate();

        Log(Events);

        Appender.Flush(-1);
        BufferStatistics statistics = Appender.Statistics;
        Assert.That((statistics.Accepted, statistics.Failed, statistics.Forwarded), Is.EqualTo((10L, 1L, 9L)));
        Assert.That(Child.Messages, Has.Count.EqualTo(Events - 1).And.No.Member("3"));
        Assert.That(statistics.LastError, Does.Contain(cause));
        Eventually.Holds(
            () => messages.Naming($"[{Appender.Name}]").Any(message => message.Contains(cause, StringComparison.Ordinal)),
            "the internal log names the cause");
    }

    /// <summary>
    /// An interrupt that is pending makes the next wait of the thread throw, whoever waits. Flush of an appender is a call of its own.
    /// </summary>
    [Test]
    public void AppendAndFlush_AppenderInterruptsItsOwnThread_NextAppenderDoesNotFail()
    {
        Appender.AddAppender(new GatedAppender
        {
            OnAppend = _ => Interrupt(),
            OnFlush = _ => Interrupt(),
        });
        Child.OnAppend = _ => WaitAMoment();
        Child.OnFlush = _ => WaitAMoment();
        Activate();

        Log(Events);

        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush"), Is.True, Appender.Statistics.LastError);
        Assert.That(Child.Messages, Has.Count.EqualTo(Events));
        Assert.That(Appender.Statistics.Failed, Is.Zero);
    }

    private static bool Interrupt()
    {
        Thread.CurrentThread.Interrupt();
        return true;
    }

    /// <summary>Throws when an interrupt is pending.</summary>
    private static bool WaitAMoment()
    {
        using ManualResetEvent never = new(initialState: false);
        return !never.WaitOne(1);
    }
}
