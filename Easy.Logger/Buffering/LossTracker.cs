using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Events that were dropped for lack of room and are not reported in the log yet, in order. Losses close to each other share one gap, so
/// there are few however many events are lost. Not thread-safe: the queue's lock guards it.
/// </summary>
internal sealed class LossTracker
{
    private readonly List<LossGap> _gaps = [];
    private long _unreported; // since half of the room was free last
    private long _lastTaken = long.MinValue;
    private volatile bool _isUnreported; // these have just begun

    /// <summary>Whether losses have begun that nobody has reported yet. May be asked without the lock.</summary>
    public bool IsUnreported => _isUnreported;

    public bool IsEmpty => _gaps.Count == 0;

    /// <summary>Where the next gap is. Only valid while there is one.</summary>
    public long NextPosition => _gaps[0].Position;

    /// <summary>Counts a dropped event.</summary>
    public void Count() => _isUnreported |= _unreported++ == 0;

    /// <summary>Whether losses have begun; true once for each time.</summary>
    public bool TakeUnreported()
    {
        bool isUnreported = _isUnreported;
        _isUnreported = false;
        return isUnreported;
    }

    /// <summary>How many events were lost since this was last asked.</summary>
    public long TakeCount()
    {
        long count = _unreported;
        _unreported = 0;
        return count;
    }

    /// <param name="position">The number of the first event behind the lost one.</param>
    /// <param name="reason">Why it was lost.</param>
    /// <param name="level">The level of the event.</param>
    /// <param name="time">When it was logged (UTC).</param>
    /// <param name="spacing">A gap less than this many events away takes the loss in.</param>
    public void Add(long position, DropReason reason, Level? level, DateTime time, int spacing)
    {
        int index = _gaps.Count;
        while (index > 0 && _gaps[index - 1].Position > position)
        {
            index--;
        }

        LossGap? gap = Near(index - 1, position, spacing) ?? Near(index, position, spacing);
        if (gap is null)
        {
            gap = new LossGap(position, time);
            _gaps.Insert(index, gap);
        }

        gap.Add(reason, level, time);
    }

    /// <summary>Whether a gap was taken after a time.</summary>
    public bool WasTakenAfter(long time) => _lastTaken > time;

    /// <summary>Takes the first gap out. Only valid while there is one.</summary>
    public LossGap Take(long now)
    {
        _lastTaken = now;
        LossGap first = _gaps[0];
        _gaps.RemoveAt(0);
        return first;
    }

    /// <summary>Puts every gap before an event: all that wait behind it have new numbers.</summary>
    public void MoveTo(long position) => _gaps.ForEach(gap => gap.Position = position);

    /// <summary>Puts every gap that comes before an event there.</summary>
    public void AdvanceTo(long position)
    {
        for (int i = 0; i < _gaps.Count && _gaps[i].Position < position; i++)
        {
            _gaps[i].Position = position;
        }
    }

    private LossGap? Near(int index, long position, int spacing) =>
        index >= 0 && index < _gaps.Count && Math.Abs(_gaps[index].Position - position) < spacing ? _gaps[index] : null;
}

/// <summary>Events that are missing at one place of the log. Guarded by the queue's lock until the worker takes it.</summary>
internal sealed class LossGap(long position, DateTime time)
{
    private readonly DropTally _drops = new();

    /// <summary>The number of the first waiting event behind the gap.</summary>
    public long Position { get; set; } = position;

    /// <summary>The earliest log call that was lost here (UTC).</summary>
    public DateTime FirstTime { get; private set; } = time;

    /// <summary>The latest one (UTC).</summary>
    public DateTime LastTime { get; private set; } = time;

    public long Total => _drops.Total;

    public DropCount[] DropCounts => _drops.ToArray();

    public void Add(DropReason reason, Level? level, DateTime time)
    {
        _drops.Add(reason, level);
        FirstTime = time < FirstTime ? time : FirstTime;
        LastTime = time > LastTime ? time : LastTime;
    }
}
