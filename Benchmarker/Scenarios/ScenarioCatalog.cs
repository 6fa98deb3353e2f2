using Benchmarker.Peers;

namespace Benchmarker.Scenarios;

/// <summary>All scenarios, in the order in which they run.</summary>
internal static class ScenarioCatalog
{
    private const string Async = "RollingFileAppender behind Easy.Logger";

    /// <summary>What the others are compared with.</summary>
    public static Scenario Baseline { get; } = new Log4NetScenario("direct", "RollingFileAppender alone", "direct.config");

    /// <summary>What runs when nothing else is asked for.</summary>
    public static IReadOnlyList<Scenario> Standard { get; } =
    [
        Baseline,
        new Log4NetScenario("buffering", "RollingFileAppender behind log4net's buffering", "buffering.config"),
        new Log4NetScenario("async", Async, "log4net.config", KeepsLedger: true),
        new Log4NetScenario("async-servergc", Async, "log4net.config", ServerGc: true, KeepsLedger: true),
        new Log4NetScenario("async-journal", Async + " with a journal", "log4net.config", KeepsLedger: true, KeepsJournal: true),
    ];

    /// <summary>
    /// Other libraries, each set up for throughput without loss: the queue blocks when it is full, and the file is not flushed for each
    /// line.
    /// </summary>
    public static IReadOnlyList<Scenario> Peers { get; } =
    [
        new PeerScenario("nlog-async", NLogSetup.AsyncDescription, NLogSetup.OpenAsync),
        new PeerScenario("nlog", NLogSetup.Description, NLogSetup.Open),
        new PeerScenario("serilog-async", SerilogSetup.AsyncDescription, SerilogSetup.OpenAsync),
        new PeerScenario("serilog", SerilogSetup.Description, SerilogSetup.Open),
        new PeerScenario("zlogger", ZLoggerSetup.Description, ZLoggerSetup.Open),
    ];

    public static IReadOnlyList<Scenario> All { get; } = [.. Standard, .. Peers];

    /// <summary>The scenarios that were named, else the standard ones, and the peers when asked for.</summary>
    public static IReadOnlyList<Scenario> Chosen(IReadOnlyList<Scenario>? named, bool withPeers) =>
        [.. (named ?? Standard).Union(withPeers ? Peers : [])];

    public static string NamesOf(IEnumerable<Scenario> scenarios) => string.Join(", ", scenarios.Select(scenario => scenario.Name));

    public static Scenario? Find(string name) =>
        All.FirstOrDefault(scenario => scenario.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
}
