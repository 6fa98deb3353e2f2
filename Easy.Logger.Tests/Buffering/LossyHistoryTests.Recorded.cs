using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Buffering;

/// <summary>
/// The same events through our appender as were recorded from log4net's BufferingForwardingAppender 3.3.2: D1 (DEBUG) I2 (INFO) W3 (WARN) E4 (ERROR)
/// I5 D6 W7 I8, to a child "b" that takes arrays and a child "s" that does not. Each expected line is one that log4net recorded.
/// </summary>
internal sealed partial class LossyHistoryTests
{
    private static readonly (string Text, Level Level)[] _events =
    [
        ("D1", Level.Debug), ("I2", Level.Info), ("W3", Level.Warn), ("E4", Level.Error),
        ("I5", Level.Info), ("D6", Level.Debug), ("W7", Level.Warn), ("I8", Level.Info),
    ];

    [TestCase(1, false, false, "", "", "")]
    [TestCase(1, false, true, "W3 -> b:W3 | s:W3; E4 -> b:E4 | s:E4; W7 -> b:W7 | s:W7", "", "")]
    [TestCase(1, true, false, "E4 -> b:E4 | s:E4", "", "")]
    [TestCase(1, true, true, "W3 -> b:W3 | s:W3; E4 -> b:E4 | s:E4; W7 -> b:W7 | s:W7", "", "")]
    [TestCase(3, false, false, "", "", "")]
    [TestCase(3, false, true, "D6 -> b:W3 | s:W3; W7 -> b:E4 | s:E4", "b:W7 | s:W7", "b:W7 | s:W7 | ")]
    [TestCase(3, true, false, "E4 -> b[I2 W3 E4] | s:I2 | s:W3 | s:E4", "", "")]
    [TestCase(3, true, true, "E4 -> b[I2 W3 E4] | s:I2 | s:W3 | s:E4", "b:W7 | s:W7", "b:W7 | s:W7 | ")]
    public void Append_RecordedEvents_ForwardsWhatLog4NetForwards(
        int size, bool evaluator, bool lossyEvaluator, string steps, string flushedLossy, string closed)
    {
        foreach (string ending in new[] { "Flush()", "Flush(true)", "Close" })
        {
            Journal journal = new();
            AsyncBufferingForwardingAppender appender = New(
                journal, size, evaluator ? new LevelEvaluator(Level.Error) : null, lossyEvaluator ? new LevelEvaluator(Level.Warn) : null);
            List<string> sent = [];
            foreach ((string text, Level level) in _events)
            {
                string line = Send(appender, journal, text, level);
                if (line.Length > 0)
                {
                    sent.Add($"{text} -> {line}");
                }
            }

            Assert.That(string.Join("; ", sent), Is.EqualTo(steps));
            switch (ending)
            {
                case "Flush()":
                    appender.Flush();
                    Assert.That(journal.TakeOneLine(), Is.Empty, ending);
                    break;
                case "Flush(true)":
                    appender.Flush(true);
                    Assert.That(journal.TakeOneLine(), Is.EqualTo(flushedLossy), ending);
                    break;
            }

            if (ending == "Flush(true)")
            {
                appender.Flush(true);
                Assert.That(journal.TakeOneLine(), Is.Empty, "then Flush(true)");
            }

            appender.Close();
            Assert.That(journal.TakeOneLine(), Is.EqualTo((ending == "Flush(true)" ? string.Empty : closed) + "b.Close | s.Close"), "Close");
            Assert.That(
                (appender.Statistics.Accepted, appender.Statistics.Forwarded + appender.Statistics.Dropped, appender.Statistics.Pending),
                Is.EqualTo((8L, 8L, 0L)));
        }
    }

    [TestCase(
        2,
        "evaluator(D1)=0 | evaluator(I2)=0 | lossy(D1)=0 | evaluator(W3)=0 | lossy(I2)=0 | evaluator(E4)=1 | b[W3 E4] | s:W3 | s:E4 | evaluator(I5)=0"
        + " | evaluator(D6)=0 | lossy(I5)=0 | evaluator(W7)=0 | lossy(D6)=0 | evaluator(I8)=0")]
    [TestCase(
        1,
        "evaluator(D1)=0 | lossy(D1)=0 | evaluator(I2)=0 | lossy(I2)=0 | evaluator(W3)=0 | lossy(W3)=1 | b:W3 | s:W3 | evaluator(E4)=1 | b:E4 | s:E4"
        + " | evaluator(I5)=0 | lossy(I5)=0 | evaluator(D6)=0 | lossy(D6)=0 | evaluator(W7)=0 | lossy(W7)=1 | b:W7 | s:W7 | evaluator(I8)=0 | lossy(I8)=0")]
    public void Append_RecordedEvents_AsksTheEvaluatorsInLog4NetsOrder(int size, string expected)
    {
        Journal journal = new();
        AsyncBufferingForwardingAppender appender = New(
            journal, size, new Journal.Evaluator(journal, "evaluator", "E"), new Journal.Evaluator(journal, "lossy", "W"));

        string line = string.Join(" | ", _events.Select(e => Send(appender, journal, e.Text, e.Level)).Where(sent => sent.Length > 0));

        Assert.That(line, Is.EqualTo(expected));
        appender.Close();
    }

    private static AsyncBufferingForwardingAppender New(
        Journal journal, int size, ITriggeringEventEvaluator? evaluator, ITriggeringEventEvaluator? lossyEvaluator)
    {
        AsyncBufferingForwardingAppender appender = new(new ManualTimeProvider())
        {
            Name = Some.Name(),
            BufferSize = size,
            Lossy = true,
            Evaluator = evaluator,
            LossyEvaluator = lossyEvaluator,
        };
        appender.AddAppender(new Journal.Bulk(journal, "b"));
        appender.AddAppender(new Journal.Plain(journal, "s"));
        appender.ActivateOptions();
        return appender;
    }

    private static string Send(AsyncBufferingForwardingAppender appender, Journal journal, string text, Level level)
    {
        appender.DoAppend(Some.Event(text, level));

        // A plain Flush leaves the history alone; it only waits until the worker has seen the event.
        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
        return journal.TakeOneLine();
    }
}
