using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Recorder;

/// <summary>Where on its way through an appender an event meets the appender's own lock.</summary>
internal static partial class LocksTopic
{
    private static void GateInDoAppend(Golden golden)
    {
        Journal journal = new();
        ProbeAppender appender = new() { Name = "p" };
        appender.Layout = new HookLayout((_, _) => Tell("layout"));
        appender.AddFilter(new HookFilter(() => Tell("filter")));
        appender.ErrorHandler = new HookHandler(() => Tell("error handler"));
        appender.OnAppend = e =>
        {
            Tell("Append");
            appender.Render(e);
            throw new InvalidOperationException();
        };
        appender.OnClosing = () => Tell("OnClose");
        appender.OnFlush = _ =>
        {
            Tell("Flush(int)");
            return true;
        };

        appender.DoAppend(Make.Event("a", Level.Info, "m"));
        golden.Line("single: " + journal.TakeOneLine());
        appender.DoAppend([Make.Event("a", Level.Info, "m"), Make.Event("a", Level.Info, "m")]);
        golden.Line("array: " + journal.TakeOneLine());
        appender.Flush(10);
        golden.Line("flush: " + journal.TakeOneLine());
        appender.Close();
        golden.Line("close: " + journal.TakeOneLine());
        appender.DoAppend(Make.Event("a", Level.Info, "m"));
        golden.Line("append after close: " + journal.TakeOneLine());

        void Tell(string where) => journal.Add($"{where} {appender.GateHeld}");
    }

    private static void GateOfABuffer(Golden golden)
    {
        Journal journal = new();
        GateBuffer buffer = new(journal) { Name = "a", BufferSize = 2 };
        buffer.AddAppender(new BulkAppender(new Journal(), "b") { OnAppend = _ => journal.Add($"child append {buffer.GateHeld}") });
        buffer.AddAppender(new ProbeAppender { Name = "c", OnClosing = () => journal.Add($"child close {buffer.GateHeld}") });
        buffer.ActivateOptions();
        Append();
        Append();
        Append();
        golden.Line("three appends: " + journal.TakeOneLine());
        Append();
        journal.Take();
        buffer.Flush(10);
        golden.Line("Flush(int): " + journal.TakeOneLine());
        Append();
        journal.Take();
        buffer.Close();
        golden.Line("Close: " + journal.TakeOneLine());

        void Append() => buffer.DoAppend(Make.Event("a", Level.Info, "m"));
    }

    private static void GateOfAFile(Golden golden)
    {
        Journal journal = new();
        using MemoryStream memory = new();
        CountingLock locking = new(memory);
        GateFile appender = new() { Name = "f", File = "never.log", Layout = new PatternLayout("%m"), LockingModel = locking, ImmediateFlush = true };
        locking.Stream.OnFlush = () => journal.Add($"stream flush, gate {appender.GateHeld}");
        appender.ActivateOptions();
        appender.DoAppend(Make.Event("a", Level.Info, "m"));
        golden.Line("append with ImmediateFlush: " + journal.TakeOneLine());
        appender.Flush(10);
        golden.Line("Flush(int) with ImmediateFlush: " + Golden.Quote(journal.TakeOneLine()));
        appender.Close();
        golden.Line("Close: " + journal.TakeOneLine());
    }

    private sealed class HookFilter(Action decide) : FilterSkeleton
    {
        public override FilterDecision Decide(LoggingEvent loggingEvent)
        {
            decide();
            return FilterDecision.Neutral;
        }
    }

    private sealed class HookHandler(Action told) : IErrorHandler
    {
        public void Error(string message, Exception? e, ErrorCode errorCode) => told();

        public void Error(string message, Exception? e) => told();

        public void Error(string message) => told();
    }

    private sealed class GateBuffer(Journal journal) : BufferingForwardingAppender
    {
        public bool GateHeld => Monitor.IsEntered(LockObj);

        public override void Flush()
        {
            Tell("Flush()");
            base.Flush();
        }

        public override void Flush(bool flushLossyBuffer)
        {
            Tell("Flush(bool)");
            base.Flush(flushLossyBuffer);
        }

        public override bool Flush(int millisecondsTimeout)
        {
            Tell("Flush(int)");
            return base.Flush(millisecondsTimeout);
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
            Tell("Append");
            base.Append(loggingEvent);
        }

        protected override void SendBuffer(LoggingEvent[] events)
        {
            Tell("SendBuffer");
            base.SendBuffer(events);
        }

        protected override void OnClose()
        {
            Tell("OnClose");
            base.OnClose();
        }

        private void Tell(string where) => journal.Add($"{where} {GateHeld}");
    }

    private sealed class GateFile : FileAppender
    {
        public bool GateHeld => Monitor.IsEntered(LockObj);
    }
}
