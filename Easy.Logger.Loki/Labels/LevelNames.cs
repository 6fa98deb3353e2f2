using log4net.Core;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// What levels are called, as numbers from zero: the bands first, then levels that were given a name of their own. Immutable.
/// </summary>
internal sealed class LevelNames
{
    private readonly string[] _names;
    private readonly string[] _levels; // of the names behind the bands

    /// <param name="own">Names of log4net levels, and what they are called instead of their band's name.</param>
    public LevelNames(IReadOnlyList<KeyValuePair<string, string>> own)
    {
        _levels = [.. own.Select(pair => pair.Key)];
        _names = [.. Enumerable.Range(0, LevelBands.Count).Select(LevelBands.NameOf), .. own.Select(pair => pair.Value)];
    }

    public int Count => _names.Length;

    public int IndexOf(Level? level)
    {
        for (int i = 0; i < _levels.Length; i++)
        {
            if (level is not null && level.Name.Equals(_levels[i], StringComparison.OrdinalIgnoreCase))
            {
                return LevelBands.Count + i;
            }
        }

        return LevelBands.Of(level);
    }

    public string this[int index] => _names[index];
}
