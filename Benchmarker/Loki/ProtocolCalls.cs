using log4net;

namespace Benchmarker.Loki;

/// <summary>
/// The log calls of the measurement of the NLog targets for Loki: in turn three of a template, and one of a text from a compiler.
/// </summary>
internal static class ProtocolCalls
{
    private static readonly string[] _users = ["Corentin Altepe", "A", "B", "C", "D", "E", "F", "G", "H"];
    private static readonly string[] _destinations = ["127.0.0.1:8475", "A", "B", "C", "D", "E", "F", "G", "H"];
    private static readonly string[] _texts =
    [
        "4 error CS8400: Feature 'target-typed object creation' is not available in C# 8.0. Please use language version 9.0 or greater.",
        "5 error CS8370: Feature 'target-typed object creation' is not available in C# 7.3. Please use language version 9.0 or greater.",
        "6 error CS0246: The type or namespace name 'Logger' could not be found (are you missing a using directive or an assembly "
            + "reference?)",
    ];

    /// <summary>Makes them.</summary>
    /// <param name="log">Where they log.</param>
    /// <param name="count">How many.</param>
    /// <param name="sharesValues">Whether all log the values of the last one, as the original's do.</param>
    public static Action[] Of(ILog log, int count, bool sharesValues) =>
        [.. Enumerable.Range(0, count).Select(i => Call(log, i, sharesValues ? count : i))];

    private static Action Call(ILog log, int place, int value) => (place % 4) switch
    {
        0 => () => log.InfoFormat("1 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        1 => () => log.InfoFormat("2 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        2 => () => log.InfoFormat("3 Receive message from {0} with destination {1}.", User(value), Destination(value)),
        _ => () => log.Info(_texts[value % _texts.Length]),
    };

    private static string User(int value) => _users[value % _users.Length];

    private static string Destination(int value) => _destinations[value % _destinations.Length];
}
