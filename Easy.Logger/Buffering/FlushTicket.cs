using Easy.Logger.Rendering;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// One caller's wish that everything accepted so far has passed through the children. The worker answers it; the caller waits, up to its
/// deadline.
/// </summary>
internal sealed class FlushTicket
{
    // Not a disposable event: a caller that no longer waits must not pull it away from under the worker that answers a moment later.
    private readonly object _lock = new();
    private bool? _answer;

    public FlushTicket(long target, bool flushLossyHistory, Deadline deadline, Trail? trail = null)
    {
        Trail = trail;
        Target = target;
        FlushLossyHistory = flushLossyHistory;
        Deadline = deadline;
    }

    /// <summary>Every event with a lower sequence number has to be through. Guarded by the queue's lock.</summary>
    public long Target { get; set; }

    /// <summary>Whether a lossy history is dropped too, but for what the lossy evaluator wants.</summary>
    public bool FlushLossyHistory { get; }

    /// <summary>When the caller stops waiting; what is left of it is the children's budget.</summary>
    public Deadline Deadline { get; }

    /// <summary>The workers that wait for it, where async appenders are attached to each other.</summary>
    public Trail? Trail { get; }

    /// <summary>Losses counted when the flush was asked for. Guarded by the queue's lock.</summary>
    public long LostBefore { get; set; }

    /// <summary>
    /// Whether an event was lost while the flush waited: then not everything has passed through. Set before the worker answers.
    /// </summary>
    public bool HasLost { get; set; }

    /// <summary>Whether it has its answer.</summary>
    public bool IsAnswered
    {
        get
        {
            using (Uninterrupted.Lock(_lock))
            {
                return _answer is not null;
            }
        }
    }

    /// <summary>Answers it; only the first answer counts.</summary>
    public void Answer(bool flushed)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _answer ??= flushed;
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Waits for the answer until the deadline.</summary>
    /// <returns>The answer; <see langword="null" /> when it did not come in time.</returns>
    public bool? Wait() => Wait(Deadline);

    /// <summary>The same until an earlier moment.</summary>
    public bool? Wait(Deadline until)
    {
        using (Uninterrupted.Lock(_lock))
        {
            while (_answer is null && !until.HasPassed)
            {
                Monitor.Wait(_lock, until.NextWait);
            }

            return _answer;
        }
    }
}
