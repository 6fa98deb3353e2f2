using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The places where events were lost and the log does not say so yet, in order. Losses close to each other share one, so there are few however
/// many events are lost. Not thread-safe: the queue's lock guards it.
/// </summary>
internal sealed class LossGaps
{
    private readonly List<LossGap> _gaps = [];

    public bool IsEmpty => _gaps.Count == 0;

    /// <summary>Where the next one is. Only valid while there is one.</summary>
    public long NextPosition => _gaps[0].Position;

    /// <param name="position">The number of the first event behind the lost one.</param>
    /// <param name="reason">Why it was lost.</param>
    /// <param name="lost">The event.</param>
    /// <param name="spacing">A gap less than this many events away takes the loss in.</param>
    public void Add(long position, DropReason reason, LoggingEvent lost, int spacing)
    {
        int index = _gaps.Count;
        while (index > 0 && _gaps[index - 1].Position > position)
        {
            index--;
        }

        LossGap? gap = Near(index - 1, position, spacing) ?? Near(index, position, spacing);
        if (gap is null)
        {
            gap = new LossGap(position, lost);
            _gaps.Insert(index, gap);
        }

        gap.Add(reason, lost);
    }

    /// <summary>Takes the first one out. Only valid while there is one.</summary>
    public LossGap Take()
    {
        LossGap first = _gaps[0];
        _gaps.RemoveAt(0);
        return first;
    }

    /// <summary>Puts every gap before an event: all that wait behind it have new numbers.</summary>
    public void MoveTo(long position) => _gaps.ForEach(gap => gap.Position = position);

    /// <summary>Puts every gap that comes before an event there.</summary>
    public void AdvanceTo(long position)
    {
        foreach (LossGap gap in _gaps)
        {
            gap.Position = Math.Max(gap.Position, position);
        }
    }

    private LossGap? Near(int index, long position, int spacing) =>
        index >= 0 && index < _gaps.Count && Math.Abs(_gaps[index].Position - position) < spacing ? _gaps[index] : null;
}
