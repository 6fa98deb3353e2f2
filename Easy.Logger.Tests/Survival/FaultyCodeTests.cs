using log4net.Filter;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// Filters that throw and appenders that interrupt their own thread: what fails is counted where it failed, and nowhere else.
/// </summary>
internal sealed class FaultyCodeTests
{
    private const int Events = 10;
    private const string Cause = "the filter is broken";

    private readonly InternalMessages _messages = new();
    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name("faulty"), BufferSize = 1 };
    private readonly GatedAppender _child = new();

    [TearDown]
    public void End()
    {
        Eventually.Returns(_appender.Close, "Close");
        Workers.AssertNoneLeft([_appender]);
        _messages.Dispose();
    }

    [Test]
    public void DoAppend_FilterOfTheAppenderThrows_EventsCountAsFailedAndTheCauseIsReported()
    {
        _appender.AddFilter(new DelegatingFilter(_ => throw new FormatException(Cause)));
        Activate(_child);

        Log();

        _appender.Flush(-1);
        BufferStatistics statistics = _appender.Statistics;
        Assert.That((statistics.Accepted, statistics.Failed, statistics.Forwarded), Is.EqualTo(((long)Events, (long)Events, 0L)));
        Assert.That(statistics.LastError, Does.Contain(Cause));
        Eventually.Holds(
            () => _messages.Naming($"[{_appender.Name}]").Any(message => message.Contains(Cause, StringComparison.Ordinal)),
            "the internal log names the cause");
    }

    [Test]
    public void DoAppend_FilterOfTheAppenderThrowsForSomeEvents_TheOthersArrive()
    {
        _appender.AddFilter(new DelegatingFilter(
            loggingEvent => loggingEvent.RenderedMessage == "3" ? throw new FormatException(Cause) : FilterDecision.Neutral));
        Activate(_child);

        Log();

        _appender.Flush(-1);
        Assert.That(_child.Messages, Has.Count.EqualTo(Events - 1).And.No.Member("3"));
        Assert.That((_appender.Statistics.Forwarded, _appender.Statistics.Failed), Is.EqualTo((Events - 1L, 1L)));
    }

    /// <summary>An interrupt that is pending makes the next wait of the thread throw, whoever waits.</summary>
    [Test]
    public void Append_AppenderInterruptsItsOwnThread_NextAppenderDoesNotFail()
    {
        SingleTakingAppender interrupting = new() { Name = "interrupting", OnAppend = _ => Thread.CurrentThread.Interrupt() };
        _child.OnAppend = _ => WaitAMoment();
        Activate(interrupting, _child);

        Log();

        Assert.That(Eventually.Returns(() => _appender.Flush(-1), "Flush"), Is.True, _appender.Statistics.LastError);
        Assert.That(_child.Messages, Has.Count.EqualTo(Events));
        Assert.That(_appender.Statistics.Failed, Is.Zero);
    }

    /// <summary>Flush and Close of an appender are calls of their own.</summary>
    [Test]
    public void Flush_AppenderInterruptsItsOwnThread_FlushOfTheNextAppenderDoesNotFail()
    {
        GatedAppender interrupting = new()
        {
            Name = "interrupting",
            OnFlush = _ =>
            {
                Thread.CurrentThread.Interrupt();
                return true;
            },
        };
        _child.OnFlush = _ =>
        {
            WaitAMoment();
            return true;
        };
        Activate(interrupting, _child);

        Log();

        Assert.That(Eventually.Returns(() => _appender.Flush(-1), "Flush"), Is.True, _appender.Statistics.LastError);
    }

    /// <summary>Throws when an interrupt is pending.</summary>
    private static void WaitAMoment()
    {
        using ManualResetEvent never = new(initialState: false);
        never.WaitOne(1);
    }

    private void Activate(params IAppender[] children)
    {
        Array.ForEach(children, _appender.AddAppender);
        _appender.ActivateOptions();
    }

    private void Log()
    {
        for (int i = 0; i < Events; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
        }
    }
}
