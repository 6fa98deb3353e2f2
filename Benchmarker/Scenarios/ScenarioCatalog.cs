namespace Benchmarker.Scenarios;

/// <summary>All scenarios, in the order in which they run.</summary>
internal static class ScenarioCatalog
{
    private const string Async = "RollingFileAppender behind Easy.Logger";

    /// <summary>What the others are compared with.</summary>
    public static Scenario Baseline { get; } =
        new("direct", "RollingFileAppender alone", "direct.config", ServerGc: false, KeepsLedger: false);

    public static IReadOnlyList<Scenario> All { get; } =
    [
        Baseline,
        new("buffering", "RollingFileAppender behind log4net's buffering", "buffering.config", ServerGc: false, KeepsLedger: false),
        new("async", Async, "log4net.config", ServerGc: false, KeepsLedger: true),
        new("async-servergc", Async, "log4net.config", ServerGc: true, KeepsLedger: true),
        new("async-journal", Async + " with a journal", "log4net.config", ServerGc: false, KeepsLedger: true, KeepsJournal: true),
    ];

    public static string Names => string.Join(", ", All.Select(scenario => scenario.Name));

    public static Scenario? Find(string name) => All.FirstOrDefault(scenario => scenario.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
}
