using System.Globalization;
using System.Linq.Expressions;
using System.Reflection;
#if NET
using System.Runtime.CompilerServices;
#endif
using log4net.Util;

namespace Easy.Logger.Compatibility;

/// <summary>
/// The format provider that a <see cref="SystemStringFormat" /> was made with. log4net shows format and arguments but not this, so it is found by its type: where
/// there is not exactly one such field, no provider is known.
/// </summary>
internal static class FormatProviderAccessor
{
    private static readonly Func<SystemStringFormat, IFormatProvider?> _read = Find() is { } field ? Reader(field) : _ => null;

    /// <summary>Whether it is known to be the one that log4net's own formatting calls pass.</summary>
    public static bool IsInvariantCulture(SystemStringFormat message) => ReferenceEquals(_read(message), CultureInfo.InvariantCulture);

    private static FieldInfo? Find()
    {
        FieldInfo[] fields =
            [.. typeof(SystemStringFormat).GetFields(BindingFlags.Instance | BindingFlags.NonPublic).Where(field => field.FieldType == typeof(IFormatProvider))];
        return fields.Length == 1 ? fields[0] : null;
    }

    /// <summary>Compiled where that is possible: each log call reads it, and reflection takes several times as long.</summary>
    private static Func<SystemStringFormat, IFormatProvider?> Reader(FieldInfo field)
    {
#if NET
        if (!RuntimeFeature.IsDynamicCodeCompiled)
        {
            return message => (IFormatProvider?)field.GetValue(message);
        }
#endif
        ParameterExpression message = Expression.Parameter(typeof(SystemStringFormat));
        return Expression.Lambda<Func<SystemStringFormat, IFormatProvider?>>(Expression.Field(message, field), message).Compile();
    }
}
