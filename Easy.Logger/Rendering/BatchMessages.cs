using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>
/// The messages of one batch that were not fixed in their events. Filled under the queue's lock when the batch is taken; then the worker's until the next
/// batch.
/// </summary>
internal sealed class BatchMessages
{
    private readonly DeferredMessages _messages = new(64);
    private int _count;

    /// <summary>Whether there is nothing but events whose message is fixed.</summary>
    public bool IsEmpty => _count == 0;

    /// <summary>The message of an event of the batch; none when the event itself has it.</summary>
    public DeferredMessage this[int index] => index < _count ? _messages[index] : default;

    public void Clear()
    {
        _messages.Clear(0, _count); // no reference to an argument stays
        _count = 0;
    }

    /// <summary>The next events have these messages, or none.</summary>
    public void Add(DeferredMessages messages, int start, int count)
    {
        Reserve(count);
        _messages.Copy(messages, start, _count, count);
        _count += count;
    }

    /// <summary>The next event has this message, or none.</summary>
    public void Add(in DeferredMessage message)
    {
        Reserve(1);
        _messages.Set(_count++, message);
    }

    /// <summary>
    /// Fixes the messages of all events, for whoever does not get the text from here. Only callers that found all children
    /// getting theirs from here leave a message unfixed, so this is for what changed since.
    /// </summary>
    public void FixAll(LoggingEvent[] batch)
    {
        for (int i = 0; i < _count; i++)
        {
            Fix(i, batch[i]);
        }
    }

    /// <summary>Fixes the message of one event of the batch, for whoever does not get the text from here.</summary>
    public void Fix(int index, LoggingEvent loggingEvent)
    {
        if (!this[index].IsNone && (loggingEvent.Fix & FixFlags.Message) == 0)
        {
            loggingEvent.Fix = DeferredMessage.Fixes;
        }
    }

    private void Reserve(int count)
    {
        if (_messages.Length - _count < count)
        {
            _messages.Resize(Math.Max(_messages.Length * 2, _count + count));
        }
    }
}
