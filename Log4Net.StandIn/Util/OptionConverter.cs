using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Text;
using log4net.Core;
using log4net.Util.TypeConverters;

namespace log4net.Util;

public static class OptionConverter
{
    private static readonly (string Unit, long Bytes)[] _units = [("KB", 1L << 10), ("MB", 1L << 20), ("GB", 1L << 30)];

    public static bool CanConvertTypeTo(Type? sourceType, Type? targetType)
        => sourceType is not null && targetType is not null && FindWay(sourceType, targetType) is not null;

    public static object? ConvertStringTo(Type target, string txt)
    {
        Guard.NotNull(target, nameof(target));
        if (target == typeof(string) || target == typeof(object))
        {
            return txt;
        }
        if (ConverterRegistry.GetConvertFrom(target) is { } converter && converter.CanConvertFrom(typeof(string)))
        {
            return converter.ConvertFrom(txt);
        }
        if (target.IsEnum)
        {
            return Enum.Parse(target, txt, ignoreCase: true);
        }
        // The culture of the thread decides, and what Parse throws arrives wrapped.
        return target.GetMethod("Parse", BindingFlags.Public | BindingFlags.Static, null, [typeof(string)], null)?.Invoke(null, [txt]);
    }

    public static object ConvertTypeTo(object sourceInstance, Type targetType)
        => FindWay(sourceInstance.GetType(), targetType) is { } way
            ? way(sourceInstance)
            : throw new ArgumentException($"Nothing makes a {targetType} of a {sourceInstance.GetType()}.", nameof(sourceInstance));

    public static object? InstantiateByClassName(string? className, Type superClass, object? defaultValue)
        => (className is null ? null : Containment.Get(() => Make(className, superClass), e => Fail($"[{className}] is of no use here.", e))) ?? defaultValue;

    /// <summary>One pass: what a variable brings in is not looked at again.</summary>
    public static string SubstituteVariables(string value, IDictionary props)
    {
        StringBuilder result = new();
        int from = 0;
        for (int open; (open = value.IndexOf("${", from, StringComparison.Ordinal)) >= 0;)
        {
            int close = value.IndexOf('}', open);
            if (close < 0)
            {
                throw new LogException($"[{value.Substring(open)}] starts like a variable but is not ended by a brace.");
            }
            result.Append(value, from, open - from).Append(props[value.Substring(open + 2, close - open - 2)] as string);
            from = close + 1;
        }
        return result.Append(value, from, value.Length - from).ToString();
    }

    public static bool ToBoolean(string? argValue, bool defaultValue)
    {
        if (argValue is null or "")
        {
            return defaultValue;
        }
        try
        {
            return bool.Parse(argValue);
        }
        catch (FormatException e)
        {
            Fail($"[{argValue}] is neither true nor false.", e);
            return defaultValue;
        }
    }

    /// <summary>A whole number, with a unit or without; anything after the unit is ignored.</summary>
    public static long ToFileSize(string? argValue, long defaultValue)
    {
        if (argValue is null)
        {
            return defaultValue;
        }
        string number = argValue;
        long factor = 1;
        foreach ((string unit, long bytes) in _units)
        {
            int at = argValue.IndexOf(unit, StringComparison.OrdinalIgnoreCase);
            if (at >= 0)
            {
                (number, factor) = (argValue.Substring(0, at), bytes);
                break;
            }
        }
        if (long.TryParse(number, NumberStyles.Integer, CultureInfo.InvariantCulture, out long size))
        {
            return size * factor;
        }
        Fail($"[{argValue}] is no file size.", null);
        return defaultValue;
    }

    private static object? Make(string className, Type superClass)
    {
        Type type = SystemInfo.GetTypeFromString(className, throwOnError: true, ignoreCase: true)!;
        if (superClass.IsAssignableFrom(type))
        {
            return Activator.CreateInstance(type);
        }
        Fail($"[{className}] is no {superClass}.", null);
        return null;
    }

    // A converter of the source goes before one of the target.
    private static Func<object, object>? FindWay(Type source, Type target)
    {
        if (target.IsAssignableFrom(source))
        {
            return static same => same;
        }
        return ConverterRegistry.GetConvertTo(source, target) is { } outward && outward.CanConvertTo(target) ? value => outward.ConvertTo(value, target)
            : ConverterRegistry.GetConvertFrom(target) is { } inward && inward.CanConvertFrom(source) ? inward.ConvertFrom
            : null;
    }

    private static void Fail(string message, Exception? e) => LogLog.Error(typeof(OptionConverter), message, e);
}
