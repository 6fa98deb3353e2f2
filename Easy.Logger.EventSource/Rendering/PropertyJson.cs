using System.Globalization;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.EventSource.Rendering;

/// <summary>Writes the properties of an event as one JSON object: numbers and booleans as such, all else as text.</summary>
internal static class PropertyJson
{
    private const string HexDigits = "0123456789abcdef";

    /// <summary>Log4net may give it to every event. A trace has it anyway.</summary>
    private const string Ignored = LoggingEvent.HostNameProperty;

    /// <summary>Whether there is anything to write.</summary>
    public static bool HasAny(ReadOnlyPropertiesDictionary properties) => properties.Count > (properties.Contains(Ignored) ? 1 : 0);

    /// <summary>
    /// Writes them as a field. From the first pair on that does not fit, pairs are left out whole: what is there can be parsed.
    /// </summary>
    /// <param name="text">Where the field is written.</param>
    /// <param name="properties">The properties, any at all.</param>
    /// <param name="most">The most characters the field may have, two at least.</param>
    public static TextField Write(EventText text, ReadOnlyPropertiesDictionary properties, int most)
    {
        text.BeginField(most - 1); // the last bracket is there in any case
        text.Write('{');
        bool isFirst = true;
        foreach (string key in properties.GetKeys())
        {
            if (key == Ignored)
            {
                continue;
            }

            int mark = text.Mark;
            if (!isFirst)
            {
                text.Write(',');
            }

            WriteText(text, key);
            text.Write(':');
            WriteValue(text, properties[key]);
            if (text.IsCut)
            {
                text.CutAt(mark);
            }

            isFirst = false;
        }

        return text.EndField('}');
    }

    private static void WriteValue(EventText text, object? value)
    {
        switch (value)
        {
            case null:
                text.Write("null");
                break;
            case string whole:
                WriteText(text, whole);
                break;
            case bool truth:
                text.Write(truth ? "true" : "false");
                break;
            case double number when double.IsNaN(number) || double.IsInfinity(number):
            case float small when float.IsNaN(small) || float.IsInfinity(small):
                WriteText(text, Plain((IFormattable)value));
                break;
            case sbyte or byte or short or ushort or int or uint or long or ulong or float or double or decimal:
                WriteNumber(text, (IFormattable)value);
                break;
            default:
                WriteText(text, TextOf(value));
                break;
        }
    }

    private static void WriteNumber(EventText text, IFormattable number)
    {
#if NET
        Span<char> digits = stackalloc char[64]; // the longest, a decimal, has 31
        if (number is ISpanFormattable formattable && formattable.TryFormat(digits, out int length, default, CultureInfo.InvariantCulture))
        {
            text.Write(digits[..length]);
            return;
        }
#endif
        text.Write(Plain(number));
    }

    private static string Plain(IFormattable value) =>
        value.ToString(value is double or float ? "R" : null, CultureInfo.InvariantCulture); // all digits, on .NET Framework too

    private static string TextOf(object value)
    {
        try
        {
            return value switch
            {
                DateTime or DateTimeOffset => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
                IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
                _ => value.ToString() ?? string.Empty,
            };
        }
        catch (Exception e)
        {
            return $"({value.GetType().Name} cannot be written: {e.GetType().Name})"; // one value must not cost the others
        }
    }

    private static void WriteText(EventText text, string value)
    {
        text.Write('"');
        int written = 0;
        for (int i = 0; i < value.Length; i++)
        {
            char character = value[i];
            if (character is >= ' ' and not '"' and not '\\' && !char.IsSurrogate(character))
            {
                continue;
            }

            if (char.IsSurrogatePair(value, i))
            {
                i++;
                continue;
            }

            text.Write(value, written, i - written);
            written = i + 1;
            WriteEscaped(text, character);
        }

        text.Write(value, written, value.Length - written);
        text.Write('"');
    }

    private static void WriteEscaped(EventText text, char character)
    {
        string? escape = character switch
        {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            > '\x7f' => "\uFFFD", // half of a pair is no text, and the whole would be no JSON
            _ => null,
        };
        text.Write(escape ?? "\\u00");
        if (escape is null)
        {
            text.Write(HexDigits[character >> 4]);
            text.Write(HexDigits[character & 0xF]);
        }
    }
}
