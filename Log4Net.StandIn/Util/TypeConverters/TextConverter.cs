namespace log4net.Util.TypeConverters;

/// <summary>Makes objects from the text of a configuration; what the function throws is the caller's to tell.</summary>
internal sealed class TextConverter(Func<string, object> make) : IConvertFrom
{
    public bool CanConvertFrom(Type sourceType) => sourceType == typeof(string);

    public object ConvertFrom(object source) => source is string text ? make(text) : throw new ConversionNotSupportedException($"[{source}] is no text.");
}
