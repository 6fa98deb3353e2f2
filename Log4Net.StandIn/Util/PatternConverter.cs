using System.Collections;
using System.Globalization;
using log4net.Repository;

namespace log4net.Util;

public abstract class PatternConverter
{
    private static readonly char[] _blanks = new string(' ', 32).ToCharArray();

    // Doubles as the lock: two threads may format with one converter at the same time.
    private readonly ReusableStringWriter _field = new(CultureInfo.InvariantCulture);

    public virtual PatternConverter? Next { get; private set; }
    public virtual FormattingInfo FormattingInfo { get; set; } = new();
    public virtual string? Option { get; set; }
    public PropertiesDictionary? Properties { get; set; }

    public abstract void Convert(TextWriter writer, object? state);

    public virtual PatternConverter SetNext(PatternConverter patternConverter) => Next = patternConverter;

    public virtual void Format(TextWriter writer, object? state)
    {
        FormattingInfo shape = FormattingInfo;
        if (shape is { Min: < 0, Max: int.MaxValue })
        {
            Convert(writer, state);
            return;
        }
        string text;
        lock (_field)
        {
            _field.Reset();
            Convert(_field, state);
            text = _field.ToString();
        }
        WriteField(writer, text, shape);
    }

    protected static void SpacePad(TextWriter writer, int length)
    {
        for (; length > 0; length -= _blanks.Length)
        {
            writer.Write(_blanks, 0, Math.Min(length, _blanks.Length));
        }
    }

    protected static void WriteDictionary(TextWriter writer, ILoggerRepository? repository, IDictionary value)
        => WriteDictionary(writer, repository, value.GetEnumerator());

    protected static void WriteDictionary(TextWriter writer, ILoggerRepository? repository, IDictionaryEnumerator value)
    {
        string separator = "{";
        while (value.MoveNext())
        {
            writer.Write(separator);
            WriteObject(writer, repository, value.Key);
            writer.Write("=");
            WriteObject(writer, repository, value.Value);
            separator = ", ";
        }
        writer.Write(separator is "{" ? "{}" : "}");
    }

    protected static void WriteObject(TextWriter writer, ILoggerRepository? repository, object? value)
    {
        if (repository is not null)
        {
            repository.RendererMap.FindAndRender(value, writer);
        }
        else
        {
            // Without a repository there are no renderers, and nothing catches a throwing ToString.
            writer.Write(value is null ? SystemInfo.NullText : value.ToString());
        }
    }

    // The end of a text says more than its start (logger names, paths), so that is the part a maximum keeps.
    private static void WriteField(TextWriter writer, string text, FormattingInfo shape)
    {
        string kept = text.Length > shape.Max ? text.Substring(text.Length - shape.Max) : text;
        int missing = shape.Min - kept.Length;
        if (!shape.LeftAlign)
        {
            SpacePad(writer, missing);
        }
        writer.Write(kept);
        if (shape.LeftAlign)
        {
            SpacePad(writer, missing);
        }
    }
}
