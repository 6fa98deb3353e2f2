using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>
/// The messages of one batch that were rendered at the call without being fixed in their events. Filled under the queue's lock when the batch is taken; then the
/// worker's until the next batch.
/// </summary>
internal sealed class BatchMessages
{
    /// <summary>An array that one batch of huge messages has blown up beyond this many characters is not kept.</summary>
    private const int LargestKept = 1 << 19;

    private Range[] _ranges = new Range[64];
    private int _count;
    private char[] _chars = new char[1024];
    private int _length;

    /// <summary>Whether there is nothing but events whose message is fixed.</summary>
    public bool IsEmpty { get; private set; } = true;

    /// <summary>The message of an event of the batch; its array is <see langword="null" /> when the event itself has it.</summary>
    public ArraySegment<char> this[int index]
    {
        get
        {
            if (index >= _count || _ranges[index].Length < 0)
            {
                return default;
            }

            Range range = _ranges[index];
            return new ArraySegment<char>(_chars, range.Start, range.Length);
        }
    }

    public void Clear()
    {
        _count = 0;
        _length = 0;
        IsEmpty = true;
        if (_chars.Length > LargestKept)
        {
            _chars = new char[LargestKept];
        }
    }

    /// <summary>The next event has its message.</summary>
    public void AddFixed() => Add(new Range(0, -1));

    /// <summary>The next event has not. What messages that lie one behind the other need is copied at once, by <see cref="Copy" />.</summary>
    /// <param name="length">How long its message is.</param>
    public void AddNext(int length)
    {
        Add(new Range(_length, length));
        _length += length;
        IsEmpty = false;
    }

    /// <summary>Copies the texts of the messages that were added last.</summary>
    public void Copy(char[] chars, int start, int length)
    {
        if (_chars.Length < _length)
        {
            Array.Resize(ref _chars, Math.Max(_chars.Length * 2, _length));
        }

        Array.Copy(chars, start, _chars, _length - length, length);
    }

    /// <summary>The next event has not.</summary>
    public void Add(string message)
    {
        AddNext(message.Length);
        Copy(message.ToCharArray(), 0, message.Length);
    }

    /// <summary>
    /// Fixes the message of an event, for whoever does not get the text from here. Only callers that found all children
    /// getting theirs from here leave a message unfixed, so this is for what changed since.
    /// </summary>
    public void Fix(LoggingEvent[] batch, int index)
    {
        if (this[index].Array is not null && (batch[index].Fix & FixFlags.Message) == 0)
        {
            batch[index].Fix = MessageBuffer.Fixes;
        }
    }

    /// <summary><see cref="Fix" /> for all of them.</summary>
    public void FixAll(LoggingEvent[] batch)
    {
        for (int i = 0; i < batch.Length && !IsEmpty; i++)
        {
            Fix(batch, i);
        }
    }

    private void Add(Range range)
    {
        if (_count == _ranges.Length)
        {
            Array.Resize(ref _ranges, _count * 2);
        }

        _ranges[_count++] = range;
    }

    private readonly struct Range(int start, int length)
    {
        public int Start { get; } = start;

        public int Length { get; } = length;
    }
}
