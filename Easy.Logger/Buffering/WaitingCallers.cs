using System.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// Callers that wait for room, in the order they came: for how long, and who is woken when. Guarded by the queue's lock.
/// </summary>
/// <remarks>
/// Each waits on an object of its own, because a monitor puts whoever looks and waits again behind all others: the one that came first,
/// which looks most often, would be the last one to get a place.
/// </remarks>
/// <param name="gate">The queue's lock.</param>
internal sealed class WaitingCallers(object gate)
{
    /// <summary>How often the first of them looks for itself whether there is room, in milliseconds.</summary>
    private const int LookInterval = 10;

    /// <summary>For how long one that waits without limit lets itself be overtaken, in milliseconds.</summary>
    private const int UnlimitedPatience = 1_000;

    private static readonly long _pulseInterval = Stopwatch.Frequency / 1000;

    private readonly LinkedList<WaitingCaller> _inOrder = new();
    private Deadline _waitsEnd = Deadline.Never; // for every wait, whatever the block timeout
    private int _prioritized;
    private long _pulsedAt; // when they were last woken after a batch
    private long _completions; // how often the worker has finished something
    private volatile bool _hasStalled;

    /// <summary>How many wait right now.</summary>
    public int Count => _inOrder.Count;

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

    /// <summary>For a call that has to wait, perhaps several times.</summary>
    /// <param name="start">When it began to, in <see cref="RunningTime" />.</param>
    public WaitingCaller Begin(long start) => new(start, _completions);

    /// <summary>Waits until there is something to look at.</summary>
    /// <param name="caller">The call.</param>
    /// <param name="milliseconds">The longest wait since it began; negative without limit.</param>
    /// <param name="isOver">Whether the wait is over.</param>
    /// <param name="takePriority">To be done when newcomers may not overtake any more.</param>
    /// <returns><see langword="false" /> when the thread was interrupted: it sees that at its own next wait.</returns>
    public bool Wait(WaitingCaller caller, int milliseconds, Func<bool> isOver, Action takePriority)
    {
        Deadline deadline = Deadline.After(caller.Start, milliseconds);
        Deadline patience = Deadline.After(caller.Start, milliseconds < 0 ? UnlimitedPatience : milliseconds / 2);
        bool hasPriority = false;
        LinkedListNode<WaitingCaller> place = Enter(caller);
        try
        {
            while (!(caller.TakeWake() || place.Previous is null) || !isOver()) // others may not look: it is not their turn
            {
                Deadline end = Deadline.Earlier(deadline, _waitsEnd);
                if (end.HasPassed)
                {
                    // Among a thousand callers one may be unlucky while the worker works.
                    _hasStalled |= _completions == caller.Completions;
                    return true;
                }

                if (!hasPriority && patience.HasPassed)
                {
                    hasPriority = true;
                    _prioritized++;
                    takePriority();
                }

                Deadline look = hasPriority ? end : Deadline.Earlier(end, patience);
                Sleep(caller, place.Previous is null ? Deadline.Earlier(look, Deadline.In(LookInterval)) : look);
            }

            return true;
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt();
            return false;
        }
        finally
        {
            _prioritized -= hasPriority ? 1 : 0;
            LinkedListNode<WaitingCaller>? next = place.Previous is null ? place.Next : null;
            _inOrder.Remove(place);
            next?.Value.Wake(); // from now on it is the one that looks for itself
        }
    }

    /// <summary>Wakes one for each place: a thousand for one place would cost more than the place is worth.</summary>
    public void Pulse(int places)
    {
        LinkedListNode<WaitingCaller>? next = _inOrder.First;
        for (int i = 0; i < places && next is not null; i++)
        {
            next.Value.Wake();
            next = next.Next;
        }
    }

    /// <summary>
    /// Wakes them after a batch, but while more batches follow at once, not more often than once a millisecond: woken for the places of
    /// each batch, they would fill them and wait again, which costs two switches of threads a batch and caller. When the batch that follows
    /// takes long, the first of them finds the places, and each wakes the next one.
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
    public void PulseAll() => Pulse(Count);

    /// <summary>Lets none wait for longer than this from now on, those that wait already included.</summary>
    public void EndWaits(Deadline deadline)
    {
        _waitsEnd = deadline;
        PulseAll();
    }

    /// <summary>At the end, unless it waits again, under new options, and came before others.</summary>
    private LinkedListNode<WaitingCaller> Enter(WaitingCaller caller)
    {
        LinkedListNode<WaitingCaller>? before = _inOrder.Last;
        while (before is not null && before.Value.Start > caller.Start)
        {
            before = before.Previous;
        }

        return before is null ? _inOrder.AddFirst(caller) : _inOrder.AddAfter(before, caller);
    }

    /// <summary>Waits outside of the lock.</summary>
    private void Sleep(WaitingCaller caller, Deadline end)
    {
        int milliseconds = end.NextWait;
        Monitor.Exit(gate);
        try
        {
            caller.Sleep(milliseconds);
        }
        finally
        {
            Uninterrupted.Enter(gate);
        }
    }
}

/// <summary>A call that waits for room.</summary>
/// <param name="start">When it began to, in <see cref="RunningTime" />.</param>
/// <param name="completions">How often the worker had finished something by then.</param>
internal sealed class WaitingCaller(long start, long completions)
{
    private readonly object _bell = new();
    private readonly long _began = Stopwatch.GetTimestamp(); // start is another clock's, which stands still with the process
    private bool _isWoken; // written under the queue's lock

    public long Start => start;

    public long Completions => completions;

    /// <summary>How long it has waited so far.</summary>
    public TimeSpan Waited => TimeSpan.FromSeconds((double)(Stopwatch.GetTimestamp() - _began) / Stopwatch.Frequency);

    /// <summary>Has it look whether its wait is over. Under the queue's lock.</summary>
    public void Wake()
    {
        if (!_isWoken)
        {
            using (Uninterrupted.Lock(_bell))
            {
                Monitor.Pulse(_bell);
                _isWoken = true;
            }
        }
    }

    /// <summary>Under the queue's lock.</summary>
    /// <returns>Whether it was woken since the last time.</returns>
    public bool TakeWake()
    {
        bool isWoken = _isWoken;
        _isWoken = false;
        return isWoken;
    }

    /// <summary>Waits until it is woken, without the queue's lock.</summary>
    /// <exception cref="ThreadInterruptedException">The thread was interrupted.</exception>
    public void Sleep(int milliseconds)
    {
        lock (_bell)
        {
            if (!_isWoken)
            {
                Monitor.Wait(_bell, milliseconds);
            }
        }
    }
}
