namespace log4net.Util.Patterns;

/// <summary>The names that one layout or pattern string knows: the built-in ones, hidden where own ones have the same name.</summary>
internal sealed class ConverterTable
{
    private readonly IReadOnlyDictionary<string, Func<PatternConverter>> _builtIn;
    private readonly Dictionary<string, ConverterInfo> _own = new(StringComparer.Ordinal);

    internal ConverterTable(IReadOnlyDictionary<string, Func<PatternConverter>> builtIn) => _builtIn = builtIn;

    internal void Add(string name, Type type)
        => Add(new ConverterInfo { Name = Guard.NotNull(name, nameof(name)), Type = Guard.NotNull(type, nameof(type)) });

    internal void Add(ConverterInfo converterInfo)
    {
        Guard.NotNull(converterInfo, nameof(converterInfo));
        if (!typeof(PatternConverter).IsAssignableFrom(converterInfo.Type))
        {
            throw new ArgumentException($"%{converterInfo.Name} needs a subclass of {nameof(PatternConverter)}; {converterInfo.Type} is none.", nameof(converterInfo));
        }

        _own[converterInfo.Name] = converterInfo;
    }

    internal PatternParser FillParser(PatternParser parser)
    {
        foreach (KeyValuePair<string, Func<PatternConverter>> entry in _builtIn)
        {
            parser.PatternConverters[entry.Key] = new ConverterInfo { Name = entry.Key, Factory = entry.Value };
        }

        foreach (KeyValuePair<string, ConverterInfo> entry in _own)
        {
            parser.PatternConverters[entry.Key] = entry.Value;
        }

        return parser;
    }
}
