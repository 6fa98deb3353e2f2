using System.Diagnostics.CodeAnalysis;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>One piece of a conversion pattern as log4net's own parser cuts it: a name, its option and its width, or a text between two names.</summary>
[SuppressMessage("Performance", "CA1812", Justification = "Made by log4net's parser, from the type it is told.")]
internal sealed class PatternPiece : PatternConverter
{
    /// <summary>The name that the parser has for text between two names.</summary>
    public const string Literal = "literal";

    private const string NameProperty = "name";
    private const string StockProperty = "stock";

    public string Name => (string)Properties![NameProperty]!;

    /// <summary>Whether the layout has log4net's own converter under this name.</summary>
    public bool IsStock => (bool)Properties![StockProperty]!;

    /// <summary>The piece alone as a pattern, without its width.</summary>
    public string Pattern => Option is null ? $"%{Name}" : $"%{Name}{{{Option}}}";

    /// <summary>What to tell a parser, so that it makes pieces in place of converters.</summary>
#if NET
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(PatternPiece))]
#endif
    public static ConverterInfo InfoFor(string name, bool isStock)
    {
        ConverterInfo info = new() { Name = name, Type = typeof(PatternPiece) };
        info.AddProperty(new PropertyEntry { Key = NameProperty, Value = name });
        info.AddProperty(new PropertyEntry { Key = StockProperty, Value = isStock });
        return info;
    }

    /// <summary>Writes a value as log4net's converters do: through the renderers of the repository, where there is one.</summary>
    public static void WriteValue(TextWriter writer, ILoggerRepository? repository, object? value) => WriteObject(writer, repository, value);

    public override void Convert(TextWriter writer, object? state) => throw new NotSupportedException("A piece only tells what the pattern says.");
}
