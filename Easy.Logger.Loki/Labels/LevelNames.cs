using log4net.Core;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// What levels are called, as numbers from zero: Grafana's names first, then those of levels that were given a name of their own. Grafana's
/// go by number, because two names may have the same one, and levels of one's own lie between log4net's. Immutable.
/// </summary>
/// <param name="own">Names of log4net levels, and what they are called instead.</param>
internal sealed class LevelNames(IReadOnlyList<KeyValuePair<string, string>> own)
{
    private const int FatalFrom = 110_000;
    private const int CriticalFrom = 90_000;
    private const int ErrorFrom = 70_000;
    private const int WarningFrom = 60_000;
    private const int InfoFrom = 40_000;
    private const int DebugFrom = 30_000;

    private static readonly string[] _bands = ["trace", "debug", "info", "warning", "error", "critical", "fatal"];

    private readonly string[] _levels = [.. own.Select(pair => pair.Key)];
    private readonly string[] _names = [.. _bands, .. own.Select(pair => pair.Value)];

    public int Count => _names.Length;

    public string this[int index] => _names[index];

    public int IndexOf(Level? level)
    {
        for (int i = 0; i < _levels.Length; i++)
        {
            if (level is not null && level.Name.Equals(_levels[i], StringComparison.OrdinalIgnoreCase))
            {
                return _bands.Length + i;
            }
        }

        return (level ?? Level.Info).Value switch
        {
            >= FatalFrom => 6,
            >= CriticalFrom => 5,
            >= ErrorFrom => 4,
            >= WarningFrom => 3,
            >= InfoFrom => 2,
            >= DebugFrom => 1,
            _ => 0,
        };
    }
}
