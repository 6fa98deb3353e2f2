using System.Globalization;

namespace Easy.Logger.Loki.Lines;

/// <summary>The value of a property as text, the same on every machine whatever its culture is.</summary>
internal static class PropertyText
{
    /// <summary>Properties that log4net adds by itself, one of which is the same for all events of a machine.</summary>
    public static bool IsOfLog4Net(string name) => name.StartsWith("log4net:", StringComparison.Ordinal);

    public static string Of(object value)
    {
        try
        {
            return value switch
            {
                string text => text,
                bool truth => truth ? "true" : "false",
                DateTime or DateTimeOffset => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
                double or float => ((IFormattable)value).ToString("R", CultureInfo.InvariantCulture), // all digits, on .NET Framework too
                IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
                _ => value.ToString() ?? string.Empty,
            };
        }
        catch (Exception e)
        {
            return $"({value.GetType().Name} cannot be written: {e.GetType().Name})"; // one value must not cost the line
        }
    }

    public static void Write(LineWriter writer, object value)
    {
#if NET
        if (value is ISpanFormattable number and (
            int or long or short or byte or uint or ulong or ushort or sbyte or decimal or double or float or Guid))
        {
            Span<char> digits = stackalloc char[64]; // the longest, a Guid, has 36
            if (number.TryFormat(digits, out int length, default, CultureInfo.InvariantCulture))
            {
                writer.Write(digits[..length]);
                return;
            }
        }
#endif
        writer.Write(Of(value));
    }
}
