using System.Globalization;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Rendering;

/// <summary>
/// Makes of a stock pattern layout what writes the same text without its detours: rules of the time zone for each event, strings for abbreviations,
/// copies for widths.
/// </summary>
internal static class PatternCompiler
{
    /// <summary>A width beyond this is a mistake; what log4net makes of it is left to log4net.</summary>
    private const int WidestField = 1000;

    private static readonly LoggingEvent _anyEvent = new(default(LoggingEventData));

    /// <summary>
    /// The compiled form; <see langword="null" /> for other layouts, and when one piece is a converter of the application or not known in every detail.
    /// </summary>
    public static CompiledPattern? Compile(ILayout layout)
    {
        if (layout.GetType() != typeof(PatternLayout) || PatternPieces.Of((PatternLayout)layout) is not { } pieces)
        {
            return null;
        }

        LinePart?[] parts = [.. pieces.Select(Compile)];
        return Array.TrueForAll(parts, part => part is not null) ? new CompiledPattern([.. Join(parts!)]) : null;
    }

    /// <summary>Makes one part of each run of parts that are repeated from event to event.</summary>
    private static IEnumerable<LinePart> Join(LinePart[] parts)
    {
        for (int next = 0; next < parts.Length;)
        {
            LinePart[] run = [.. parts.Skip(next).TakeWhile(part => part.IsRepeated)];
            yield return run.Length > 1 ? new RepeatedPart(run) : parts[next];
            next += Math.Max(run.Length, 1);
        }
    }

    private static LinePart? Compile(PatternPiece piece)
    {
        if (!piece.IsStock)
        {
            return null;
        }

        switch (piece.Name)
        {
            // Text ends where it ends, whatever width the pattern gives it.
            case PatternPiece.Literal:
                return new LiteralPart(piece.Option ?? string.Empty);
            case "n" or "newline":
                return new LiteralPart(new PatternLayout(piece.Pattern).Format(_anyEvent));
        }

        FieldShape shape = FieldShape.Of(piece.FormattingInfo);
        if (shape.Min > WidestField)
        {
            return null;
        }

        LinePart? part = Text(piece, shape);
        if (part is null && Field(piece) is { } field)
        {
            part = shape.IsFree ? field : new ShapedPart(field, shape);
        }

        return part;
    }

    private static TextPart? Text(PatternPiece piece, FieldShape shape) => piece.Name switch
    {
        "p" or "level" => new TextPart(e => e.Level?.DisplayName, shape, isRepeated: true),
        "c" or "logger" when piece.Option is null => new TextPart(e => e.LoggerName, shape, isRepeated: true),
        "t" or "thread" => new TextPart(e => e.ThreadName, shape, isRepeated: true),
        "a" or "appdomain" => new TextPart(e => e.Domain, shape, isRepeated: false),
        "u" or "identity" => new TextPart(e => e.Identity, shape, isRepeated: false),
        "w" or "username" => new TextPart(e => e.UserName, shape, isRepeated: false),
        _ => null,
    };

    private static LinePart? Field(PatternPiece piece) => piece.Name switch
    {
        "m" or "message" => new MessagePart(),
        "c" or "logger" when IsCount(piece.Option) => new LoggerPart(piece.Pattern),
        "d" or "date" or "utcdate" or "utcDate" or "UtcDate" when IsDateFormat(piece.Option) => new DatePart(piece.Pattern),
        "r" or "timestamp" => new ElapsedPart(),
        "P" or "X" or "mdc" or "property" or "properties" when piece.Option is not null => new PropertyPart(piece.Option),
        "x" or "ndc" => new PropertyPart("NDC"),
        "exception" when piece.Option is null => new ExceptionPart(),
        _ => null,
    };

    /// <summary>Whether the option is surely a count to log4net; what it takes for none, the layout has told the internal log itself.</summary>
    private static bool IsCount(string? option) => option is { Length: > 0 and < 5 } && option.All(c => c is >= '0' and <= '9') && option.Any(c => c != '0');

    /// <summary>Whether dates can be given in the format; what is none, log4net tells its internal log with every event.</summary>
    private static bool IsDateFormat(string? option)
    {
        try
        {
            _ = DateTime.UtcNow.ToString(option, CultureInfo.InvariantCulture);
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }
}
