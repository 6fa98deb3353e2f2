using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Events that were dropped for lack of room and are not reported in the log yet, in order. Drops close to each other share one loss, so
/// there are few however many events are lost. Not thread-safe: the queue's lock guards it.
/// </summary>
internal sealed class LossTracker
{
    private readonly List<Loss> _losses = [];
    private long _unreported; // since half of the room was free last
    private long _lastTaken = long.MinValue;
    private volatile bool _isUnreported; // these have just begun

    /// <summary>Whether losses have begun that nobody has reported yet. May be asked without the lock.</summary>
    public bool IsUnreported => _isUnreported;

    public bool IsEmpty => _losses.Count == 0;

    /// <summary>Where the next loss is. Only valid while there is one.</summary>
    public long NextPosition => _losses[0].Position;

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
    /// <param name="spacing">A loss less than this many events away takes it in.</param>
    public void Add(long position, DropReason reason, Level? level, DateTime time, int spacing)
    {
        int index = _losses.Count;
        while (index > 0 && _losses[index - 1].Position > position)
        {
            index--;
        }

        Loss? loss = Near(index - 1, position, spacing) ?? Near(index, position, spacing);
        if (loss is null)
        {
            loss = new Loss(position, time);
            _losses.Insert(index, loss);
        }

        loss.Add(reason, level, time);
    }

    /// <summary>Whether a loss was taken after a time.</summary>
    public bool WasTakenAfter(long time) => _lastTaken > time;

    /// <summary>Takes the first loss out. Only valid while there is one.</summary>
    public Loss Take(long now)
    {
        _lastTaken = now;
        Loss first = _losses[0];
        _losses.RemoveAt(0);
        return first;
    }

    /// <summary>Puts every loss before an event: all that are queued behind it have new numbers.</summary>
    public void MoveTo(long position) => _losses.ForEach(loss => loss.Position = position);

    /// <summary>Puts every loss that comes before an event there.</summary>
    public void AdvanceTo(long position)
    {
        for (int i = 0; i < _losses.Count && _losses[i].Position < position; i++)
        {
            _losses[i].Position = position;
        }
    }

    private Loss? Near(int index, long position, int spacing) =>
        index >= 0 && index < _losses.Count && Math.Abs(_losses[index].Position - position) < spacing ? _losses[index] : null;
}

/// <summary>Events that are missing at one place of the log. Guarded by the queue's lock until the worker takes it.</summary>
internal sealed class Loss(long position, DateTime time)
{
    private readonly DropTally _drops = new();

    /// <summary>The number of the first queued event behind it.</summary>
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
