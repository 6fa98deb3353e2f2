using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Which appenders get an event, and what a logger does with its appenders.</summary>
internal static partial class HierarchyTopic
{
    private static void Additivity(Golden golden)
    {
        foreach (string? cut in new[] { null, "a", "a.b", "a.b.c" })
        {
            Hierarchy repository = Make.Repository();
            Journal journal = new();
            foreach (string name in new[] { "root", "a", "a.b", "a.b.c" })
            {
                Logger logger = name == "root" ? repository.Root : (Logger)repository.GetLogger(name);
                logger.AddAppender(new PlainAppender(journal, "on-" + name));
                logger.Additivity = name != cut;
            }

            Log(repository, "a.b.c", Level.Info, "m");
            golden.Line($"additivity false on {Golden.Show(cut)}: {journal.TakeOneLine()}");
        }
    }

    private static void AncestorLevels(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.Root.Level = Level.Error;
        repository.Root.AddAppender(new PlainAppender(journal, "root"));
        ((Logger)repository.GetLogger("a")).Level = Level.Debug;
        Log(repository, "a", Level.Debug, "debug from a");
        Log(repository, "b", Level.Debug, "debug from b");
        golden.Line(journal.TakeOneLine());
    }

    private static void AttachedTwice(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        PlainAppender appender = new(journal, "one");
        repository.Root.AddAppender(appender);
        repository.Root.AddAppender(appender);
        golden.Line("appenders on root " + repository.Root.Appenders.Count);
        ((Logger)repository.GetLogger("x")).AddAppender(appender);
        Log(repository, "x", Level.Info, "m");
        golden.Line($"attached to x and root: {journal.TakeOneLine()}; GetAppenders {repository.GetAppenders().Length}");
    }

    private static void AppenderManagement(Golden golden)
    {
        Logger root = Make.Repository().Root;
        Journal journal = new();
        PlainAppender a = new(journal, "a"), b = new(journal, "b"), c = new(journal, "c");
        golden.Line($"empty: {root.Appenders.Count} GetAppender(x) {NullOrValue(root.GetAppender("x"))}");

        root.AddAppender(a);
        root.AddAppender(b);
        root.AddAppender(c);
        golden.Line("order " + string.Join(',', root.Appenders.Cast<IAppender>().Select(appender => appender.Name)));
        golden.Line("Appenders.Add: " + Golden.Try(() => root.Appenders.Add(a)));
        golden.Line($"GetAppender(b) same {ReferenceEquals(root.GetAppender("b"), b)}, GetAppender(null) {NullOrValue(root.GetAppender(null))}"
            + $", GetAppender(B) {NullOrValue(root.GetAppender("B"))}");

        golden.Line($"RemoveAppender(b) returns it {ReferenceEquals(root.RemoveAppender(b), b)}, journal {Golden.Quote(journal.TakeOneLine())}");
        golden.Line($"RemoveAppender(name c) returns it {ReferenceEquals(root.RemoveAppender("c"), c)}, journal {Golden.Quote(journal.TakeOneLine())}");
        golden.Line("RemoveAppender of one not attached " + Golden.Try(() => root.RemoveAppender(b) is null ? "<null>" : "returned"));

        root.RemoveAllAppenders();
        golden.Line($"RemoveAllAppenders: {Golden.Quote(journal.TakeOneLine())} left {root.Appenders.Count}");
        golden.Line("AddAppender(null) " + Golden.Try(() => root.AddAppender(null!)));
    }

    private static void LogByName(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.Root.AddAppender(new PlainAppender(journal, "root"));
        repository.Log(Make.Event("made.by.event", Level.Info, "m"));
        repository.Log(Make.Event(null, Level.Info, "no name"));
        LoggingEvent loggingEvent = Make.Event("q", Level.Info, "repository");
        repository.GetLogger("q").Log(loggingEvent);
        golden.Line($"{journal.TakeOneLine()}; logger made {repository.Exists("made.by.event") is not null}"
            + $"; repository set on the event {ReferenceEquals(loggingEvent.Repository, repository)}");
        golden.Line($"Log(null event): {Golden.Try(() => repository.Log(null!))}"
            + $", logger.Log(null event): {Golden.Try(() => repository.GetLogger("q").Log(null!))}");
    }

    private static void NoAppender(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        using LogLogCapture capture = new();
        LogLog.InternalDebugging = true;
        Log(repository, "a", Level.Info, "m");
        int first = capture.Count;
        Log(repository, "a", Level.Info, "m");
        golden.Line($"first call told something {first > 0}, second call told more {capture.Count > first}");
        LogLog.InternalDebugging = false;
    }

    private static void GetAppenders(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        ForwardingAppender outer = new() { Name = "outer" };
        BufferingForwardingAppender inner = new() { Name = "inner" };
        PlainAppender leaf = new(journal, "leaf"), other = new(journal, "other");
        inner.AddAppender(leaf);
        outer.AddAppender(inner);
        outer.AddAppender(other);
        repository.Root.AddAppender(outer);
        Logger x = (Logger)repository.GetLogger("x");
        x.AddAppender(leaf);
        x.AddAppender(new PlainAppender(journal, "on-x"));
        golden.Line(string.Join(',', repository.GetAppenders().Select(appender => appender.Name)));
    }

    private static void Log(Hierarchy repository, string logger, Level level, string message)
        => repository.GetLogger(logger).Log(typeof(HierarchyTopic), level, message, null);
}
