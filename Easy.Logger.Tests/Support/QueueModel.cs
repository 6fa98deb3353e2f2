namespace Easy.Logger.Tests.Support;

/// <summary>What a bounded queue should do, as plainly as it can be said: one list, searched.</summary>
internal sealed class QueueModel(OverflowPolicy policy, int limit)
{
    private readonly List<(string Message, Level Level)> _waiting = [];
    private readonly List<(DropReason Reason, string Level)> _drops = [];
    private OverflowPolicy _policy = policy;
    private int _limit = limit;
    private string[] _inFlight = [];
    private long _accepted;
    private long _forwarded;
    private long _failed;

    public (long Accepted, long Forwarded, long Failed, long Dropped, long Pending) Counts =>
        (_accepted, _forwarded, _failed, _drops.Count, _waiting.Count + _inFlight.Length);

    /// <summary>The batch that is taken and not completed, and the queued events.</summary>
    public IEnumerable<string> Held => _inFlight.Concat(_waiting.Select(entry => entry.Message));

    public IEnumerable<string> Drops => _drops.GroupBy(drop => drop)
        .OrderBy(group => group.Key)
        .Select(group => $"{group.Key.Reason} {group.Key.Level} {group.Count()}");

    public void Configure(OverflowPolicy newPolicy, int newLimit) => (_policy, _limit) = (newPolicy, newLimit);

    public void Enqueue(string message, Level level)
    {
        _accepted++;
        if (_waiting.Count + _inFlight.Length >= _limit)
        {
            int victim = Victim(level);
            if (victim < 0)
            {
                _drops.Add((_policy == OverflowPolicy.Block ? DropReason.BlockTimeout : DropReason.QueueFull, level.Name));
                return;
            }

            _drops.Add((DropReason.Evicted, _waiting[victim].Level.Name));
            _waiting.RemoveAt(victim);
        }

        _waiting.Add((message, level));
    }

    public IEnumerable<string> Take(int count)
    {
        _inFlight = [.. _waiting.Take(count).Select(entry => entry.Message)];
        _waiting.RemoveRange(0, count);
        return _inFlight;
    }

    public void Complete(int failed)
    {
        _failed += failed;
        _forwarded += _inFlight.Length - failed;
        _inFlight = [];
    }

    private int Victim(Level newcomer)
    {
        if (_waiting.Count == 0 || _policy is OverflowPolicy.Block or OverflowPolicy.DropNewest)
        {
            return -1;
        }

        int lowest = _policy == OverflowPolicy.DropOldest
            ? 0
            : _waiting.FindIndex(entry => entry.Level.Value == _waiting.Min(other => other.Level.Value));
        return _policy == OverflowPolicy.DropOldest || _waiting[lowest].Level < newcomer ? lowest : -1;
    }
}
