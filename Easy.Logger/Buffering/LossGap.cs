using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>Events that are missing at one place of the log. Guarded by the queue's lock until the worker takes it.</summary>
internal sealed class LossGap
{
    private readonly DropTally _drops = new();

    public LossGap(long position, LoggingEvent first)
    {
        Position = position;
        FirstTime = first.TimeStampUtc;
        LastTime = first.TimeStampUtc;
    }

    /// <summary>The number of the first waiting event behind the gap.</summary>
    public long Position { get; set; }

    /// <summary>The earliest log call that was lost here (UTC).</summary>
    public DateTime FirstTime { get; private set; }

    /// <summary>The latest one (UTC).</summary>
    public DateTime LastTime { get; private set; }

    public long Total => _drops.Total;

    public DropCount[] DropCounts => _drops.ToArray();

    public void Add(DropReason reason, LoggingEvent lost)
    {
        _drops.Add(reason, lost.Level);
        DateTime time = lost.TimeStampUtc;
        FirstTime = time < FirstTime ? time : FirstTime;
        LastTime = time > LastTime ? time : LastTime;
    }
}
