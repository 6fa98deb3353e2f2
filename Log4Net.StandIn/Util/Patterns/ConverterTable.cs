namespace log4net.Util.Patterns;

/// <summary>The names that one layout or pattern string knows: the built-in ones, hidden where own ones have the same name.</summary>
internal sealed class ConverterTable
{
    private readonly IReadOnlyDictionary<string, Func<PatternConverter>> _builtIn;
    private readonly List<ConverterInfo> _own = [];

    internal ConverterTable(IReadOnlyDictionary<string, Func<PatternConverter>> builtIn) => _builtIn = builtIn;

    internal void Add(string name, Type type)
        => Add(new ConverterInfo { Name = Guard.NotNull(name, nameof(name)), Type = Guard.NotNull(type, nameof(type)) });

    internal void Add(ConverterInfo converterInfo)
    {
        Guard.NotNull(converterInfo, nameof(converterInfo));
        if (!typeof(PatternConverter).IsAssignableFrom(converterInfo.Type))
        {
            throw new ArgumentException($"{converterInfo.Type}, given for %{converterInfo.Name}, is no {nameof(PatternConverter)}.", nameof(converterInfo));
        }
        _own.Add(converterInfo);
    }

    internal PatternParser FillParser(PatternParser parser)
    {
        // The later of two with one name counts, so the own ones come last.
        IEnumerable<ConverterInfo> builtIn = _builtIn.Select(static entry => new ConverterInfo { Name = entry.Key, Factory = entry.Value });
        foreach (ConverterInfo info in builtIn.Concat(_own))
        {
            parser.PatternConverters[info.Name] = info;
        }
        return parser;
    }
}
