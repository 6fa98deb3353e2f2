namespace Easy.Logger.Tests.Buffering;

internal sealed class LossyHistoryTests
{
    private static readonly (string Text, Level Level)[] _events =
    [
        ("D1", Level.Debug), ("I2", Level.Info), ("W3", Level.Warn), ("E4", Level.Error),
        ("I5", Level.Info), ("D6", Level.Debug), ("W7", Level.Warn), ("I8", Level.Info),
    ];

    private readonly string _name = Some.Name();
    private readonly BatchResult _result = new();
    private readonly LossyHistory _history;

    public LossyHistoryTests() => _history = new LossyHistory(
        new FailureReporter(() => _name, TimeProvider.System), (batch, result) => result.Count(batch.Count, failed: 0));

    [Test]
    public void Remember_EvaluatorThrows_HoldsTheEventAndReports()
    {
        using InternalMessages messages = new();
        BufferingOptions options = new() { BufferSize = 2, Lossy = true, Evaluator = new ThrowingEvaluator() };

        Remember(options, "a", "b");

        Assert.That(_result.Completed, Is.Zero);
        Assert.That(messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(messages.Naming(_name)[0], Does.Contain("the evaluator failed").And.Contain("evaluator broke"));
    }

    /// <summary>
    /// The same events through our appender and through log4net's BufferingForwardingAppender, to a child "b" that takes arrays and a child
    /// "s" that does not.
    /// </summary>
    [Test]
    public void Append_LossyBuffer_AsksTheEvaluatorsAndForwardsAsAndWhenLog4NetDoes(
        [Values(1, 2, 3, 5, 8)] int size,
        [Values] bool evaluator,
        [Values] bool lossyEvaluator,
        [Values("Flush()", "Flush(true)", "Close")] string ending)
    {
        AsyncBufferingForwardingAppender ours = new(new ManualTimeProvider());
        string[] expected = Run(new BufferingForwardingAppender(), size, evaluator, lossyEvaluator, ending);

        string[] actual = Run(ours, size, evaluator, lossyEvaluator, ending);

        Assert.That(actual, Is.EqualTo(expected));
        Assert.That(expected.Any(step => step.Contains("evaluator(E4)=1", StringComparison.Ordinal)), Is.EqualTo(evaluator));
        Assert.That(
            (ours.Statistics.Accepted, ours.Statistics.Forwarded + ours.Statistics.Dropped, ours.Statistics.Pending),
            Is.EqualTo((8L, 8L, 0L)));
    }

    /// <summary>
    /// It ends log4net's Append: the other evaluator is not asked, and the event stays in the history. Where E4 does not trigger, the event
    /// that the lossy evaluator wants goes with what the next event triggers, or alone.
    /// </summary>
    [Test]
    public void Append_AnEvaluatorThrows_ForwardsAsLog4NetDoes([Values(1, 2, 3)] int size, [Values("D1", "W3", "E4")] string throwsAt)
    {
        string[] expected = Run(new BufferingForwardingAppender(), size, evaluator: true, lossyEvaluator: true, "Flush()", throwsAt);

        AsyncBufferingForwardingAppender ours = new(new ManualTimeProvider());
        Assert.That(Run(ours, size, evaluator: true, lossyEvaluator: true, "Flush()", throwsAt), Is.EqualTo(expected));
    }

    /// <summary>Of what is dropped the level is left: it has the name of the event.</summary>
    private void Remember(BufferingOptions options, params string[] messages)
    {
        LoggingEvent[] events = [.. messages.Select(message => Some.Event(message, new Level(Level.Info.Value, message)))];
        _history.Remember(Captured.Batch(CapturePlan.Everything, events), options, _result);
    }

    /// <summary>What the children and evaluators saw after each step.</summary>
    private static string[] Run(
        BufferingForwardingAppender appender, int size, bool evaluator, bool lossyEvaluator, string ending, string? throwsAt = null)
    {
        CallRecord journal = new();
        appender.Name = Some.Name();
        appender.BufferSize = size;
        appender.Lossy = true;
        appender.Evaluator = evaluator ? new CallRecord.Evaluator(journal, "evaluator", "E", throwsAt) : null;
        appender.LossyEvaluator = lossyEvaluator ? new CallRecord.Evaluator(journal, "lossy", "W", throwsAt) : null;
        appender.AddAppender(new CallRecord.Bulk(journal, "b"));
        appender.AddAppender(new CallRecord.Plain(journal, "s"));
        ((IOptionHandler)appender).ActivateOptions();
        List<string> steps = [];
        foreach ((string text, Level level) in _events)
        {
            ((IAppender)appender).DoAppend(Some.Event(text, level));

            if (appender is AsyncBufferingForwardingAppender)
            {
                // Leaves the history alone; it only waits until the worker has seen the event.
                Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
            }

            steps.Add($"{text}: {journal.TakeOneLine()}");
        }

        if (ending != "Close")
        {
            appender.Flush(flushLossyBuffer: ending == "Flush(true)");
            steps.Add($"{ending}: {journal.TakeOneLine()}");
        }

        ((IAppender)appender).Close();
        return [.. steps, $"Close: {journal.TakeOneLine()}"];
    }
}
