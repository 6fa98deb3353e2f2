using System.Collections;
using System.Text;
using log4net.Core;
using log4net.Util.Patterns;

namespace log4net.Util;

public sealed class PatternParser
{
    private readonly string _pattern;

    public PatternParser(string pattern) => _pattern = pattern;

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
            if (Array.Find(known, entry => cursor.TakeName(entry.Name)).Info is { } match)
            {
                FlushLiteral(literal, chain);
                if (Create(match, shape, cursor.TakeOption()) is { } converter)
                {
                    chain.Add(converter);
                }
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

    private static PatternConverter? Create(ConverterInfo info, FormattingInfo shape, string? option)
    {
        Exception? cause = null;
        if (Containment.Get(info.Create, e => cause = e) is not { } converter)
        {
            string reason = cause?.GetBaseException().Message ?? "it is no pattern converter";
            LogLog.Error(typeof(PatternParser), $"No {info.Type} could be made for %{info.Name}, the pattern goes on without it: {reason}.");
            return null;
        }
        converter.FormattingInfo = shape;
        converter.Option = option;
        converter.Properties = info.Properties;

        // An option that the converter cannot stand is the problem of whoever wrote the pattern.
        (converter as IOptionHandler)?.ActivateOptions();
        return converter;
    }

    // Text is made by a converter too, under a name that others may take over.
    private void FlushLiteral(StringBuilder literal, List<PatternConverter> chain)
    {
        if (literal.Length > 0 && PatternConverters["literal"] is ConverterInfo info && Create(info, new FormattingInfo(), literal.ToString()) is { } text)
        {
            chain.Add(text);
        }
        literal.Clear();
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
