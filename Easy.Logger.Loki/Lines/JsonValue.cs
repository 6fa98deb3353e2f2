using System.Collections;
using System.Text.Json;
using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Lines;

/// <summary>The value of a property as JSON: numbers, truth values, lists and dictionaries as such, all else as text.</summary>
internal static class JsonValue
{
    /// <summary>Lists and dictionaries in each other; deeper ones are text.</summary>
    private const int MaxDepth = 5;

    /// <summary>Most elements of one list or dictionary.</summary>
    private const int MaxElements = 1_000;

    /// <summary>Lists in lists can be more than there is memory for. A line of this size is cut off anyway.</summary>
    private const int MaxBytes = BatchLimits.LineBytes;

    public static void Write(Utf8JsonWriter writer, object? value) => Write(writer, value, depth: 0);

    private static void Write(Utf8JsonWriter writer, object? value, int depth)
    {
        switch (value)
        {
            case null:
                writer.WriteNullValue();
                break;
            case string text:
                writer.WriteStringValue(text);
                break;
            case bool truth:
                writer.WriteBooleanValue(truth);
                break;
            case int number:
                writer.WriteNumberValue(number);
                break;
            case long number:
                writer.WriteNumberValue(number);
                break;
            case double number when !double.IsNaN(number) && !double.IsInfinity(number):
                writer.WriteNumberValue(number);
                break;
            case float number when !float.IsNaN(number) && !float.IsInfinity(number):
                writer.WriteNumberValue(number);
                break;
            case decimal number:
                writer.WriteNumberValue(number);
                break;
            case short or sbyte or byte or ushort or uint:
                writer.WriteNumberValue(((IConvertible)value).ToInt64(provider: null));
                break;
            case ulong number:
                writer.WriteNumberValue(number);
                break;
            case Guid id:
                writer.WriteStringValue(id);
                break;
            case DateTime time:
                writer.WriteStringValue(time);
                break;
            case DateTimeOffset time:
                writer.WriteStringValue(time);
                break;
            case IDictionary dictionary when depth < MaxDepth:
                WriteDictionary(writer, dictionary, depth);
                break;
            case ICollection list when depth < MaxDepth: // not what is only enumerable: it may be made while it is read, without an end
                WriteList(writer, list, depth);
                break;
            default:
                writer.WriteStringValue(PropertyText.Of(value));
                break;
        }
    }

    private static bool IsTooLong(Utf8JsonWriter writer) => writer.BytesCommitted + writer.BytesPending > MaxBytes;

    private static void WriteDictionary(Utf8JsonWriter writer, IDictionary dictionary, int depth)
    {
        writer.WriteStartObject();
        try
        {
            int count = 0;
            foreach (DictionaryEntry entry in dictionary)
            {
                if (count++ == MaxElements || IsTooLong(writer))
                {
                    break;
                }

                writer.WritePropertyName(PropertyText.Of(entry.Key));
                Write(writer, entry.Value, depth + 1);
            }
        }
        catch (InvalidOperationException)
        {
            // It was changed by its owner. What is written of it is whole.
        }

        writer.WriteEndObject();
    }

    private static void WriteList(Utf8JsonWriter writer, ICollection list, int depth)
    {
        writer.WriteStartArray();
        try
        {
            int count = 0;
            foreach (object? element in list)
            {
                if (count++ == MaxElements || IsTooLong(writer))
                {
                    break;
                }

                Write(writer, element, depth + 1);
            }
        }
        catch (InvalidOperationException)
        {
            // As above.
        }

        writer.WriteEndArray();
    }
}
