using System.Text.Json;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// An exception as a JSON object. What is written of each is its own alone: its text would repeat that of all exceptions in it. Its Source
/// is left out: finding it costs a quarter of what the stack traces cost, and it only names the assembly that the stack trace begins in.
/// </summary>
internal static class ExceptionJson
{
    /// <summary>Deeper ones are left out: they may be in a ring.</summary>
    private const int MaxDepth = 20;

    private static readonly JsonEncodedText _type = JsonEncodedText.Encode("Type");
    private static readonly JsonEncodedText _message = JsonEncodedText.Encode("Message");
    private static readonly JsonEncodedText _stackTrace = JsonEncodedText.Encode("StackTrace");
    private static readonly JsonEncodedText _innerException = JsonEncodedText.Encode("InnerException");
    private static readonly JsonEncodedText _innerExceptions = JsonEncodedText.Encode("InnerExceptions");

    public static void Write(Utf8JsonWriter writer, Exception exception) => Write(writer, exception, depth: 1);

    /// <summary>One of which only the text is left, as when it comes from a journal.</summary>
    public static void Write(Utf8JsonWriter writer, string text)
    {
        writer.WriteStartObject();
        writer.WriteString(_stackTrace, text);
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, Exception exception, int depth)
    {
        writer.WriteStartObject();
        writer.WriteString(_type, exception.GetType().FullName);
        writer.WriteString(_message, Read(exception, static one => one.Message));
        writer.WriteString(_stackTrace, Read(exception, static one => one.StackTrace));
        if (depth < MaxDepth)
        {
            WriteInner(writer, exception, depth);
        }

        writer.WriteEndObject();
    }

    private static void WriteInner(Utf8JsonWriter writer, Exception exception, int depth)
    {
        if (exception is AggregateException { InnerExceptions: { Count: > 1 } several })
        {
            writer.WriteStartArray(_innerExceptions);
            foreach (Exception one in several)
            {
                Write(writer, one, depth + 1);
            }

            writer.WriteEndArray();
        }
        else if (exception.InnerException is { } inner)
        {
            writer.WritePropertyName(_innerException);
            Write(writer, inner, depth + 1);
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
