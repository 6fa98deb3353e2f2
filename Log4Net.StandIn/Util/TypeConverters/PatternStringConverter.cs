namespace log4net.Util.TypeConverters;

/// <summary>Lets a pattern stand where a text is wanted: made from its text, and formatted once into a plain one.</summary>
internal sealed class PatternStringConverter : IConvertFrom, IConvertTo
{
    public bool CanConvertFrom(Type sourceType) => sourceType == typeof(string);

    public bool CanConvertTo(Type targetType) => targetType == typeof(string);

    public object ConvertFrom(object source)
        => source is string pattern ? new PatternString(pattern) : throw ConversionNotSupportedException.Create(typeof(PatternString), source);

    public object ConvertTo(object source, Type targetType)
        => source is PatternString pattern && CanConvertTo(targetType) ? pattern.Format() : throw ConversionNotSupportedException.Create(targetType, source);
}
