namespace EventSourceProbe;

/// <summary>One event to log.</summary>
internal sealed record ProbeEvent(Level Level, string Logger, string Message, Exception? Exception = null);

/// <summary>
/// What the program logs, in this order. Compiled into the tests as well, which compare what a reader of the trace gets with it.
/// </summary>
internal static class ProbeEvents
{
    public const string ThreadName = "probe main";

    public static IReadOnlyList<ProbeEvent> All { get; } =
    [
        new(Level.Trace, "Probe.Levels", "trace"),
        new(Level.Debug, "Probe.Levels", "debug"),
        new(Level.Info, "Probe.Levels", "info"),
        new(Level.Notice, "Probe.Levels", "notice"),
        new(Level.Warn, "Probe.Levels", "warn"),
        new(Level.Error, "Probe.Levels", "error"),
        new(Level.Severe, "Probe.Levels", "severe"),
        new(Level.Critical, "Probe.Levels", "critical"),
        new(Level.Fatal, "Probe.Levels", "fatal"),
        new(Level.Emergency, "Probe.Levels", "emergency"),
        new(Level.Info, "Probe.Texts", string.Empty),
        new(Level.Info, "Probe.Texts", "äöü € 日本語 😀"),
        new(Level.Info, "Probe.Texts", "two\r\nlines\tand \"quotes\""),
        new(Level.Info, "Probe.Texts", new string('x', 10_000)),
        new(Level.Error, "Probe.Exceptions", "failed", new InvalidOperationException("outer", new TimeoutException("inner"))),
        .. Enumerable.Range(0, 2_000).Select(number => new ProbeEvent(Level.Info, "Probe.Order", $"number {number}")),
    ];
}
