using Benchmarker.Throughput.Peers;

namespace Benchmarker.Throughput;

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
        new Log4NetScenario("async", Async, "log4net.config", HasCounters: true),
        new Log4NetScenario("async-servergc", Async, "log4net.config", ServerGc: true, HasCounters: true),
        new Log4NetScenario("async-journal", Async + " with a journal", "log4net.config", HasCounters: true, KeepsJournal: true),
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

/// <summary>One way to set logging up that is measured in a process of its own.</summary>
/// <param name="Name">What it is called on the command line and in the results.</param>
/// <param name="Description">What events pass through.</param>
/// <param name="ServerGc">Whether the process asks for the server garbage collector.</param>
internal abstract record Scenario(string Name, string Description, bool ServerGc)
{
    /// <summary>Sets logging up in this process, with all files in a folder.</summary>
    public abstract ILoggingSetup Open(string folder);
}

/// <summary>
/// log4net, as a file in the folder Configurations configures it. Where that has an async appender, its counters must agree with the files.
/// </summary>
internal sealed record Log4NetScenario(
    string Name,
    string Description,
    string ConfigurationFile,
    bool ServerGc = false,
    bool HasCounters = false,
    bool KeepsJournal = false) : Scenario(Name, Description, ServerGc)
{
    public string ConfigurationPath => Path.Combine(AppContext.BaseDirectory, "Configurations", ConfigurationFile);

    public override ILoggingSetup Open(string folder) => new Log4NetSetup(this, folder);
}

/// <summary>Another logging library that writes the same lines.</summary>
/// <remarks>Described without a type of its library, which is loaded only in the process that opens it.</remarks>
internal sealed record PeerScenario(string Name, string Description, Func<string, ILoggingSetup> OpenIn) : Scenario(
    Name, Description, ServerGc: false)
{
    public override ILoggingSetup Open(string folder) => OpenIn(folder);
}

/// <summary>A logging library as a scenario sets it up, writing to a folder.</summary>
internal interface ILoggingSetup
{
    /// <summary>The article's log call. Any thread.</summary>
    void Log(long counter);

    /// <summary>Returns when everything logged is in the files and they are closed.</summary>
    void Close();

    /// <summary>After closing: where the account that it keeps, if any, disagrees with the calls made and the lines found.</summary>
    IEnumerable<string> Discrepancies(long calls, long lines);
}
