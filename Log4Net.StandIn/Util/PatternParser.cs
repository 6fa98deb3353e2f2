using System.Collections;
using System.Text;
using log4net.Core;
using log4net.Util.Patterns;

namespace log4net.Util;

public sealed class PatternParser
{
    private readonly string _pattern;

    public PatternParser(string pattern) => _pattern = Guard.NotNull(pattern, nameof(pattern));

    // Name to ConverterInfo; the caller fills it before Parse.
    public Hashtable PatternConverters { get; } = [];

    public PatternConverter? Parse()
    {
        (string Name, ConverterInfo Info)[] known = LongestNameFirst();
        List<PatternConverter> chain = [];
        StringBuilder literal = new();
        PatternCursor cursor = new(_pattern);
        while (!cursor.AtEnd)
        {
            cursor.CopyLiteral(literal);
            if (cursor.AtEnd)
            {
                break;
            }
            // A name that nobody knows costs only the percent sign and the width before it; what follows is text.
            FormattingInfo shape = cursor.TakeShape();
            ConverterInfo? match = Array.Find(known, entry => cursor.TakeName(entry.Name)).Info;
            if (match is not null && Create(match, shape, cursor.TakeOption()) is { } converter)
            {
                FlushLiteral(literal, chain);
                chain.Add(converter);
            }
        }
        FlushLiteral(literal, chain);
        return Link(chain);
    }

    // So that "message" is found before "m".
    private (string Name, ConverterInfo Info)[] LongestNameFirst() =>
        [.. PatternConverters.Cast<DictionaryEntry>()
            .Select(entry => (Name: (string)entry.Key, Info: (ConverterInfo)entry.Value!))
            .OrderByDescending(entry => entry.Name.Length)];

    private static PatternConverter? Create(ConverterInfo info, FormattingInfo shape, string? option) => Containment.Get(
        () =>
        {
            if (info.Create() is not { } converter)
            {
                return null;
            }
            converter.FormattingInfo = shape;
            converter.Option = option;
            converter.Properties = info.Properties;
            (converter as IOptionHandler)?.ActivateOptions();
            return converter;
        },
        e => LogLog.Error(typeof(PatternParser), $"Converter {info.Type} of %{info.Name} could not be made; the pattern goes on without it.", e));

    private static void FlushLiteral(StringBuilder literal, List<PatternConverter> chain)
    {
        if (literal.Length > 0)
        {
            chain.Add(new LiteralConverter { Option = literal.ToString() });
            literal.Clear();
        }
    }

    private static PatternConverter? Link(List<PatternConverter> chain)
    {
        for (int i = 1; i < chain.Count; i++)
        {
            chain[i - 1].SetNext(chain[i]);
        }
        return chain.FirstOrDefault();
    }
}
