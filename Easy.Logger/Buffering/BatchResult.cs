using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// What became of the events of one forwarded batch; events in none of the three are still held (the history of a lossy appender).
/// </summary>
internal sealed class BatchResult
{
    private readonly List<KeyValuePair<DropReason, Level?>> _dropped = [];

    public int Forwarded { get; private set; }

    public int Failed { get; private set; }

    public List<KeyValuePair<DropReason, Level?>> Dropped => _dropped;

    public int Completed => Forwarded + Failed + _dropped.Count;

    public void Count(int forwarded, int failed)
    {
        Forwarded += forwarded;
        Failed += failed;
    }

    public void Drop(DropReason reason, Level? level) => _dropped.Add(new(reason, level));

    public void Clear()
    {
        Forwarded = 0;
        Failed = 0;
        _dropped.Clear();
    }
}
