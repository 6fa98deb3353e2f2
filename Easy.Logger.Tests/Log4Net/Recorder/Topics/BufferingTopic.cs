using System.Globalization;
using log4net.Appender;
using log4net.Core;

namespace Recorder;

/// <summary>
/// BufferingForwardingAppender with two children: "b" takes arrays, "s" takes single events only. Events sent:
/// D1 (DEBUG) I2 (INFO) W3 (WARN) E4 (ERROR) I5 D6 W7 I8. A batch shows as b[..], a single event as b:x.
/// </summary>
internal sealed partial class BufferingTopic(Golden golden)
{
    private static readonly (string Text, Level Level)[] _events =
    [
        ("D1", Level.Debug), ("I2", Level.Info), ("W3", Level.Warn), ("E4", Level.Error),
        ("I5", Level.Info), ("D6", Level.Debug), ("W7", Level.Warn), ("I8", Level.Info),
    ];

    public static void Run(Golden golden) => new BufferingTopic(golden).Run();

    private void Run()
    {
        Combinations();
        golden.Case("sizes 0, -1, 2 and 4, plain", PlainSizes);
        golden.Case("bulk into a buffer: DoAppend(array of 8), size 3", BulkIntoBuffer);
        golden.Case("defaults", Defaults);
        golden.Case("without ActivateOptions nothing is buffered; a size change needs ActivateOptions, which drops what is buffered", Activation);
        golden.Case("lossy without evaluator at ActivateOptions", LossyWithoutEvaluator);
        golden.Case("Fix of what reaches the children", FixOfWhatIsSent);
        golden.Case("evaluator runs: order of evaluator, lossy evaluator, Fix", EvaluatorOrder);
        golden.Case("an evaluator or a child that throws", ThrowingEvaluatorAndChildren);
        golden.Case("attach, detach, close", AttachDetachClose);
        golden.Case("ForwardingAppender: which child call", Forwarding);
        golden.Case("AppenderAttachedImpl", AttachedImpl);
    }

    private void Combinations()
    {
        bool[] offAndOn = [false, true];
        foreach (int size in new[] { 1, 3 })
        {
            foreach (bool lossy in offAndOn)
            {
                foreach (bool evaluator in offAndOn)
                {
                    foreach (bool lossyEvaluator in offAndOn)
                    {
                        string evaluators = $"evaluator {(evaluator ? "ERROR" : "none")}, lossyEvaluator {(lossyEvaluator ? "WARN" : "none")}";
                        golden.Case($"size {size}, lossy {lossy}, {evaluators}", () => Combination(journal => New(
                            journal,
                            size,
                            lossy,
                            evaluator ? new LevelEvaluator(Level.Error) : null,
                            lossyEvaluator ? new LevelEvaluator(Level.Warn) : null)));
                    }
                }
            }
        }
    }

    /// <summary>The same events into a new appender for each way to empty it; the steps up to there are told once.</summary>
    private void Combination(Func<Journal, BufferingForwardingAppender> make)
    {
        foreach (string ending in new[] { "Flush()", "Flush(true)", "Close" })
        {
            Journal journal = new();
            BufferingForwardingAppender appender = make(journal);
            List<string> steps = [];
            foreach ((string text, Level level) in _events)
            {
                appender.DoAppend(Make.Event("x", level, text));
                string sent = journal.TakeOneLine();
                if (sent.Length > 0)
                {
                    steps.Add($"{text} -> {sent}");
                }
            }

            switch (ending)
            {
                case "Flush()":
                    golden.Lines(steps);
                    appender.Flush();
                    break;
                case "Flush(true)":
                    appender.Flush(true);
                    break;
                default:
                    appender.Close();
                    break;
            }

            golden.Line($"{ending} -> {journal.TakeOneLine()}");
            if (ending != "Close")
            {
                appender.Flush(true);
                golden.Line($"  then Flush(true) -> {journal.TakeOneLine()}");
            }
        }
    }

    private void PlainSizes()
    {
        foreach (int size in new[] { 0, -1, 2, 4 })
        {
            Journal journal = new();
            BufferingForwardingAppender appender = New(journal, size);
            Send(appender);
            golden.Line($"{size}: {journal.TakeOneLine()}");
            appender.Flush(1000);
            golden.Line($"  Flush(1000): {journal.TakeOneLine()}");
        }
    }

    private void BulkIntoBuffer()
    {
        Journal journal = new();
        BufferingForwardingAppender appender = New(journal, 3);
        appender.DoAppend([.. _events.Select(e => Make.Event("x", e.Level, e.Text))]);
        golden.Line(journal.TakeOneLine());
        appender.Close();
        golden.Line("Close: " + journal.TakeOneLine());
    }

