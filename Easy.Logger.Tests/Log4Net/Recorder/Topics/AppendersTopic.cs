using System.Diagnostics;
using System.Text.RegularExpressions;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>Console, coloured console, memory, trace and debug appenders, collections of appenders.</summary>
internal sealed partial class AppendersTopic(Golden golden)
{
    public static void Run(Golden golden) => new AppendersTopic(golden).Run();

    private void Run()
    {
        golden.Case("ConsoleAppender and ManagedColoredConsoleAppender", Consoles);
        golden.Case("console writer replaced after the appender was made", ReplacedConsole);
        golden.Case("MemoryAppender", Memory);
        foreach (bool immediate in new[] { true, false })
        {
            golden.Case($"TraceAppender and DebugAppender, ImmediateFlush {immediate}", () => TraceAndDebug(immediate));
        }

        golden.Case("defaults of a skeleton", SkeletonDefaults);
        golden.Case("AppenderCollection", Collection);
    }

    private void Consoles()
    {
        foreach (string? target in new[] { null, "Console.Out", "Console.Error", " console.error ", "nonsense" })
        {
            ConsoleAppender plain = new();
            plain.Target = target ?? plain.Target;
            TellConsole(plain, target, plain.Target);

            ManagedColoredConsoleAppender colored = new();
            colored.Target = target ?? colored.Target;
            colored.AddMapping(new ManagedColoredConsoleAppender.LevelColors { Level = Level.Error, ForeColor = ConsoleColor.Red });
            TellConsole(colored, target, colored.Target);
        }

        golden.Line($"constants {ConsoleAppender.ConsoleOut} {ConsoleAppender.ConsoleError}");
    }

    private void TellConsole(AppenderSkeleton appender, string? target, string shown)
    {
        TextWriter oldOut = Console.Out;
        TextWriter oldError = Console.Error;
        using StringWriter output = new();
        using StringWriter error = new();
        Console.SetOut(output);
        Console.SetError(error);
        appender.Layout = new PatternLayout("%p %m;");
        appender.ActivateOptions();
        appender.DoAppend(Make.Event("a", Level.Info, "m"));
        appender.DoAppend([Make.Event("a", Level.Error, "x"), Make.Event("a", Level.Info, "y")]);
        Console.SetOut(oldOut);
        Console.SetError(oldError);
        golden.Line($"{appender.GetType().Name} target {Golden.Show(target)} reads {Golden.Quote(shown)}: out {Plain(output)} err {Plain(error)}");
    }

    /// <summary>Without the sequences that colour a terminal's text: they depend on what kind of terminal it is.</summary>
    private static string Plain(StringWriter writer) => Golden.Quote(TerminalColor().Replace(writer.ToString(), ""));

    [GeneratedRegex("\u001b\\[[0-9;]*m")]
    private static partial Regex TerminalColor();

    private void ReplacedConsole()
    {
        TextWriter old = Console.Out;
        ConsoleAppender appender = new() { Layout = new PatternLayout("%m") };
        appender.ActivateOptions();
        using StringWriter writer = new();
        Console.SetOut(writer);
        appender.DoAppend(Make.Event("a", Level.Info, "m"));
        Console.SetOut(old);
        golden.Line("follows Console.SetOut " + (writer.ToString() == "m"));
    }

    private void Memory()
    {
        MemoryAppender appender = new();
        golden.Line($"Fix {appender.Fix}, Flush(0) {appender.Flush(0)}");
        LoggingEvent kept = Make.Live(null, Level.Info, "m");
        appender.DoAppend(kept);
        appender.DoAppend([Make.Event("a", Level.Info, "1"), Make.Event("a", Level.Info, "2")]);
        golden.Line($"events {appender.GetEvents().Length}, same object {ReferenceEquals(appender.GetEvents()[0], kept)}, fixed {kept.Fix}");
        golden.Line($"PopAllEvents {appender.PopAllEvents().Length}, left {appender.GetEvents().Length}");
        appender.DoAppend(kept);
        appender.Clear();
        golden.Line($"Clear: {appender.GetEvents().Length}");
        appender.DoAppend(kept);
        appender.Close();
        golden.Line($"after Close: {appender.GetEvents().Length}");

        MemoryAppender unfixed = new() { Fix = FixFlags.None };
        LoggingEvent live = Make.Live(null, Level.Info, new object());
        unfixed.DoAppend(live);
        golden.Line($"Fix None: message {Golden.Quote(live.RenderedMessage)}");
    }

