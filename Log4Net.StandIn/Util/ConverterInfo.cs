namespace log4net.Util;

public sealed class ConverterInfo
{
    public string Name { get; set; } = "";
    public Type? Type { get; set; }
    public PropertiesDictionary Properties { get; } = new();

    // Set for the built-in names instead of Type: they are made without reflection.
    internal Func<PatternConverter>? Factory { get; set; }

    public void AddProperty(PropertyEntry entry)
    {
        if (Guard.NotNull(entry, nameof(entry)).Key is { } key)
        {
            Properties[key] = entry.Value;
        }
    }

    internal PatternConverter? Create() => Factory is not null ? Factory()
        : Type is not null ? Activator.CreateInstance(Type) as PatternConverter
        : null;
}
