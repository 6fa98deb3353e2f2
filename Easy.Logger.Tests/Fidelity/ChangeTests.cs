namespace Easy.Logger.Tests.Fidelity;

/// <summary>
/// Attaching and detaching an appender changes nothing of it, and gives it nothing that was logged before; what an application changes at
/// run time is in force after the next flush.
/// </summary>
internal sealed class ChangeTests
{
    private readonly TestRepository _repository = new();
    private readonly Output _first = Output.Text("%m%n");
    private readonly AsyncBufferingForwardingAppender _appender;

    public ChangeTests()
    {
        _appender = Comparison.NewAsync(_first.Appender);
        _repository.Attach(_appender);
    }

    [TearDown]
    public void End() => _repository.Dispose();

    [Test]
    public void AppenderAttachedWhileEventsAreQueued_GetsLaterEventsOnly_WithAllThatItPrints([Values] bool withText)
    {
        using TestRepository direct = new();
        Output second = Output.Text(Output.EveryPattern);
        Output expected = Output.Text(Output.EveryPattern);
        direct.Attach(expected.Appender);
        Comparison.OnCaller(() =>
        {
            LogNumbers(_repository.Log());
            _appender.Flush(-1); // from now on it is known what the first one needs
            LogNumbers(_repository.Log());

            _appender.AddAppender(withText ? second.Appender : Comparison.Attached(new ForwardingAppender(), second.Appender));

            foreach (ILog log in new[] { _repository.Log(), direct.Log() })
            {
                LogNumbers(log);
                Located.Info(log, "located");
            }
        });
        _appender.Flush(-1);

        Assert.That(_first.Read(), Is.EqualTo("0\n1\n0\n1\n0\n1\nlocated\n"));
        Assert.That(WithoutPlace(second.Read()), Is.EqualTo(WithoutPlace(expected.Read())));
        Assert.That(second.Read(), Does.Contain(".Info:"));
    }

    [Test]
    public void AppenderDetachedWhileEventsAreQueued_GetsWhatWasLoggedBefore([Values] bool comesBack)
    {
        Output second = Output.Text("%m%n");
        _appender.AddAppender(second.Appender);
        LogNumbers(_repository.Log());

        _appender.RemoveAppender(_first.Appender);
        _repository.Log().Info("without it");
        if (comesBack)
        {
            _appender.AddAppender(_first.Appender);
            _repository.Log().Info("with it");
        }

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(_first.Read(), Is.EqualTo("0\n1\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(second.Read(), Is.EqualTo("0\n1\nwithout it\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(_appender.Statistics.Failed + _appender.Statistics.Dropped, Is.Zero);
    }

    [Test]
    public void AppenderDetachedAndClosedWhileEventsAreQueued_WhatItDidNotGetIsCounted()
    {
        _appender.AddAppender(Output.Text("%m%n").Appender);
        LogNumbers(_repository.Log());

        _appender.RemoveAppender(_first.Appender)!.Close();

        Assert.That(_appender.Flush(-1), Is.False);
        Assert.That(_appender.Statistics.Failed, Is.EqualTo(2));
    }

    [Test]
    public void RemoveAllAppenders_EventsAreQueued_AreForwardedBeforeTheAppendersAreClosed()
    {
        LogNumbers(_repository.Log());

        _appender.RemoveAllAppenders();

        Assert.That(_first.Read(), Is.EqualTo("0\n1\n"));
        Assert.That(_appender.Statistics.Forwarded, Is.EqualTo(2));
    }

    [TestCase(true, true, "a b urgent c urgent ")]
    [TestCase(true, false, "a b urgent c urgent d ", Description = "the last one is forwarded by the flush alone")]
    [TestCase(false, true, "urgent ", "a", "b", "urgent", "c")]
    public void EvaluatorThatReadsAContextProperty_LossyOrNot_SeesThatOfTheCall(
        bool isOfEach, bool lossy, string expected, params string[] lost)
    {
        string[] messages = ["a", "b", "urgent", "c", "urgent", "d"];
        Output output = Output.Text("%m ");
        UrgencyEvaluator evaluator = new();
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender, appender =>
        {
            (appender.Lossy, appender.BufferSize) = (lossy, isOfEach ? 8 : 2);
            (appender.Evaluator, appender.LossyEvaluator) = (isOfEach ? evaluator : null, isOfEach ? null : evaluator);
        });
        using TestRepository repository = new TestRepository().Attach(appender);

        foreach (string message in messages)
        {
            ThreadContext.Properties["urgency"] = message;
            repository.Log().Info(message);
        }

        ThreadContext.Properties.Remove("urgency");
        appender.Flush(-1);

        Assert.That(output.Read(), Is.EqualTo(expected));
        Assert.That(evaluator.Seen, Is.EqualTo(isOfEach ? messages : lost));
    }

    /// <summary>Where LogImpl was called from depends on the JIT compiler; the located line is compared whole.</summary>
    private static string[] WithoutPlace(string text) =>
    [
        .. text.Split('\n')
            .Select(line => line.Contains("|located|", StringComparison.Ordinal) ? line : string.Join('|', line.Split('|').Skip(1))),
    ];

    private static void LogNumbers(ILog log)
    {
        log.InfoFormat("{0}", 0);
        log.Info("1");
    }

    private sealed class UrgencyEvaluator : ITriggeringEventEvaluator
    {
        public List<object?> Seen { get; } = [];

        public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        {
            Seen.Add(loggingEvent.LookupProperty("urgency"));
            return Seen[^1] is "urgent";
        }
    }
}
