using log4net;
using log4net.Core;
using log4net.Repository;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Repositories: by name, by assembly, and back to the beginning.</summary>
internal static partial class HierarchyTopic
{
    private static void Repositories(Golden golden)
    {
        ILoggerRepository named = LogManager.CreateRepository("named");
        golden.Line($"{named.GetType().Name} {named.Name} same by name {ReferenceEquals(named, LogManager.GetRepository("named"))}");
        golden.Line($"create again {Golden.Try(() => LogManager.CreateRepository("named"))}"
            + $", get unknown {Golden.Try(() => LogManager.GetRepository("unknown"))}");

        ILoggerRepository own = LogManager.GetRepository(typeof(HierarchyTopic).Assembly);
        golden.Line($"default repository {own.Name}, no-argument overload the same {ReferenceEquals(LogManager.GetRepository(), own)}");
        golden.Line("another assembly shares it " + ReferenceEquals(LogManager.GetRepository(), LogManager.GetRepository(typeof(ILog).Assembly)));

        golden.Line($"GetLogger(null) {Golden.Try(() => LogManager.GetLogger((string)null!))}"
            + $", GetLogger((Type)null) {Golden.Try(() => LogManager.GetLogger((Type)null!))}");
        golden.Line($"Exists(default, nope) {NullOrValue(LogManager.Exists("nope"))}");

        ILog log = LogManager.GetLogger("x");
        golden.Line($"ILog type {log.GetType().Name}, ToString of logger {log.Logger is Logger}");
        golden.Line("RepositorySelector " + LoggerManager.RepositorySelector.GetType().Name);
    }

    private static void ResetConfiguration(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.ShutdownEvent += (_, _) => journal.Add("ShutdownEvent");
        repository.ConfigurationReset += (_, _) => journal.Add("ConfigurationReset");
        repository.ConfigurationChanged += (_, _) => journal.Add("ConfigurationChanged");

        repository.Root.Level = Level.Error;
        repository.Threshold = Level.Warn;
        Logger a = (Logger)repository.GetLogger("a");
        a.Level = Level.Fatal;
        a.Additivity = false;
        repository.Root.AddAppender(new PlainAppender(journal, "root"));
        a.AddAppender(new PlainAppender(journal, "a"));
        repository.LevelMap.Add("AUDIT", 65000);
        repository.RendererMap.Put(typeof(int), new TagRenderer());

        repository.ResetConfiguration();
        golden.Line(journal.TakeOneLine());
        golden.Line($"root level {repository.Root.Level!.Name} threshold {repository.Threshold.Name}"
            + $" a level {Golden.Show(a.Level?.Name)} additive {a.Additivity} configured {repository.Configured}"
            + $" AUDIT known {repository.LevelMap["AUDIT"] is not null} renderer kept {repository.RendererMap.FindAndRender(5) != "5"}"
            + $" loggers {repository.GetCurrentLoggers().Length} appenders {repository.GetAppenders().Length}");
    }

    private static void Clear(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        ILogger a = repository.GetLogger("a");
        repository.Clear();
        golden.Line($"loggers {repository.GetCurrentLoggers().Length}, a new instance {!ReferenceEquals(a, repository.GetLogger("a"))}");
    }
}
