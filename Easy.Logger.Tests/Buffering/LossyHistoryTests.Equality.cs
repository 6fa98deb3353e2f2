namespace Easy.Logger.Tests.Buffering;

/// <summary>
/// The same events through our appender and through log4net's BufferingForwardingAppender, to a child "b" that takes arrays and a child
/// "s" that does not.
/// </summary>
internal sealed partial class LossyHistoryTests
{
    private static readonly (string Text, Level Level)[] _events =
    [
        ("D1", Level.Debug), ("I2", Level.Info), ("W3", Level.Warn), ("E4", Level.Error),
        ("I5", Level.Info), ("D6", Level.Debug), ("W7", Level.Warn), ("I8", Level.Info),
    ];

    [Test]
    public void Append_LossyBuffer_ForwardsWhatLog4NetForwardsAndWhen(
        [Values(1, 2, 3, 8)] int size,
        [Values] bool evaluator,
        [Values] bool lossyEvaluator,
        [Values("Flush()", "Flush(true)", "Close")] string ending)
    {
        AsyncBufferingForwardingAppender ours = new(new ManualTimeProvider());

        string[] expected = Steps(new BufferingForwardingAppender());
        string[] actual = Steps(ours);

        Assert.That(actual, Is.EqualTo(expected));
        Assert.That(
            (ours.Statistics.Accepted, ours.Statistics.Forwarded + ours.Statistics.Dropped, ours.Statistics.Pending),
            Is.EqualTo((8L, 8L, 0L)));

        string[] Steps(BufferingForwardingAppender appender) => Run(
            appender,
            size,
            _ => evaluator ? new LevelEvaluator(Level.Error) : null,
            _ => lossyEvaluator ? new LevelEvaluator(Level.Warn) : null,
            ending);
    }

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(5)]
    public void Append_LossyBuffer_AsksTheEvaluatorsInLog4NetsOrder(int size)
    {
        string[] expected = Steps(new BufferingForwardingAppender());

        Assert.That(Steps(new AsyncBufferingForwardingAppender(new ManualTimeProvider())), Is.EqualTo(expected));
        Assert.That(expected, Has.Some.Contains("evaluator(E4)=1"), "else this compares nothing");

        string[] Steps(BufferingForwardingAppender appender) => Run(
            appender,
            size,
            journal => new CallRecord.Evaluator(journal, "evaluator", "E"),
            journal => new CallRecord.Evaluator(journal, "lossy", "W"),
            "Close");
    }

    /// <summary>What the children and evaluators saw after each step.</summary>
    private static string[] Run(
        BufferingForwardingAppender appender,
        int size,
        Func<CallRecord, ITriggeringEventEvaluator?> evaluator,
        Func<CallRecord, ITriggeringEventEvaluator?> lossyEvaluator,
        string ending)
    {
        CallRecord journal = new();
        appender.Name = Some.Name();
        appender.BufferSize = size;
        appender.Lossy = true;
        appender.Evaluator = evaluator(journal);
        appender.LossyEvaluator = lossyEvaluator(journal);
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
