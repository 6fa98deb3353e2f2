using System.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>Callers that wait for room: for how long, and who is woken when. Guarded by the queue's lock, on which they wait.</summary>
/// <param name="gate">The queue's lock.</param>
internal sealed class WaitingCallers(object gate)
{
    /// <summary>How often one of those who wait looks for itself whether there is room, in milliseconds.</summary>
    private const int LookoutInterval = 10;

    private static readonly long _pulseInterval = Stopwatch.Frequency / 1000;

    private Deadline _waitsEnd = Deadline.Never; // for every wait, whatever the block timeout
    private int _prioritized;
    private bool _hasLookout;
    private long _pulsedAt; // when they were last woken after a batch
    private long _completions; // how often the worker has finished something
    private volatile bool _hasStalled;

    /// <summary>How many wait right now.</summary>
    public int Count { get; private set; }

    /// <summary>
    /// Whether one has been overtaken for so long that its wait would soon end, so that newcomers may not take the places it is woken for.
    /// As long as there is none they may: a thread that runs makes more of a place than one that has to be woken first.
    /// </summary>
    public bool HasPriority => _prioritized > 0;

    /// <summary>
    /// Whether one waited in vain, and the worker has finished nothing meanwhile or since. May be asked without the lock.
    /// </summary>
    public bool HasStalled => _hasStalled;

    /// <summary>To be called when the worker has finished something, or there are other options.</summary>
    public void Complete()
    {
        _completions++;
        _hasStalled = false;
    }

    /// <summary>Waits until there is something to look at.</summary>
    /// <param name="start">When the call began to wait, in <see cref="RunningTime" />.</param>
    /// <param name="milliseconds">The longest wait; negative without limit.</param>
    /// <param name="isOver">Whether the wait is over.</param>
    /// <param name="takePriority">To be done when newcomers may not overtake any more.</param>
    /// <returns>
    /// <see langword="false" /> when the thread was interrupted: it sees that at its own next wait, and the pulse that may have come with
    /// it goes to somebody else.
    /// </returns>
    public bool Wait(long start, int milliseconds, Func<bool> isOver, Action takePriority)
    {
        Deadline deadline = Deadline.After(start, milliseconds);
        Deadline patience = Deadline.After(start, milliseconds < 0 ? Timeout.Infinite : milliseconds / 2);
        long completions = _completions;
        bool hasPriority = false;
        bool isLookout = false;
        Count++;
        try
        {
            do
            {
                Deadline end = Deadline.Earlier(deadline, _waitsEnd);
                if (end.HasPassed)
                {
                    _hasStalled = _completions == completions; // among a thousand callers one may be unlucky while the worker works
                    return true;
                }

                if (!hasPriority && patience.HasPassed)
                {
                    hasPriority = true;
                    _prioritized++;
                    takePriority();
                }

                isLookout |= !_hasLookout;
                _hasLookout = true;
                Monitor.Wait(gate, (isLookout ? Deadline.Earlier(end, Deadline.In(LookoutInterval)) : end).NextWait);
            }
            while (!isOver());

            return true;
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt();
            return false;
        }
        finally
        {
            Count--;
            _prioritized -= hasPriority ? 1 : 0;
            _hasLookout &= !isLookout;
            if (!_hasLookout)
            {
                Monitor.Pulse(gate); // to the next one, also when this one was woken to look and had no need to
            }
        }
    }

    /// <summary>Wakes one for each place: a thousand for one place would cost more than the place is worth.</summary>
    public void Pulse(int places)
    {
        for (int i = Math.Min(Count, places); i > 0; i--)
        {
            Monitor.Pulse(gate);
        }
    }

    /// <summary>
    /// Wakes them after a batch, but while more batches follow at once, not more often than once a millisecond: woken for the places of
    /// each batch, they would fill them and wait again, which costs two switches of threads a batch and caller. When the batch that follows
    /// takes long, the one of them that is the lookout finds the places.
    /// </summary>
    public void PulseAtTimes(int places)
    {
        long now = Stopwatch.GetTimestamp();
        if (now - _pulsedAt >= _pulseInterval)
        {
            _pulsedAt = now;
            Pulse(places);
        }
    }

    /// <summary>Lets all look at once, for there is nothing to wait for.</summary>
    public void PulseAll() => Monitor.PulseAll(gate);

    /// <summary>Lets none wait for longer than this from now on, those that wait already included.</summary>
    public void EndWaits(Deadline deadline)
    {
        _waitsEnd = deadline;
        PulseAll();
    }
}
