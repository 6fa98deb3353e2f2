using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger;

/// <summary>
/// An appender that takes the batches of a forwarder and writes the texts of their events itself, where it needs them. Log calls are
/// cheaper for it: nothing is fixed that it does not ask for, and messages are rendered by the forwarder's thread, without a string for
/// each. A forwarder calls it on one thread at a time.
/// </summary>
public interface IBatchAppender : IAppender
{
    /// <summary>
    /// The layouts that it gives to <see cref="EventBatch.Format" />; what they print is fixed. Asked for each batch, so it is to be quick.
    /// As long as there is a filter or a layout that is not log4net's own, messages are rendered at the log call.
    /// </summary>
    IReadOnlyList<ILayout> Layouts { get; }

    /// <summary>
    /// What else has to be fixed in an event, beyond message, thread, exception and what the layouts print. Asked for each batch, so it is
    /// to be quick.
    /// </summary>
    FixFlags Fix { get; }

    /// <summary>
    /// Writes the events of a batch. What it throws counts for all of them, unless <see cref="EventBatch.ReportFailed" /> was called.
    /// </summary>
    /// <param name="batch">The events, never <see langword="null" />, in their order; of use during the call only.</param>
    void DoAppend(EventBatch batch);
}

/// <summary>
/// Events that a forwarder hands to an <see cref="IBatchAppender" />, with the texts that may not be in them. For one thread, and for the
/// time of the call.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "TextBuffer is a writer over an array and holds nothing to release.")]
[SuppressMessage("Naming", "CA1711", Justification = "A batch is what a forwarder hands over.")]
public sealed class EventBatch
{
    private const int TextCapacity = 256;

    private readonly LoggingEvent[] _events;
    private Batch? _batch;
    private PlannedAppender _planned = PlannedAppender.Unknown;
    private TextBuffer? _text;
    private int? _failed;

    /// <summary>Makes a batch of events that come from elsewhere.</summary>
    /// <param name="loggingEvents">The events, in their order; not copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />.</exception>
    public EventBatch(LoggingEvent[] loggingEvents) => _events = loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents));

    internal EventBatch()
        : this([])
    {
    }

    /// <summary>How many events there are.</summary>
    public int Count => _batch?.Count ?? _events.Length;

    /// <summary>An event. What it says of its message may not be true: that is for <see cref="WriteMessage" /> to write.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <returns>The event.</returns>
    public LoggingEvent this[int index] => _batch is { } batch ? batch.EventFor(index, isKnown: false) : _events[index];

    /// <summary>
    /// Says how many of the events failed, before an error is thrown or goes to the error handler of the appender. Without a call of this
    /// method an error counts for all of them.
    /// </summary>
    /// <param name="count">The number of events that failed; a number above <see cref="Count" /> means all of them.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count" /> is negative.</exception>
    public void ReportFailed(int count) =>
        _failed = count >= 0
            ? Math.Min(count, Count)
            : throw new ArgumentOutOfRangeException(nameof(count), count, "Must not be negative.");

    /// <summary>Writes the message of an event.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <param name="writer">Where to.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer" /> is <see langword="null" />.</exception>
    public void WriteMessage(int index, TextWriter writer)
    {
        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        CapturedEvent captured = CapturedAt(index);
        if (captured.HasMessage)
        {
            TextBuffer text = Text();
            captured.WriteMessage(text);
            text.CopyTo(writer, 0, text.Length);
        }
        else
        {
            this[index].WriteRenderedMessage(writer);
        }
    }

    /// <summary>Writes what a layout makes of an event, or throws what it throws.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <param name="layout">The layout.</param>
    /// <param name="writer">Where to.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="layout" /> or <paramref name="writer" /> is <see langword="null" />.
    /// </exception>
    public void Format(int index, ILayout layout, TextWriter writer)
    {
        if (layout is null)
        {
            throw new ArgumentNullException(nameof(layout));
        }

        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        if (PatternOf(layout) is { } pattern)
        {
            TextBuffer text = Text();
            pattern.Write(text, CapturedAt(index));
            text.CopyTo(writer, 0, text.Length);
        }
        else
        {
            _batch?.Enter(index);
            layout.Format(writer, this[index]);
        }
    }

    /// <summary>Worker only: how many events failed when the call has failed.</summary>
    internal int Failed => _failed ?? Count;

    /// <summary>Worker only: begins the next batch.</summary>
    internal void Begin(Batch batch, PlannedAppender planned)
    {
        _failed = null;
        _batch = batch;
        _planned = planned;
    }

    /// <summary>Worker only: the call is over.</summary>
    internal void End()
    {
        _batch = null;
        _planned = PlannedAppender.Unknown;
    }

    private CapturedEvent CapturedAt(int index) => _batch is { } batch ? batch[index] : _events[index];

    private CompiledPattern? PatternOf(ILayout layout)
    {
        for (int i = 0; i < _planned.Layouts.Count; i++)
        {
            if (ReferenceEquals(_planned.Layouts[i], layout))
            {
                return _planned.Patterns[i];
            }
        }

        return null;
    }

    private TextBuffer Text()
    {
        _text ??= new TextBuffer(TextCapacity);
        _text.Clear();
        return _text;
    }
}
