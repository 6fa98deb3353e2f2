using System.Collections.Concurrent;
using System.Text;
using log4net.Layout;

namespace log4net.Util.TypeConverters;

public static class ConverterRegistry
{
    private static readonly ConcurrentDictionary<Type, object> _known = new(new Dictionary<Type, object>
    {
        [typeof(bool)] = new TextConverter(text => bool.Parse(text)),
        [typeof(Encoding)] = new TextConverter(Encoding.GetEncoding),
        [typeof(Type)] = new TextConverter(text => SystemInfo.GetTypeFromString(text, throwOnError: true, ignoreCase: true)!),
        [typeof(PatternLayout)] = new TextConverter(text => new PatternLayout(text)),
        [typeof(PatternString)] = new TextConverter(text => new PatternString(text), pattern => (pattern as PatternString)?.Format()),
    });

    public static void AddConverter(Type? destinationType, object? converter)
    {
        if (destinationType is not null && converter is not null)
        {
            _known[destinationType] = converter;
        }
    }

    public static void AddConverter(Type destinationType, Type converterType) => AddConverter(destinationType, Make(converterType));

    public static IConvertFrom? GetConvertFrom(Type destinationType) => Find(destinationType) as IConvertFrom;

    public static IConvertTo? GetConvertTo(Type sourceType, Type destinationType)
        => Find(sourceType) is IConvertTo converter && converter.CanConvertTo(destinationType) ? converter : null;

    private static object? Find(Type type)
    {
        if (_known.TryGetValue(type, out object? converter))
        {
            return converter;
        }
        if (Attribute.GetCustomAttribute(type, typeof(TypeConverterAttribute), inherit: false) is not TypeConverterAttribute attribute)
        {
            return null;
        }
        Type? converterType = SystemInfo.GetTypeFromString(type, attribute.ConverterTypeName, throwOnError: false, ignoreCase: true);
        converter = converterType is null ? null : Make(converterType);
        AddConverter(type, converter);
        return converter;
    }

    private static object? Make(Type converterType)
    {
        object? made = Containment.Get(() => Activator.CreateInstance(converterType), e => Fail($"Converter {converterType} could not be made.", e));
        if (made is null or IConvertFrom or IConvertTo)
        {
            return made;
        }
        Fail($"{converterType} converts neither from nor to anything.", null);
        return null;
    }

    private static void Fail(string message, Exception? e) => LogLog.Error(typeof(ConverterRegistry), message, e);
}
