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
        => sourceType is not null && targetType is not null
            && (targetType.IsAssignableFrom(sourceType)
                || ConverterRegistry.GetConvertTo(sourceType, targetType) is not null
                || ConverterRegistry.GetConvertFrom(targetType)?.CanConvertFrom(sourceType) == true);

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
    {
        Type sourceType = sourceInstance.GetType();
        if (targetType.IsAssignableFrom(sourceType))
        {
            return sourceInstance;
        }
        if (ConverterRegistry.GetConvertTo(sourceType, targetType) is { } to)
        {
            return to.ConvertTo(sourceInstance, targetType);
        }
        return ConverterRegistry.GetConvertFrom(targetType) is { } from && from.CanConvertFrom(sourceType)
            ? from.ConvertFrom(sourceInstance)
            : throw new ArgumentException($"There is no way from {sourceType} to {targetType}.", nameof(sourceInstance));
    }

    public static object? InstantiateByClassName(string? className, Type superClass, object? defaultValue)
    {
        if (className is null)
        {
            return defaultValue;
        }
        try
        {
            Type type = SystemInfo.GetTypeFromString(className, throwOnError: true, ignoreCase: true)!;
            if (superClass.IsAssignableFrom(type))
            {
                return Activator.CreateInstance(type);
            }
            LogLog.Error(typeof(OptionConverter), $"[{className}] is no {superClass}.");
        }
        catch (Exception e) when (!e.IsFatal())
        {
            LogLog.Error(typeof(OptionConverter), $"No object of type [{className}] could be made.", e);
        }
        return defaultValue;
    }

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
                throw new LogException($"The variable at {open} in [{value}] has no closing brace.");
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
            LogLog.Error(typeof(OptionConverter), $"[{argValue}] is neither true nor false.", e);
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
        LogLog.Error(typeof(OptionConverter), $"[{argValue}] is no file size.");
        return defaultValue;
    }
}