    private void Defaults()
    {
        BufferingForwardingAppender appender = new();
        golden.Line(
            $"BufferSize {appender.BufferSize} Lossy {appender.Lossy} Fix {appender.Fix} Evaluator {Golden.Show(appender.Evaluator)} "
            + $"LossyEvaluator {Golden.Show(appender.LossyEvaluator)} Name {Golden.Show(appender.Name)} Threshold {appender.Threshold}");
    }

    private void Activation()
    {
        Journal journal = new();
        BufferingForwardingAppender appender = new() { Name = "a", BufferSize = 3 };
        appender.AddAppender(new BulkAppender(journal, "b"));
        int count = 0;
        void Append() => appender.DoAppend(Make.Event("x", Level.Info, (++count).ToString(CultureInfo.InvariantCulture)));

        Append();
        golden.Line("before: " + journal.TakeOneLine());
        appender.ActivateOptions();
        Append();
        appender.BufferSize = 2;
        Append();
        Append();
        golden.Line("size property 2, buffer still 3: " + journal.TakeOneLine());
        Append();
        golden.Line("fourth: " + journal.TakeOneLine());
        Append();
        appender.BufferSize = 1;
        Append();
        golden.Line("size property 1, not activated: " + journal.TakeOneLine());
        Append();
        appender.ActivateOptions();
        golden.Line("activated again: " + journal.TakeOneLine());
        appender.Flush(true);
        appender.Close();
        golden.Line("Flush and Close: " + journal.TakeOneLine());
    }

    private void LossyWithoutEvaluator()
    {
        Journal journal = new();
        BufferingForwardingAppender appender = new() { Name = "lossy one", Lossy = true, ErrorHandler = new ProbeErrorHandler(journal, "lossy one") };
        appender.ActivateOptions();
        golden.Line(journal.TakeOneLine());
    }

    private void FixOfWhatIsSent()
    {
        foreach ((bool must, int size, FixFlags fix) in new[]
        {
            (true, 1, FixFlags.All), (false, 1, FixFlags.All), (true, 3, FixFlags.Partial), (false, 3, FixFlags.Partial), (true, 3, FixFlags.None),
        })
        {
            Journal journal = new();
            FixBuffer appender = new(must, journal) { Name = "a", BufferSize = size, Fix = fix };
            appender.ActivateOptions();
            for (int i = 0; i < 4; i++)
            {
                appender.DoAppend(Make.Live(null, Level.Info, "m" + i));
            }

            golden.Line($"eventMustBeFixed {must} size {size} Fix {fix}: {string.Join(" | ", journal.Take().Distinct())}");
        }
    }

    private void EvaluatorOrder()
    {
        foreach (int size in new[] { 2, 1 })
        {
            Journal journal = new();
            Send(New(journal, size, true, new JournalEvaluator(journal, "evaluator", "E"), new JournalEvaluator(journal, "lossy", "W")));
            golden.Line((size == 1 ? "size 1: " : "") + journal.TakeOneLine());
        }
    }

    private static void Send(BufferingForwardingAppender appender)
    {
        foreach ((string text, Level level) in _events)
        {
            appender.DoAppend(Make.Event("x", level, text));
        }
    }

    private static BufferingForwardingAppender New(
        Journal journal,
        int size,
        bool lossy = false,
        ITriggeringEventEvaluator? evaluator = null,
        ITriggeringEventEvaluator? lossyEvaluator = null)
    {
        BufferingForwardingAppender appender = new()
        {
            Name = "a",
            BufferSize = size,
            Lossy = lossy,
            Evaluator = evaluator,
            LossyEvaluator = lossyEvaluator,
        };
        appender.AddAppender(new BulkAppender(journal, "b"));
        appender.AddAppender(new PlainAppender(journal, "s"));
        appender.ActivateOptions();
        return appender;
    }

    /// <summary>Tells what the events are fixed to when the buffer is sent.</summary>
    private sealed class FixBuffer(bool mustBeFixed, Journal journal) : BufferingAppenderSkeleton(mustBeFixed)
    {
        protected override void SendBuffer(LoggingEvent[] events)
        {
            foreach (LoggingEvent e in events)
            {
                journal.Add($"Fix {e.Fix} message {Golden.Quote(e.RenderedMessage?[..1])}");
            }
        }
    }

    /// <summary>Triggers on messages containing a text, and tells about every question.</summary>
    private sealed class JournalEvaluator(Journal journal, string name, string text) : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        {
            bool result = loggingEvent.RenderedMessage!.Contains(text, StringComparison.Ordinal);
            journal.Add($"{name}({loggingEvent.RenderedMessage})={(result ? 1 : 0)}");
            return result;
        }
    }
}
