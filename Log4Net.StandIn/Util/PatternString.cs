using System.Globalization;
using log4net.Core;
using log4net.Util.Patterns;

namespace log4net.Util;

public class PatternString : IOptionHandler
{
    private readonly ConverterTable _names = new(StringConverters.BuiltIn);
    private PatternConverter? _firstPiece;

    public PatternString()
    {
    }

    public PatternString(string? pattern)
    {
        ConversionPattern = pattern;
        Parse();
    }

    public string? ConversionPattern { get; set; }

    public virtual void ActivateOptions() => Parse();

    public void AddConverter(ConverterInfo converterInfo) => _names.Add(converterInfo);
    public void AddConverter(string name, Type type) => _names.Add(name, type);

    public string Format()
    {
        using StringWriter text = new(CultureInfo.InvariantCulture);
        Format(text);
        return text.ToString();
    }

    public void Format(TextWriter writer)
    {
        Guard.NotNull(writer, nameof(writer));
        for (PatternConverter? converter = _firstPiece; converter is not null; converter = converter.Next)
        {
            converter.Format(writer, null);
        }
    }

    private void Parse() => _firstPiece = _names.FillParser(new PatternParser(ConversionPattern ?? "")).Parse();
}
