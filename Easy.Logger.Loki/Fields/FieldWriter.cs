using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lines;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Loki.Fields;

/// <summary>Writes the fields of an event that have a value; of two with the same name the first. Not thread-safe.</summary>
[SuppressMessage("Design", "CA1001", Justification = "A writer into memory has nothing to dispose of.")]
internal sealed class FieldWriter
{
    /// <summary>Most names of properties whose clean form is remembered.</summary>
    private const int MaxNames = 1_000;

    private readonly FieldSource[] _fields;
    private readonly ByteBuffer _output;
    private readonly LineWriter _writer;
    private readonly int _maxFields;
    private readonly int _maxValueBytes;
    private readonly int _maxBytes;
    private readonly Dictionary<string, byte[]> _names = new(StringComparer.Ordinal);

    // The more important fields come first. A longer value is cut off between two characters; all bytes count eight more for each field.
    private FieldWriter(IEnumerable<FieldSource> fields, ByteBuffer output, int maxFields, int maxValueBytes, int maxBytes)
    {
        _fields = [.. fields];
        _output = output;
        _maxFields = maxFields;
        _maxValueBytes = maxValueBytes;
        _maxBytes = maxBytes;
        _writer = new LineWriter(output);
    }

    /// <summary>Whether there is nothing to write, whatever the event is.</summary>
    public bool IsEmpty => _fields.Length == 0;

    /// <summary>For labels of one stream; how many are sent is decided where all of them are known.</summary>
    public static FieldWriter OfLabels(IEnumerable<FieldSource> fields, ByteBuffer output) =>
        new(fields, output, maxFields: 64, LabelRules.MaxValueBytes, maxBytes: int.MaxValue);

    /// <summary>For structured metadata of one line, as Loki takes it by default.</summary>
    public static FieldWriter OfMetadata(IEnumerable<FieldSource> fields, ByteBuffer output) =>
        new(fields, output, maxFields: 128, maxValueBytes: 16 * 1024, maxBytes: 64 * 1024);

    /// <summary>Writes them at the end of the output.</summary>
    public void Write(BatchItem item)
    {
        int start = _output.Length;
        foreach (FieldSource field in _fields)
        {
            if (field.Prefix is null)
            {
                Write(start, field.Name, field, item, value: null);
            }
            else
            {
                WriteAll(start, field, item);
            }
        }
    }

    private void WriteAll(int start, FieldSource wildcard, BatchItem item)
    {
        PropertiesDictionary properties = item.Event.GetProperties();
        string[] names = properties.GetKeys();
        Array.Sort(names, StringComparer.Ordinal); // the same properties are the same text, in whatever order they were set
        foreach (string name in names)
        {
            // traceContext says where the ids of the trace are put: here they would be sent twice.
            bool isWanted = name.StartsWith(wildcard.Prefix!, StringComparison.Ordinal)
                && !PropertyText.IsOfLog4Net(name)
                && !TraceContext.IsPartOf(name);
            if (isWanted && properties[name] is { } value)
            {
                Write(start, CleanName(name), wildcard, item, value);
            }
        }
    }

    private void Write(int start, byte[] name, FieldSource field, BatchItem item, object? value)
    {
        if (!HasRoomFor(start, name))
        {
            return;
        }

        int pair = TextPairs.Begin(_output, name);
        _writer.Begin(_maxValueBytes);
        if (value is null)
        {
            field.Write(item, _writer);
        }
        else
        {
            PropertyText.Write(_writer, value);
        }

        int length = _writer.End(withoutLineEnd: true);
        if (length == 0 || _output.Length - start > _maxBytes)
        {
            _output.Length = pair;
        }
        else
        {
            TextPairs.End(_output, pair);
        }
    }

    /// <summary>Whether there is no field of that name yet, and not too many others.</summary>
    private bool HasRoomFor(int start, byte[] name)
    {
        int count = 0;
        TextPairs pairs = new(_output.Written.Slice(start));
        while (pairs.Read())
        {
            count++;
            if (pairs.Name.SequenceEqual(name))
            {
                return false;
            }
        }

        return count < _maxFields;
    }

    private byte[] CleanName(string name)
    {
        if (!_names.TryGetValue(name, out byte[]? clean))
        {
            if (_names.Count >= MaxNames)
            {
                _names.Clear();
            }

            clean = System.Text.Encoding.ASCII.GetBytes(LabelRules.Name(name));
            _names.Add(name, clean);
        }

        return clean;
    }
}

/// <summary>Where the values of a <see cref="LokiField" /> come from, made ready for many events: one of the sources. Immutable.</summary>
internal sealed class FieldSource
{
    /// <summary>The clean name as UTF-8; empty for a wildcard, whose properties bring their own.</summary>
    public byte[] Name { get; init; } = [];

    /// <summary>A text that is the same for every event.</summary>
    public string? Value { get; init; }

    public ILayout? Layout { get; init; }

    public string? Property { get; init; }

    /// <summary>For a wildcard: what the names of the wanted properties begin with.</summary>
    public string? Prefix { get; init; }

    /// <summary>Something else of the event.</summary>
    public Func<LoggingEvent, string?>? Read { get; init; }

    /// <summary>Writes the value of one event, which is nothing when it has none. Not for a wildcard.</summary>
    public void Write(BatchItem item, LineWriter writer)
    {
        if (Layout is not null)
        {
            item.Format(Layout, writer);
        }
        else if ((Value ?? (Read is null ? item.Event.LookupProperty(Property!) : Read(item.Event))) is { } value)
        {
            PropertyText.Write(writer, value);
        }
    }
}
