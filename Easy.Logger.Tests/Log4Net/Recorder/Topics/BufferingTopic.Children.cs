using log4net.Appender;
using log4net.Core;
using log4net.Util;

namespace Recorder;

/// <summary>Children: that throw, that come and go, and which of their methods is called.</summary>
internal sealed partial class BufferingTopic
{
    private void ThrowingEvaluatorAndChildren()
    {
        using LogLogCapture capture = new();
        Journal journal = new();
        BufferingForwardingAppender appender = New(journal, 2, evaluator: new ThrowingEvaluator());
        appender.ErrorHandler = new ProbeErrorHandler(journal);
        Send(appender);
        golden.Line("evaluator throws: " + journal.TakeOneLine());
        appender.Close();
        golden.Line("Close: " + journal.TakeOneLine());

        BufferingForwardingAppender parent = new() { Name = "b", BufferSize = 2, ErrorHandler = new ProbeErrorHandler(journal) };
        parent.AddAppender(new BulkAppender(journal, "bad") { OnAppend = _ => throw new InvalidOperationException() });
        parent.AddAppender(new PlainAppender(journal, "badPlain") { OnAppend = _ => throw new InvalidOperationException() });
        parent.AddAppender(new BulkAppender(journal, "good"));
        parent.ActivateOptions();
        Send(parent);
        golden.Line("children throw: " + journal.TakeOneLine());
        golden.Lines(capture.Take("[bad]", "[badPlain]"));
    }

    private void AttachDetachClose()
    {
        Journal journal = new();
        BufferingForwardingAppender appender = New(journal, 3);
        appender.DoAppend(Event("1"));
        IAppender? child = appender.GetAppender("s");
        golden.Line("RemoveAppender(s) same " + ReferenceEquals(appender.RemoveAppender(child), child) + " " + Golden.Quote(journal.TakeOneLine()));
        appender.RemoveAllAppenders();
        golden.Line("RemoveAllAppenders: " + journal.TakeOneLine() + ", left " + appender.Appenders.Count);
        appender.DoAppend([Event("2"), Event("3"), Event("4")]);
        golden.Line("no children, overflow: " + Golden.Quote(journal.TakeOneLine()));
        appender.AddAppender(new BulkAppender(journal, "late"));
        appender.Close();
        golden.Line("Close: " + journal.TakeOneLine());
        appender.Close();
        golden.Line("second Close: " + Golden.Quote(journal.TakeOneLine()));
        appender.ErrorHandler = new ProbeErrorHandler(journal, "a");
        appender.DoAppend(Event("5"));
        appender.DoAppend([Event("6")]);
        golden.Line("append after Close: " + journal.TakeOneLine());
        appender.Flush(true);
        golden.Line("Flush after Close: " + Golden.Quote(journal.TakeOneLine()) + ", Flush(0) returns " + appender.Flush(0));
        appender.AddAppender(new BulkAppender(journal, "after"));
        golden.Line("AddAppender after Close: " + appender.Appenders.Count);
    }

    private void Forwarding()
    {
        Journal journal = new();
        ForwardingAppender appender = new() { Name = "f" };
        appender.AddAppender(new BulkAppender(journal, "b"));
        appender.AddAppender(new PlainAppender(journal, "s"));
        appender.DoAppend(Event("1"));
        golden.Line("single: " + journal.TakeOneLine());
        appender.DoAppend([Event("1"), Event("2")]);
        golden.Line("array: " + journal.TakeOneLine());
        appender.Close();
        golden.Line("Close: " + journal.TakeOneLine());
    }

    private void AttachedImpl()
    {
        Journal journal = new();
        AppenderAttachedImpl attached = new();
        golden.Line(
            "nothing attached: single " + attached.AppendLoopOnAppenders(Event("1"))
            + ", array " + attached.AppendLoopOnAppenders([Event("1"), Event("2")]));
        attached.AddAppender(new BulkAppender(journal, "b"));
        attached.AddAppender(new PlainAppender(journal, "s"));
        golden.Line("returns " + attached.AppendLoopOnAppenders([Event("1"), Event("2")]) + " " + journal.TakeOneLine());
        golden.Line("array of one: " + attached.AppendLoopOnAppenders([Event("1")]) + " " + journal.TakeOneLine());
        golden.Line(
            "empty array " + Golden.Try(() => attached.AppendLoopOnAppenders(Array.Empty<LoggingEvent>()))
            + ", null array " + Golden.Try(() => attached.AppendLoopOnAppenders((LoggingEvent[])null!))
            + ", null event " + Golden.Try(() => attached.AppendLoopOnAppenders((LoggingEvent)null!)));
        attached.RemoveAllAppenders();
        golden.Line("RemoveAllAppenders: " + journal.TakeOneLine());
    }

    private static LoggingEvent Event(string message) => Make.Event("x", Level.Info, message);

    private sealed class ThrowingEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => throw new InvalidOperationException();
    }
}