    private void TraceAndDebug(bool immediate)
    {
        Journal journal = new();
        using JournalListener listener = new(journal);
        TraceListener[] others = [.. Trace.Listeners.Cast<TraceListener>()];
        Trace.Listeners.Clear();
        Trace.Listeners.Add(listener);

        TraceAppender trace = new() { Layout = new PatternLayout("%m"), ImmediateFlush = immediate };
        trace.DoAppend(Make.Event("logger.name", Level.Info, "m"));
        golden.Line("trace: " + journal.TakeOneLine());
        golden.Line("trace Flush: " + trace.Flush(0) + " " + Golden.Quote(journal.TakeOneLine()));

        DebugAppender debug = new() { Layout = new PatternLayout("%m"), ImmediateFlush = immediate };
        debug.DoAppend(Make.Event("logger.name", Level.Info, "m"));
        golden.Line("debug: " + journal.TakeOneLine());
        debug.Category = null;
        debug.DoAppend(Make.Event("logger.name", Level.Info, "m"));
        golden.Line("debug without category: " + journal.TakeOneLine());
        golden.Line("debug Flush: " + debug.Flush(0) + " " + Golden.Quote(journal.TakeOneLine()));
        debug.Category = new PatternLayout("");
        debug.DoAppend(Make.Event("logger.name", Level.Info, "m"));
        golden.Line("debug with an empty category: " + journal.TakeOneLine());

        Trace.Listeners.Clear();
        Trace.Listeners.AddRange(others);
    }

    private void SkeletonDefaults()
    {
        ProbeAppender appender = new();
        golden.Line(
            $"Name {Golden.Show(appender.Name)} Threshold {appender.Threshold} Layout {(appender.Layout is null ? "<null>" : "set")} "
            + $"FilterHead {(appender.FilterHead is null ? "<null>" : "set")} Flush(0) {appender.Flush(0)}");

        Journal journal = new();
        ProbeAppender needy = new() { Name = "p", Journal = journal, NeedsLayout = true, ErrorHandler = new ProbeErrorHandler(journal, "p") };
        needy.DoAppend(Make.Event("a", Level.Info, "m"));
        needy.DoAppend([Make.Event("a", Level.Info, "m"), Make.Event("a", Level.Info, "m")]);
        golden.Line("RequiresLayout without a layout: " + journal.TakeOneLine());
    }

    private void Collection()
    {
        Journal journal = new();
        PlainAppender a = new(journal, "a");
        PlainAppender b = new(journal, "b");
        AppenderCollection collection = [];
        golden.Line(
            $"capacity {collection.Capacity}, Add returns {collection.Add(a)} {collection.Add(b)}, count {collection.Count}, "
            + $"contains {collection.Contains(a)}, index {collection.IndexOf(b)}");
        collection.Insert(0, b);
        golden.Line(Names(collection));
        collection.Remove(b);
        golden.Line("Remove takes the first: " + Names(collection));
        golden.Line(
            "Remove of one not there " + Golden.Try(() => collection.Remove(new PlainAppender(journal, "x")))
            + ", index out of range " + Golden.Try(() => collection[9]));

        AppenderCollection readOnly = AppenderCollection.ReadOnly(collection);
        golden.Line(
            $"read only: {readOnly.IsReadOnly} {readOnly.IsFixedSize} count {readOnly.Count} "
            + $"Add {Golden.Try(() => readOnly.Add(a))} Clear {Golden.Try(readOnly.Clear)} set {Golden.Try(() => readOnly[0] = a)}");
        collection.Add(new PlainAppender(journal, "late"));
        golden.Line($"a view, not a copy: {readOnly.Count == collection.Count}");
        golden.Line($"EmptyCollection: {AppenderCollection.EmptyCollection.Count} read only {AppenderCollection.EmptyCollection.IsReadOnly}");
        golden.Line("changed while enumerated " + Golden.Try(() =>
        {
            foreach (IAppender _ in collection)
            {
                collection.Add(a);
            }
        }));
    }

    private static string Names(AppenderCollection collection) => string.Join(",", collection.Cast<IAppender>().Select(appender => appender.Name));

    private sealed class JournalListener(Journal journal) : TraceListener
    {
        public override void Write(string? message) => journal.Add("Write " + Golden.Quote(message));

        public override void WriteLine(string? message) => journal.Add("WriteLine " + Golden.Quote(message));

        public override void Write(string? message, string? category) => journal.Add($"Write {Golden.Quote(message)} category {Golden.Quote(category)}");

        public override void Flush() => journal.Add("Flush");
    }
}
