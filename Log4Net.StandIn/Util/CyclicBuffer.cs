using log4net.Core;

namespace log4net.Util;

/// <remarks>Without a lock of its own: its owner appends under the lock of the appender.</remarks>
public class CyclicBuffer
{
    private readonly LoggingEvent?[] _slots;
    private int _oldest;

    public CyclicBuffer(int maxSize)
        => _slots = maxSize > 0
            ? new LoggingEvent?[maxSize]
            : throw SystemInfo.CreateArgumentOutOfRangeException(nameof(maxSize), maxSize, "A buffer holds at least one event.");

    public int Length { get; private set; }

    public int MaxSize => _slots.Length;

    public LoggingEvent? this[int i] => i >= 0 && i < Length ? _slots[SlotOf(i)] : null;

    // Gives back what had to make room.
    public LoggingEvent? Append(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));
        LoggingEvent? displaced = Length == MaxSize ? PopOldest() : null;
        _slots[SlotOf(Length++)] = loggingEvent;
        return displaced;
    }

    public void Clear()
    {
        Array.Clear(_slots, 0, MaxSize);
        _oldest = Length = 0;
    }

    public LoggingEvent[] PopAll()
    {
        LoggingEvent[] all = new LoggingEvent[Length];
        int untilEnd = Math.Min(Length, MaxSize - _oldest);
        Array.Copy(_slots, _oldest, all, 0, untilEnd);
        Array.Copy(_slots, 0, all, untilEnd, Length - untilEnd);
        Clear();
        return all;
    }

    public LoggingEvent? PopOldest()
    {
        if (Length == 0)
        {
            return null;
        }
        LoggingEvent? oldest = _slots[_oldest];
        _slots[_oldest] = null;
        _oldest = SlotOf(1);
        Length--;
        return oldest;
    }

    private int SlotOf(int position) => (_oldest + position) % MaxSize;
}
