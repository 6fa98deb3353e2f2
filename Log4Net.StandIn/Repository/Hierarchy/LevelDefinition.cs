namespace log4net.Repository.Hierarchy;

/// <summary>A level element of a configuration; without a value it renames the display of a known level.</summary>
internal sealed class LevelDefinition
{
    private int? _value;

    public string Name { get; set; } = string.Empty;

    public string? DisplayName { get; set; }

    public int Value
    {
        get => _value ?? throw new InvalidOperationException($"Level [{Name}] has no value.");
        set => _value = value;
    }

    public int ValueOr(int? known) => _value ?? known ?? Value;
}
