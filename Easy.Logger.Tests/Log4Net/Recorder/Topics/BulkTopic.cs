using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>Which Append overload DoAppend reaches, and how many writes and flushes a file appender makes for a batch.</summary>
internal sealed class BulkTopic(Golden golden)
{
    public static void Run(Golden golden) => new BulkTopic(golden).Run();

    private void Run()
    {
        golden.Case("overloads reached by a skeleton subclass", Overloads);
        golden.Case("one event of a batch throws in Append: the rest of the batch", ThrowInTheMiddle);
        foreach (bool immediate in new[] { true, false })
        {
            golden.Case($"file appender, batch of 512 lines of 50 bytes, ImmediateFlush {immediate}", () => FileBatch(immediate));
            golden.Case($"text writer appender, batch of 5, ImmediateFlush {immediate}", () => WriterBatch(immediate));
        }
    }

    private void Overloads()
    {
        Journal journal = new();
        foreach (AppenderSkeleton appender in new AppenderSkeleton[]
        {
            new SingleOnly(journal), new WithArray(journal), new WithEnumerable(journal), new WithBoth(journal),
        })
        {
            OverloadsOf(appender, journal);
        }
    }

    private void OverloadsOf(AppenderSkeleton appender, Journal journal)
    {
        LoggingEvent[] three = [.. Enumerable.Range(0, 3).Select(i => Make.Event("a", i == 1 ? Level.Debug : Level.Info, "m" + i))];
        string type = appender.GetType().Name;
        appender.Name = "a";
        appender.DoAppend(three[0]);
        golden.Line($"{type} DoAppend(event): {journal.TakeOneLine()}");
        appender.DoAppend(three);
        golden.Line($"{type} DoAppend(array of 3): {journal.TakeOneLine()}");
        appender.DoAppend([three[0]]);
        golden.Line($"{type} DoAppend(array of 1): {journal.TakeOneLine()}");
        appender.DoAppend(Array.Empty<LoggingEvent>());
        golden.Line($"{type} DoAppend(empty array): {Golden.Quote(journal.TakeOneLine())}");
        appender.Threshold = Level.Info;
        appender.DoAppend(three);
        golden.Line($"{type} DoAppend(array of 3, one below the threshold): {journal.TakeOneLine()}");
        appender.Threshold = Level.Fatal;
        appender.DoAppend(three);
        golden.Line($"{type} DoAppend(array of 3, all below): {Golden.Quote(journal.TakeOneLine())}");
        golden.Line(
            $"{type} DoAppend((LoggingEvent[])null): {Golden.Try(() => appender.DoAppend((LoggingEvent[])null!))}, "
            + $"DoAppend((LoggingEvent)null): {Golden.Try(() => appender.DoAppend((LoggingEvent)null!))}");
    }

    private void ThrowInTheMiddle()
    {
        Journal journal = new();
        ProbeAppender appender = new() { Name = "p", Journal = journal, ErrorHandler = new ProbeErrorHandler(journal) };
        appender.OnAppend = e =>
        {
            if (e.RenderedMessage == "m1")
            {
                throw new InvalidOperationException();
            }
        };
        appender.DoAppend(Messages(4));
        golden.Line(journal.TakeOneLine());
        appender.DoAppend(Make.Event("a", Level.Info, "next"));
        golden.Line(journal.TakeOneLine());
    }

    private void FileBatch(bool immediate)
    {
        LoggingEvent[] batch = [.. Enumerable.Range(0, 512).Select(_ => Make.Event("a", Level.Info, new string('x', 49)))];
        using MemoryStream memory = new();
        CountingLock counting = new(memory);
        Journal journal = new();
        FileAppender appender = new()
        {
            Name = "f",
            File = "never-made.log",
            Layout = new PatternLayout("%m\n"),
            LockingModel = counting,
            ImmediateFlush = immediate,
            ErrorHandler = new ProbeErrorHandler(journal),
        };
        appender.ActivateOptions();
        golden.Line("ActivateOptions: " + counting.TakeCounts());
        appender.DoAppend(batch);
        golden.Line("DoAppend(512): " + counting.TakeCounts());
        foreach (LoggingEvent e in batch)
        {
            appender.DoAppend(e);
        }

        golden.Line("512 x DoAppend(1): " + counting.TakeCounts());
        golden.Line("Flush(1000): " + Golden.Try(() => appender.Flush(1000)) + " " + counting.TakeCounts());
        golden.Line("file appender told: " + Golden.Quote(journal.TakeOneLine()));
        appender.DoAppend(Make.Event("a", Level.Info, "one"));
        golden.Line("one more event: " + counting.TakeCounts());
        golden.Line("Flush(1000): " + Golden.Try(() => appender.Flush(1000)) + " " + counting.TakeCounts());
        appender.Close();
        golden.Line("Close: " + counting.TakeCounts());
        golden.Line($"bytes in all {memory.Length}, lines {memory.ToArray().Count(b => b == '\n')}");
        golden.Line("file appender told: " + Golden.Quote(journal.TakeOneLine()));
    }

    private void WriterBatch(bool immediate)
    {
        using CountingWriter writer = new();
        TextWriterAppender appender = new() { Name = "t", Layout = new PatternLayout("%m%n"), ImmediateFlush = immediate, Writer = writer };
        appender.ActivateOptions();
        appender.DoAppend(Messages(5));
        golden.Line("DoAppend(5): " + writer.TakeCounts());
        appender.DoAppend(Make.Event("a", Level.Info, "one"));
        golden.Line("DoAppend(1): " + writer.TakeCounts());
        golden.Line("Flush(1000): " + Golden.Try(() => appender.Flush(1000)) + " " + writer.TakeCounts());
        appender.Close();
        golden.Line("Close: " + writer.TakeCounts());
    }

    private static LoggingEvent[] Messages(int count) => [.. Enumerable.Range(0, count).Select(i => Make.Event("a", Level.Info, "m" + i))];

    private class SingleOnly(Journal journal) : AppenderSkeleton
    {
        protected Journal Journal => journal;

        protected override void Append(LoggingEvent loggingEvent) => journal.Add("Append(LoggingEvent)");
    }

    private class WithArray(Journal journal) : SingleOnly(journal)
    {
        protected override void Append(LoggingEvent[] loggingEvents)
        {
            Journal.Add($"Append(LoggingEvent[{loggingEvents.Length}])");
            base.Append(loggingEvents);
        }
    }

    private sealed class WithEnumerable(Journal journal) : SingleOnly(journal)
    {
        protected override void Append(IEnumerable<LoggingEvent> loggingEvents)
        {
            Journal.Add($"Append(IEnumerable) runtime type {loggingEvents.GetType().Name} count {loggingEvents.Count()}");
            base.Append(loggingEvents);
        }
    }

    private sealed class WithBoth(Journal journal) : WithArray(journal)
    {
        protected override void Append(IEnumerable<LoggingEvent> loggingEvents)
        {
            Journal.Add($"Append(IEnumerable) count {loggingEvents.Count()}");
            base.Append(loggingEvents);
        }
    }

    private sealed class CountingWriter : StringWriter
    {
        private int _flushes;
        private int _writes;
        private int _closes;

        public override void Flush() => _flushes++;

        public override void Write(string? value)
        {
            _writes++;
            base.Write(value);
        }

        public override void Close() => _closes++;

        /// <summary>What was counted since the last call.</summary>
        public string TakeCounts()
        {
            string text = $"Write(string) {_writes} Flush {_flushes} Close {_closes}";
            _writes = _flushes = _closes = 0;
            return text;
        }
    }
}
