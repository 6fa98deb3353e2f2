using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Every place on an event's way through an appender where something can be thrown or missing.</summary>
internal static partial class ErrorsTopic
{
    private const string AppenderName = "appender-name";

    private static IEnumerable<Place> Places() =>
    [
        new("Append throws", () => AppendThrows(new InvalidOperationException()), "m"),
        new("filter throws", FilterThrows, "m"),
        new("layout throws", () => TextWriter(new HookLayout((_, _) => throw new InvalidOperationException()), new StringWriter()), "m"),
        new("ToString of the message throws", () => TextWriter(new PatternLayout("%m"), new StringWriter()), new ThrowingMessage()),
        new("writer throws on write", () => TextWriter(new PatternLayout("%m"), new ThrowingWriter()), "m"),
        new("no layout, layout required", () => TextWriter(null, new StringWriter()), "m"),
        new("no writer", () => TextWriter(new PatternLayout("%m"), null), "m"),
        new("closed", Closed, "m"),
        new("Append throws OutOfMemoryException", () => AppendThrows(new OutOfMemoryException()), "m"),
        new("Append throws OperationCanceledException", () => AppendThrows(new OperationCanceledException()), "m"),
        new("Append throws ThreadInterruptedException", () => AppendThrows(new ThreadInterruptedException()), "m"),
    ];

    private static void Throw(Golden golden, Place place)
    {
        ThrowInDoAppend(golden, place, bulk: false);
        ThrowInDoAppend(golden, place, bulk: true);
        ThrowInLogCalls(golden, place);
    }

    private static void ThrowInDoAppend(Golden golden, Place place, bool bulk)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        AppenderSkeleton appender = place.Make();
        appender.ErrorHandler = new ProbeErrorHandler(journal, AppenderName);
        using LogLogCapture capture = new();
        LoggingEvent[] events = [.. Enumerable.Range(0, bulk ? 2 : 1).Select(_ => Make.Live(repository, Level.Info, place.Message))];
        string result = bulk ? Golden.Try(() => appender.DoAppend(events)) : Golden.Try(() => appender.DoAppend(events[0]));
        golden.Line($"{(bulk ? "array" : "single")}: DoAppend {result}; {journal.TakeOneLine()}");
        golden.Lines(capture.Take());
    }

    /// <summary>The handler that every appender has in the field, and the appender behind it in the logger.</summary>
    private static void ThrowInLogCalls(Golden golden, Place place)
    {
        Logger root = Make.Repository().Root;
        AppenderSkeleton appender = place.Make();
        ProbeAppender next = new() { Name = "next" };
        root.AddAppender(appender);
        root.AddAppender(next);
        using LogLogCapture capture = new();
        foreach (bool debugging in new[] { false, true })
        {
            LogLog.InternalDebugging = debugging;
            OnlyOnceErrorHandler once = new("prefix");
            appender.ErrorHandler = once;
            string calls = Log() + ", " + Log();
            LogLog.InternalDebugging = false;
            golden.Line($"two log calls, InternalDebugging {debugging}: {calls}; handler enabled {once.IsEnabled} code {once.ErrorCode}"
                + $" ex {once.Exception?.GetType().Name ?? "<null>"}; next appender got {next.Journal.Take().Count}");
            golden.Lines(capture.Take("[prefix]"));
        }

        string Log() => Golden.Try(() => root.Log(Level.Info, place.Message, null));
    }

    private static ProbeAppender AppendThrows(Exception exception) => new() { Name = AppenderName, OnAppend = _ => throw exception };

    private static ProbeAppender FilterThrows()
    {
        ProbeAppender appender = new() { Name = AppenderName };
        appender.AddFilter(new ThrowingFilter());
        return appender;
    }

    private static TextWriterAppender TextWriter(ILayout? layout, StringWriter? writer)
    {
        TextWriterAppender appender = new() { Name = AppenderName, Layout = layout };
        if (writer is not null)
        {
            appender.Writer = writer;
        }

        return appender;
    }

    private static ProbeAppender Closed()
    {
        ProbeAppender appender = new() { Name = AppenderName };
        appender.Close();
        return appender;
    }

    /// <param name="Name">Of the case.</param>
    /// <param name="Make">A fresh appender, named, without a handler of ours.</param>
    /// <param name="Message">What is logged.</param>
    private sealed record Place(string Name, Func<AppenderSkeleton> Make, object Message);

    private sealed class ThrowingMessage
    {
        public override string ToString() => throw new InvalidOperationException("no text");
    }

    private sealed class ThrowingFilter : FilterSkeleton
    {
        public override FilterDecision Decide(LoggingEvent loggingEvent) => throw new InvalidOperationException();
    }

    private sealed class ThrowingWriter : StringWriter
    {
        public override void Write(string? value) => throw new IOException();

        public override void Write(char value) => throw new IOException();

        public override void Write(char[] buffer, int index, int count) => throw new IOException();

        public override void Flush() => throw new IOException();

        public override void Close() => throw new IOException();
    }
}
