namespace log4net.Util.TypeConverters;

/// <summary>Objects from the text of a configuration, and text from them where there is a way back. What the functions throw is the caller's to tell.</summary>
internal sealed class TextConverter(Func<string, object> fromText, Func<object, string?>? toText = null) : IConvertFrom, IConvertTo
{
    public bool CanConvertFrom(Type sourceType) => IsText(sourceType);

    public bool CanConvertTo(Type targetType) => toText is not null && IsText(targetType);

    public object ConvertFrom(object source) => source is string text ? fromText(text) : throw new ConversionNotSupportedException($"[{source}] is no text.");

    public object ConvertTo(object source, Type targetType)
        => (IsText(targetType) ? toText?.Invoke(source) : null) ?? throw ConversionNotSupportedException.Create(targetType, source);

    private static bool IsText(Type type) => type == typeof(string);
}
