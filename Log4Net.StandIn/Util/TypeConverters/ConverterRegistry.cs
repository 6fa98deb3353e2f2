using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
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
        [typeof(IPAddress)] = new TextConverter(ReadAddress),
        [typeof(PatternLayout)] = new TextConverter(text => new PatternLayout(text)),
        [typeof(PatternString)] = new TextConverter(text => new PatternString(text), pattern => (pattern as PatternString)?.Format()),
    });

    public static void AddConverter(Type? destinationType, object? converter)
    {
        if (destinationType is not null && converter is IConvertFrom or IConvertTo)
        {
            _known[destinationType] = converter;
        }
    }

    public static void AddConverter(Type destinationType, Type converterType) => AddConverter(destinationType, Make(converterType));

    public static IConvertFrom? GetConvertFrom(Type destinationType) => Find(destinationType) as IConvertFrom;

    // Whether it can make the destination is for the caller to ask.
    public static IConvertTo? GetConvertTo(Type sourceType, Type destinationType) => Find(sourceType) as IConvertTo;

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
        Guard.NotNull(converterType, nameof(converterType));
        if (typeof(IConvertFrom).IsAssignableFrom(converterType) || typeof(IConvertTo).IsAssignableFrom(converterType))
        {
            return Containment.Get(() => Activator.CreateInstance(converterType), e => Fail($"Converter {converterType} could not be made.", e));
        }
        Fail($"{converterType} converts neither from nor to anything.", null);
        return null;
    }

    // An address, or the name of a host to look up.
    private static object ReadAddress(string text)
    {
        try
        {
            return IPAddress.TryParse(text, out IPAddress address) ? address
                : text.Length > 0 ? Dns.GetHostEntry(text).AddressList[0]
                : throw new ArgumentException("An empty text names no host.", nameof(text));
        }
        catch (Exception e) when (e is SocketException or ArgumentException or IndexOutOfRangeException)
        {
            throw ConversionNotSupportedException.Create(typeof(IPAddress), text, e);
        }
    }

    private static void Fail(string message, Exception? e) => LogLog.Error(typeof(ConverterRegistry), message, e);
}
