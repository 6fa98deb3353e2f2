using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Logger names and ancestors, levels, thresholds, additivity, repositories.</summary>
internal static partial class HierarchyTopic
{
    public static void Run(Golden golden)
    {
        golden.Case("parents: loggers made in the order a.b.c.d, a, a.b, a.b.c, x..y, .lead, a.bc", Parents);
        golden.Case("creation event", CreationEvent);
        golden.Case("enabled for: repository threshold x effective level, DEBUG INFO WARN ERROR OFF ALL null", EnabledFor);
        golden.Case("ILog.IsXEnabled at root WARN", EnabledAtWarn);
        golden.Case("setting levels to null", NullLevels);

        golden.Case("additivity: appenders on root, a, a.b, a.b.c; message logged to a.b.c", Additivity);
        golden.Case("ancestor levels do not filter what a child passes up", AncestorLevels);
        golden.Case("one appender attached twice", AttachedTwice);
        golden.Case("appender management on a logger", AppenderManagement);
        golden.Case("Hierarchy.Log(event) by logger name", LogByName);
        golden.Case("no appender: silent, once told to the debug channel", NoAppender);

        golden.Case("repositories", Repositories);
        golden.Case("ResetConfiguration", ResetConfiguration);
        golden.Case("Clear drops the loggers", Clear);
        golden.Case("GetAppenders: order, nested, shared", GetAppenders);
    }

    private static void Parents(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        foreach (string name in new[] { "a.b.c.d", "a", "a.b", "a.b.c", "x..y", ".lead", "a.bc" })
        {
            repository.GetLogger(name);
        }

        foreach (Logger logger in repository.GetCurrentLoggers().Cast<Logger>().OrderBy(logger => logger.Name, StringComparer.Ordinal))
        {
            golden.Line($"{logger.Name} parent {logger.Parent!.Name} level {Golden.Show(logger.Level?.Name)}"
                + $" effective {logger.EffectiveLevel.Name} additive {logger.Additivity} type {logger.GetType().Name}");
        }

        golden.Line(string.Join(", ", new[] { "a.b", "x", "nope", "A" }.Select(name => $"Exists({name}) {repository.Exists(name) is not null}")));

        log4net.ILog log = log4net.LogManager.GetLogger(repository.Name, "a");
        golden.Line($"same instance {ReferenceEquals(repository.GetLogger("a"), repository.GetLogger("a"))}"
            + $", same ILog {ReferenceEquals(log, log4net.LogManager.GetLogger(repository.Name, "a"))}");

        golden.Line($"GetLogger(\"\") {Golden.Try(() => repository.GetLogger("").Name)}, GetLogger(null) {Golden.Try(() => repository.GetLogger(null!))}"
            + $", GetLogger(root) is the root {ReferenceEquals(repository.GetLogger("root"), repository.Root)}");

        Logger root = repository.Root;
        golden.Line($"root name {root.Name} level {root.Level!.Name} parent {NullOrValue(root.Parent)}");

        // What follows are the type arguments with the version of their assembly.
        string typeName = log4net.LogManager.GetLogger(repository.Name, typeof(Dictionary<string, int>)).Logger.Name;
        golden.Line("type logger name " + typeName.Split('[')[0]);
    }

    private static void CreationEvent(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.LoggerCreatedEvent += (_, e) => journal.Add("created " + e.Logger.Name);
        repository.GetLogger("a.b");
        repository.GetLogger("a.b");
        repository.GetLogger("a");
        golden.Line(journal.TakeOneLine());
    }

    private static void EnabledFor(Golden golden)
    {
        Level?[] asked = [Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Off, Level.All, null];
        foreach ((string threshold, string root, string? parent) in new (string, string, string?)[]
        {
            ("ALL", "DEBUG", null),
            ("ALL", "WARN", null),
            ("ALL", "WARN", "DEBUG"),
            ("WARN", "DEBUG", null),
            ("OFF", "DEBUG", null),
            ("ALL", "OFF", null),
            ("ALL", "ALL", null),
        })
        {
            Hierarchy repository = Make.Repository();
            repository.Threshold = repository.LevelMap[threshold]!;
            repository.Root.Level = repository.LevelMap[root];
            Logger logger = (Logger)repository.GetLogger("a.b");
            if (parent is not null)
            {
                ((Logger)repository.GetLogger("a")).Level = repository.LevelMap[parent];
            }

            string enabled = string.Join(' ', asked.Select(level => logger.IsEnabledFor(level) ? "1" : "0"));
            golden.Line($"threshold {threshold} root {root} a {Golden.Show(parent)}: {enabled}");
        }

        Hierarchy unconfigured = Make.Repository(configured: false);
        golden.Line($"not configured: enabled for FATAL {unconfigured.GetLogger("a").IsEnabledFor(Level.Fatal)}"
            + $", IsDisabled {unconfigured.IsDisabled(Level.Fatal)}");
        golden.Line($"a new repository: Configured {unconfigured.Configured}, Threshold {unconfigured.Threshold}");
    }

    private static void EnabledAtWarn(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        repository.Root.Level = Level.Warn;
        log4net.ILog log = log4net.LogManager.GetLogger(repository.Name, "a");
        golden.Line($"{log.IsDebugEnabled} {log.IsInfoEnabled} {log.IsWarnEnabled} {log.IsErrorEnabled} {log.IsFatalEnabled}");
    }

    private static void NullLevels(Golden golden)
    {
        using LogLogCapture capture = new();
        Hierarchy repository = Make.Repository();
        repository.Root.Level = null;
        golden.Line("root level stays " + repository.Root.Level!.Name);
        golden.Lines(capture.Take());
        repository.Threshold = null!;
        golden.Line("threshold becomes " + repository.Threshold.Name);
        golden.Lines(capture.Take());
    }

    private static string NullOrValue(object? value) => value is null ? "<null>" : "value";
}
