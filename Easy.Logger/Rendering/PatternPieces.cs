using System.Collections;
using System.Reflection;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// Takes the pattern of a stock layout apart. log4net's parser does it, with the names that this layout knows: the longest one wins, and the application
/// may have added some.
/// </summary>
internal static class PatternPieces
{
    // Offered to subclasses only.
    private static readonly MethodInfo? _createParser =
        typeof(PatternLayout).GetMethod("CreatePatternParser", BindingFlags.Instance | BindingFlags.NonPublic);

    /// <summary>The pieces in their order; <see langword="null" /> for a pattern that cannot be parsed.</summary>
    public static IReadOnlyList<PatternPiece>? Of(PatternLayout layout)
    {
        try
        {
            if (layout.ConversionPattern is null || ParserOf(layout) is not { } parser || ParserOf(new PatternLayout()) is not { } stock)
            {
                return null;
            }

            foreach (DictionaryEntry entry in parser.PatternConverters.Cast<DictionaryEntry>().ToArray())
            {
                bool isStock = IsStock((ConverterInfo)entry.Value!, stock.PatternConverters[entry.Key] as ConverterInfo);
                parser.PatternConverters[entry.Key] = PatternPiece.InfoFor((string)entry.Key, isStock);
            }

            List<PatternPiece> pieces = [];
            for (PatternConverter? piece = parser.Parse(); piece is not null; piece = piece.Next)
            {
                pieces.Add((PatternPiece)piece);
            }

            return pieces;
        }
        catch (Exception)
        {
            return null; // whoever wrote the pattern finds out from log4net
        }
    }

    private static PatternParser? ParserOf(PatternLayout layout) => _createParser?.Invoke(layout, [layout.ConversionPattern]) as PatternParser;

    private static bool IsStock(ConverterInfo info, ConverterInfo? stock) =>
        stock is not null && info.Type == stock.Type && info.Properties.Count == 0;
}
