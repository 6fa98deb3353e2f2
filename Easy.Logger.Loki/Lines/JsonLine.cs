using System.Text.Json;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Encoding;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// A line that is a JSON object, see <see cref="LokiBodyFormat.Json" />. One that is too long loses its properties and its exception, and
/// the end of its message: it stays JSON. Not thread-safe.
/// </summary>
internal sealed class JsonLine : IDisposable
{
    /// <summary>The most bytes that an escaped character takes, of one that takes one.</summary>
    private const int MaxEscaped = 6;

    private static readonly JsonEncodedText _message = JsonEncodedText.Encode("Message");
    private static readonly JsonEncodedText _logger = JsonEncodedText.Encode("Logger");
    private static readonly JsonEncodedText _level = JsonEncodedText.Encode("Level");
    private static readonly JsonEncodedText _thread = JsonEncodedText.Encode("Thread");
    private static readonly JsonEncodedText _exception = JsonEncodedText.Encode("Exception");
    private static readonly JsonEncodedText _cutOff = JsonEncodedText.Encode("CutOffBytes");

    private readonly ILayout? _layout;
    private readonly ByteBuffer _texts;
    private readonly int _maxBytes;
    private readonly bool _writesTraceContext;
    private readonly Utf8JsonWriter _writer;
    private readonly ByteBuffer _scratch = new(capacity: 256);
    private readonly LineWriter _messageWriter;
    private readonly PropertyNames _names = new();

    public JsonLine(ILayout? layout, ByteBuffer texts, int maxBytes, bool writesTraceContext)
    {
        _layout = layout;
        _texts = texts;
        _maxBytes = maxBytes;
        _writesTraceContext = writesTraceContext;
        _writer = new Utf8JsonWriter(texts, JsonPush.Options);
        _messageWriter = new LineWriter(_scratch);
    }

    public void Write(BatchItem item)
    {
        LoggingEvent loggingEvent = item.Event;
        int start = _texts.Length;
        Begin(item, int.MaxValue);
        WriteProperties(loggingEvent);
        if (loggingEvent.ExceptionObject is { } exception)
        {
            _writer.WritePropertyName(_exception);
            JsonValue.WriteException(_writer, exception);
        }
        else if (loggingEvent.GetExceptionString() is { Length: > 0 } text)
        {
            _writer.WritePropertyName(_exception);
            JsonValue.WriteException(_writer, text);
        }

        End();
        int length = _texts.Length - start;
        if (length > _maxBytes)
        {
            _texts.Length = start;
            Begin(item, _maxBytes / MaxEscaped / 2);
            _writer.WriteNumber(_cutOff, length);
            End();
        }

        _scratch.Clear();
    }

    public void Dispose()
    {
        _writer.Dispose();
        _messageWriter.Dispose();
        _scratch.Dispose();
    }

    private void Begin(BatchItem item, int maxMessageBytes)
    {
        _scratch.Clear();
        _messageWriter.Begin(maxMessageBytes);
        item.Format(_layout, _messageWriter);
        _messageWriter.End(withoutLineEnd: true);
        LoggingEvent loggingEvent = item.Event;
        _writer.Reset(_texts);
        _writer.WriteStartObject();
        _writer.WriteString(_message, _scratch.Written);
        _writer.WriteString(_logger, Short(loggingEvent.LoggerName, maxMessageBytes));
        _writer.WriteString(_level, Short(loggingEvent.Level?.Name, maxMessageBytes));
        _writer.WriteString(_thread, Short(loggingEvent.ThreadName, maxMessageBytes));
    }

    private void End()
    {
        _writer.WriteEndObject();
        _writer.Flush();
    }

    /// <summary>A name is part of a line that had to be cut off only if it is one.</summary>
    private static string? Short(string? name, int most) => name?.Length <= most / PropertyNames.Reserved.Count ? name : null;

    private void WriteProperties(LoggingEvent loggingEvent)
    {
        PropertiesDictionary properties = loggingEvent.GetProperties();
        ReadOnlySpan<string> names = _names.Of(properties, out ReadOnlySpan<JsonEncodedText> encoded);
        for (int i = 0; i < names.Length; i++)
        {
            if (_writesTraceContext || !TraceContext.IsPartOf(names[i]))
            {
                _writer.WritePropertyName(encoded[i]);
                JsonValue.Write(_writer, properties[names[i]]);
            }
        }
    }
}
