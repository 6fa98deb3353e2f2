using System.Reflection;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// The format provider that a <see cref="SystemStringFormat" /> was made with. log4net shows format and arguments but not this, so it is found by its type: where
/// there is not exactly one such field, nothing is rendered without log4net.
/// </summary>
internal static class FormatProviderOf
{
    private static readonly FieldInfo? _field = Find();

    /// <summary>Whether providers can be told.</summary>
    public static bool IsKnown => _field is not null;

    public static IFormatProvider? Message(SystemStringFormat message) => (IFormatProvider?)_field!.GetValue(message);

    private static FieldInfo? Find()
    {
        FieldInfo[] fields =
            [.. typeof(SystemStringFormat).GetFields(BindingFlags.Instance | BindingFlags.NonPublic).Where(field => field.FieldType == typeof(IFormatProvider))];
        return fields.Length == 1 ? fields[0] : null;
    }
}
