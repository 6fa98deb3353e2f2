using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Stands for a whole batch, or a part of it, on its way through a stock text appender. It has no level, so it passes every threshold; <see cref="BatchFilter" />
/// lets it pass the filters and <see cref="BatchLayout" /> writes its text.
/// </summary>
internal sealed class BatchEvent : LoggingEvent
{
    private readonly RenderedText _text;
    private readonly OpenFile? _openFile;
    private readonly FileAppender? _file;
    private readonly SizeLimit? _limit;
    private int[] _ends = [];
    private int _count;
    private int _first;

    /// <param name="text">The text of the batch; filled anew for each.</param>
    /// <param name="file">The child, when it writes a file.</param>
    public BatchEvent(RenderedText text, FileAppender? file)
        : base(new LoggingEventData { Message = string.Empty, LoggerName = string.Empty, Domain = string.Empty })
    {
        _text = text;
        _file = file;
        _openFile = OpenFile.Of(file);
        _limit = SizeLimit.Of(file);
    }

    /// <summary>Whether the layout has handed the part to the appender's writer, where it either arrived or failed loudly.</summary>
    public bool IsWritten { get; private set; }

    /// <summary>The first event that no part has had yet.</summary>
    public int Next { get; private set; }

    /// <summary>Begins a batch.</summary>
    public void Begin(int events)
    {
        _count = 0;
        if (_ends.Length < events)
        {
            _ends = new int[events];
        }
    }

    /// <summary>Forgets the events from one on.</summary>
    /// <returns>Where the text of those before it ends.</returns>
    public int TakeBackTo(int count)
    {
        _count = count;
        return EndBefore(count);
    }

    /// <summary>Adds an event, whose text ends here.</summary>
    public void AddEnd(int end) => _ends[_count++] = end;

    /// <summary>Begins a part: events from one on.</summary>
    /// <returns>Whether they have any text; if not, there is nothing to write.</returns>
    public bool BeginPart(int first)
    {
        _first = first;
        Next = _count;
        IsWritten = false;
        return EndBefore(_count) > EndBefore(first);
    }

    /// <summary>Called by the layout, while the appender appends: as much as belongs into the file that is open now.</summary>
    public void WriteTo(TextWriter writer)
    {
        IsWritten = true;
        if (_file is not null)
        {
            OpenFile.SeekEnd(_file);
        }

        Next = _limit?.Cut(_text, _ends, _first, _count) ?? _count;
        int start = EndBefore(_first);
        int count = EndBefore(Next) - start;
        if (_openFile?.TryWrite(writer, _text, start, count) != true)
        {
            _text.CopyTo(writer, start, count);
        }
    }

    /// <summary>Should the layout be exchanged under way, the text is still written, in place of a message.</summary>
    public override string RenderedMessage => _text.ToString(EndBefore(_first), EndBefore(Next) - EndBefore(_first));

    /// <inheritdoc cref="RenderedMessage" />
    public override void WriteRenderedMessage(TextWriter writer) => WriteTo(writer);

    private int EndBefore(int index) => index == 0 ? 0 : _ends[index - 1];
}
