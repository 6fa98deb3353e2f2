using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Stands for a whole batch on its way through a stock text appender. It has no level, so it passes every threshold; <see cref="BatchFilter" />
/// lets it pass the filters and <see cref="BatchLayout" /> writes its text.
/// </summary>
internal sealed class BatchEvent : LoggingEvent
{
    private readonly FileAppender? _file;

    /// <param name="text">The text of the batch; filled anew for each.</param>
    /// <param name="file">The child, when it writes a file.</param>
    public BatchEvent(RenderedText text, FileAppender? file)
        : base(new LoggingEventData { Message = string.Empty, LoggerName = string.Empty, Domain = string.Empty })
    {
        Text = text;
        _file = file;
    }

    public RenderedText Text { get; }

    /// <summary>Whether the text was written since this was last cleared.</summary>
    public bool IsWritten { get; set; }

    /// <summary>Writes the text of the batch.</summary>
    public void WriteTo(TextWriter writer)
    {
        IsWritten = true;
        if (_file is not null)
        {
            FileEnd.Find(_file);
        }

        Text.CopyTo(writer);
    }

    /// <summary>Should the layout be exchanged under way, the text is still written, in place of a message.</summary>
    public override string RenderedMessage => Text.ToString();

    /// <inheritdoc cref="RenderedMessage" />
    public override void WriteRenderedMessage(TextWriter writer) => WriteTo(writer);
}
