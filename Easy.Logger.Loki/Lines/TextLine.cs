using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Batching;
using log4net.Layout;

namespace Easy.Logger.Loki.Lines;

/// <summary>
/// A line that is text: what the layout writes, or the message. An exception that no layout writes stands in the lines below it. Not
/// thread-safe.
/// </summary>
/// <param name="layout">The layout; <see langword="null" /> for the message alone.</param>
/// <param name="texts">Where lines go.</param>
/// <param name="maxBytes">The most bytes of a line.</param>
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
