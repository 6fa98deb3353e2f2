using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Batching;
using log4net.Layout;

namespace Easy.Logger.Loki.Lines;

/// <summary>What the layout writes, or the message; an exception that no layout writes stands below it. Not thread-safe.</summary>
[SuppressMessage("Design", "CA1001", Justification = "A writer into memory has nothing to dispose of.")]
internal sealed class TextLine(ILayout? layout, ByteBuffer texts, int maxBytes)
{
    private readonly LineWriter _writer = new(texts);

    public void Write(BatchItem item)
    {
        int start = texts.Length;
        _writer.Begin(maxBytes);
        item.Format(layout, _writer);
        if (layout is not { IgnoresException: false } && item.Event.GetExceptionString() is { Length: > 0 } exception)
        {
            // A layout ends with the end of a line, as a rule; the message does not, and lines of Loki need none.
            if (texts.Length > start && texts.Bytes[texts.Length - 1] != (byte)'\n')
            {
                _writer.Write('\n');
            }

            _writer.Write(exception);
        }

        _writer.End(withoutLineEnd: true);
    }
}
