using System.Collections;
using System.Text.Json;
using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// The value of a property as JSON: numbers, truth values, lists and dictionaries as such, all else as text. An exception is an object with
/// what is its own alone: its text would repeat that of all exceptions in it. Its Source is left out: finding it costs a quarter of what
/// the stack traces cost, and it only names the assembly that the stack trace begins in.
/// </summary>
internal static class JsonValue
{
    /// <summary>Lists and dictionaries in each other; deeper ones are text.</summary>
    private const int MaxDepth = 5;

    /// <summary>Exceptions in each other; deeper ones are left out: they may be in a ring.</summary>
    private const int MaxExceptionDepth = 20;

    /// <summary>Most elements of one list or dictionary.</summary>
    private const int MaxElements = 1_000;

    /// <summary>Lists in lists can be more than there is memory for. A line of this size is cut off anyway.</summary>
    private const int MaxBytes = PushBatch.MaxLineBytes;

    private static readonly JsonEncodedText _type = JsonEncodedText.Encode("Type");
    private static readonly JsonEncodedText _message = JsonEncodedText.Encode("Message");
    private static readonly JsonEncodedText _stackTrace = JsonEncodedText.Encode("StackTrace");
    private static readonly JsonEncodedText _innerException = JsonEncodedText.Encode("InnerException");
    private static readonly JsonEncodedText _innerExceptions = JsonEncodedText.Encode("InnerExceptions");

    /// <summary>An exception of which only the text is left, as when it comes from a journal.</summary>
    public static void WriteException(Utf8JsonWriter writer, string text)
    {
        writer.WriteStartObject();
        writer.WriteString(_stackTrace, text);
        writer.WriteEndObject();
    }

    public static void WriteException(Utf8JsonWriter writer, Exception exception, int depth = 1)
    {
        writer.WriteStartObject();
        writer.WriteString(_type, exception.GetType().FullName);
        writer.WriteString(_message, Read(exception, static one => one.Message));
        writer.WriteString(_stackTrace, Read(exception, static one => one.StackTrace));
        if (depth < MaxExceptionDepth)
        {
            WriteInner(writer, exception, depth);
        }

        writer.WriteEndObject();
    }

    public static void Write(Utf8JsonWriter writer, object? value, int depth = 0)
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
            case double number when !double.IsNaN(number) && !double.IsInfinity(number):
                writer.WriteNumberValue(number);
                break;
            case float number when !float.IsNaN(number) && !float.IsInfinity(number):
                writer.WriteNumberValue(number);
                break;
            case decimal number:
                writer.WriteNumberValue(number);
                break;
            case int or long or short or sbyte or byte or ushort or uint:
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
        WriteElements(writer, dictionary, element =>
        {
            DictionaryEntry entry = (DictionaryEntry)element!;
            writer.WritePropertyName(PropertyText.Of(entry.Key));
            Write(writer, entry.Value, depth + 1);
        });
        writer.WriteEndObject();
    }

    private static void WriteList(Utf8JsonWriter writer, ICollection list, int depth)
    {
        writer.WriteStartArray();
        WriteElements(writer, list, element => Write(writer, element, depth + 1));
        writer.WriteEndArray();
    }

    private static void WriteElements(Utf8JsonWriter writer, ICollection elements, Action<object?> write)
    {
        try
        {
            IEnumerator enumerator = elements is IDictionary dictionary ? dictionary.GetEnumerator() : elements.GetEnumerator();
            using IDisposable? end = enumerator as IDisposable;
            for (int count = 0; enumerator.MoveNext() && count < MaxElements && !IsTooLong(writer); count++)
            {
                write(enumerator.Current);
            }
        }
        catch (InvalidOperationException)
        {
            // It was changed by its owner. What is written of it is whole.
        }
    }

    private static void WriteInner(Utf8JsonWriter writer, Exception exception, int depth)
    {
        if (exception is AggregateException { InnerExceptions: { Count: > 1 } several })
        {
            writer.WriteStartArray(_innerExceptions);
            foreach (Exception one in several)
            {
                WriteException(writer, one, depth + 1);
            }

            writer.WriteEndArray();
        }
        else if (exception.InnerException is { } inner)
        {
            writer.WritePropertyName(_innerException);
            WriteException(writer, inner, depth + 1);
        }
    }

    /// <summary>Both may be overridden by whoever wrote the exception.</summary>
    private static string? Read(Exception exception, Func<Exception, string?> read)
    {
        try
        {
            return read(exception);
        }
        catch (Exception e)
        {
            return $"(cannot be read: {e.GetType().Name})";
        }
    }
}
