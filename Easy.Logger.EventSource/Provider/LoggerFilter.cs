using log4net.Core;

namespace Easy.Logger.EventSource.Provider;

/// <summary>Which loggers a session wants, and from which level on: <c>Shop.Orders:DEBUG;Shop:WARN;*:ERROR</c>. Immutable.</summary>
internal sealed class LoggerFilter
{
    private const string Every = "*";

    private static readonly Level[] _levels =
    [
        Level.Off, Level.Emergency, Level.Fatal, Level.Alert, Level.Critical, Level.Severe, Level.Error, Level.Warn, Level.Notice,
        Level.Info, Level.Debug, Level.Fine, Level.Trace, Level.Finer, Level.Verbose, Level.Finest, Level.All,
    ];

    private readonly (string Prefix, int Least)[] _rules; // the longest first

    private LoggerFilter(IEnumerable<(string Prefix, int Least)> rules) =>
        _rules = [.. rules.OrderByDescending(rule => rule.Prefix.Length)];

    /// <summary>Reads it.</summary>
    /// <param name="text">The rules; one that cannot be read is left out.</param>
    /// <returns><see langword="null" /> when there is no rule: everything is wanted.</returns>
    public static LoggerFilter? Parse(string? text)
    {
        List<(string, int)> rules = [];
        foreach (string rule in (text ?? string.Empty).Split(';'))
        {
            string[] parts = rule.Split(':');
            string prefix = parts[0].Trim();
            string name = parts.Length > 1 ? parts[1].Trim() : Level.All.Name;
            if (parts.Length <= 2 && prefix.Length > 0
                && Array.Find(_levels, level => level.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) is { } least)
            {
                rules.Add((prefix == Every ? string.Empty : prefix, least.Value));
            }
        }

        return rules.Count == 0 ? null : new LoggerFilter(rules);
    }

    /// <summary>Whether the most exact rule for a logger lets the level pass. A logger without a rule is not wanted.</summary>
    public bool Passes(string? logger, int level)
    {
        logger ??= string.Empty;
        foreach ((string prefix, int least) in _rules)
        {
            if (IsBelow(logger, prefix))
            {
                return level >= least;
            }
        }

        return false;
    }

    /// <summary>As in log4net: <c>Shop</c> is for <c>Shop</c> and <c>Shop.Orders</c>, not for <c>Shopping</c>.</summary>
    private static bool IsBelow(string logger, string prefix) =>
        prefix.Length == 0
        || (logger.StartsWith(prefix, StringComparison.Ordinal) && (logger.Length == prefix.Length || logger[prefix.Length] == '.'));
}
