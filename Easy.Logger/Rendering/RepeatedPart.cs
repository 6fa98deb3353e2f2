using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>
/// Several parts, one behind the other, that say the same of all events of one logger, level and thread: the text of the last such event of a thread is kept
/// and copied.
/// </summary>
internal sealed class RepeatedPart : LinePart
{
    /// <summary>Threads that log at the same time take turns within a batch. A power of two.</summary>
    private const int Places = 8;

    private readonly LinePart[] _parts;
    private readonly bool _writesThread;
    private readonly Entry[] _entries = new Entry[Places];

    /// <param name="parts">The parts.</param>
    /// <param name="writesThread">Whether one of them writes the thread.</param>
    public RepeatedPart(LinePart[] parts, bool writesThread)
    {
        _parts = parts;
        _writesThread = writesThread;
    }

    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        // an event that was not asked for it in the log call would answer with the worker's
        string? thread = _writesThread ? loggingEvent.ThreadName : null;
        ref Entry entry = ref _entries[thread is { Length: > 0 } ? thread[thread.Length - 1] & (Places - 1) : 0];
        if (entry.Text is { } known && entry.Thread == thread && ReferenceEquals(entry.Logger, loggingEvent.LoggerName) && ReferenceEquals(entry.Level, loggingEvent.Level))
        {
            text.Write(known);
            return;
        }

        int start = text.Length;
        foreach (LinePart part in _parts)
        {
            part.Write(text, loggingEvent, values);
        }

        entry = new Entry
        {
            Logger = loggingEvent.LoggerName,
            Level = loggingEvent.Level,
            Thread = thread,
            Text = text.ToString(start, text.Length - start),
        };
    }

    private struct Entry
    {
        public string? Logger { get; init; }

        public Level? Level { get; init; }

        public string? Thread { get; init; }

        public string? Text { get; init; }
    }
}
