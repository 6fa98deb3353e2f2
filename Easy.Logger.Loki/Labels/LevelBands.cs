using log4net.Core;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// What a level is called in Grafana. By number, because two names may have the same one, and levels of one's own lie between log4net's.
/// </summary>
internal static class LevelBands
{
    private const int FatalFrom = 110_000;
    private const int CriticalFrom = 90_000;
    private const int ErrorFrom = 70_000;
    private const int WarningFrom = 60_000;
    private const int InfoFrom = 40_000;
    private const int DebugFrom = 30_000;

    private static readonly string[] _names = ["trace", "debug", "info", "warning", "error", "critical", "fatal"];

    /// <summary>How many there are.</summary>
    public static int Count => _names.Length;

    /// <summary>The number of a level's band, from zero.</summary>
    public static int Of(Level? level) => (level ?? Level.Info).Value switch
    {
        >= FatalFrom => 6,
        >= CriticalFrom => 5,
        >= ErrorFrom => 4,
        >= WarningFrom => 3,
        >= InfoFrom => 2,
        >= DebugFrom => 1,
        _ => 0,
    };

    public static string NameOf(int band) => _names[band];
}
