using log4net.Core;
using log4net.Layout.Pattern;
using log4net.Util;
using log4net.Util.Patterns;

namespace log4net.Layout;

public class PatternLayout : LayoutSkeleton
{
    public const string DefaultConversionPattern = "%message%newline";
    public const string DetailConversionPattern = "%timestamp [%thread] %level %logger %ndc - %message%newline";

    private readonly ConverterTable _names = new(LayoutConverters.BuiltIn);
    private PatternConverter? _firstPiece;

    public PatternLayout()
        : this(DefaultConversionPattern)
    {
    }

    public PatternLayout(string? pattern)
    {
        ConversionPattern = pattern ?? DefaultConversionPattern;
        Parse();
    }

    public string ConversionPattern { get; set; }

    public override void ActivateOptions() => Parse();

    public void AddConverter(ConverterInfo converterInfo) => _names.Add(converterInfo);
    public void AddConverter(string name, Type type) => _names.Add(name, type);

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        Guard.NotNull(writer, nameof(writer));
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        for (PatternConverter? converter = _firstPiece; converter is not null; converter = converter.Next)
        {
            converter.Format(writer, loggingEvent);
        }
    }

    protected virtual PatternParser CreatePatternParser(string pattern) => _names.FillParser(new PatternParser(pattern));

    private void Parse()
    {
        _firstPiece = CreatePatternParser(ConversionPattern).Parse();

        // Only ever turned off: a later pattern without %exception does not make the appender write exceptions again.
        for (PatternConverter? converter = _firstPiece; converter is not null; converter = converter.Next)
        {
            if (converter is PatternLayoutConverter { IgnoresException: false })
            {
                IgnoresException = false;
            }
        }
    }
}
