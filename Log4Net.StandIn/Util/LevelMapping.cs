using log4net.Core;

namespace log4net.Util;

public sealed class LevelMapping : IOptionHandler
{
    private readonly List<LevelMappingEntry> _added = [];

    // Highest level first; empty until activated.
    private LevelMappingEntry[] _ordered = [];

    public void Add(LevelMappingEntry entry)
    {
        Guard.NotNull(entry, nameof(entry));

        // The later of two for one level counts.
        _added.RemoveAll(other => other.Level == entry.Level);
        _added.Add(entry);
    }

    public void ActivateOptions()
    {
        LevelMappingEntry[] ordered = [.. _added.Where(entry => entry.Level is not null).OrderByDescending(entry => entry.Level)];
        foreach (LevelMappingEntry entry in ordered)
        {
            entry.ActivateOptions();
        }
        _ordered = ordered;
    }

    public LevelMappingEntry? Lookup(Level? level) => Array.Find(_ordered, entry => level >= entry.Level);
}
