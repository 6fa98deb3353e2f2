using System.Collections.Concurrent;
using log4net.Util;

namespace log4net.Core;

public sealed class LevelMap
{
    private readonly ConcurrentDictionary<string, Level> _byName = new(StringComparer.OrdinalIgnoreCase);

    public LevelCollection AllLevels => new(_byName.Values);

    public Level? this[string name] => _byName.TryGetValue(name, out Level found) ? found : null;

    public void Add(string name, int value) => Add(name, value, null);

    public void Add(string name, int value, string? displayName)
    {
        if (Guard.NotNull(name, nameof(name)).Length == 0)
        {
            throw SystemInfo.CreateArgumentOutOfRangeException(nameof(name), name, "A level needs a name.");
        }
        Add(new Level(value, name, displayName is { Length: > 0 } ? displayName : name));
    }

    public void Add(Level level) => _byName[Guard.NotNull(level, nameof(level)).Name] = level;

    public void Clear() => _byName.Clear();

    public Level LookupWithDefault(Level defaultLevel)
        => _byName.GetOrAdd(Guard.NotNull(defaultLevel, nameof(defaultLevel)).Name, defaultLevel);
}
