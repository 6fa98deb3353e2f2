using System.Diagnostics;

namespace Easy.Logger.DogStatsd.Sending;

/// <summary>
/// Fills packets and keeps them, in order and up to a limit, until one thread takes them. Knows neither sockets nor time, and counts what
/// becomes of each line. Thread-safe; nothing in it waits but <see cref="Take" />, <see cref="Pause" /> and
/// <see cref="WaitForCompletion" />.
/// </summary>
/// <param name="packetBytes">The most bytes of a packet, unless a single line is longer.</param>
/// <param name="limit">The most full packets that wait.</param>
internal sealed class PacketQueue(int packetBytes, int limit)
{
    /// <summary>
    /// So many full packets wake the worker; fewer wait for the next release, at most the flush period. To wake it for each took 14 us a
    /// packet, nine tenths of what a call cost.
    /// </summary>
    private const int WakeAt = 8;

    private static readonly TimeSpan _pauseForMemory = TimeSpan.FromMilliseconds(50);

    private readonly object _lock = new();
    private readonly Queue<Packet> _waiting = new();
    private readonly long[] _dropped = new long[(int)DropReason.Closed + 1];
    private Packet _open = new(packetBytes);
    private Packet? _free; // the first of a list, which needs no memory to grow
    private bool _isReleased; // the open one goes out, full or not
    private bool _isTimed; // a release is due, for whatever comes before it
    private bool _isClosed;
    private long _accepted;
    private long _sent;
    private long _packetsSent;
    private long _bytesSent;
    private long _failures;
    private long _queued; // packets that ever waited
    private long _completed; // of those, the ones that wait no more and are with nobody

    /// <summary>Adds a line. Never waits.</summary>
    /// <returns>Whether <see cref="Release" /> is to be called when the flush period is over: this line is the first since the last
    /// one.</returns>
    public bool Add(ReadOnlySpan<byte> line)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _accepted++;
        if (_isClosed)
        {
            _dropped[(int)DropReason.Closed]++;
            return false;
        }

        if (!_open.TryAdd(line) && !TryAddToNext_NeedsLock(line))
        {
            _dropped[(int)DropReason.QueueFull]++;
            return false;
        }

        bool isFirst = !_isTimed;
        _isTimed = true;
        return isFirst;
    }

    /// <summary>Counts a line that cannot be sent.</summary>
    public void Drop(DropReason reason)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _accepted++;
        _dropped[(int)reason]++;
    }

    /// <summary>Lets the lines that there are go out, full packet or not.</summary>
    public void Release()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _isTimed = false;
        Release_NeedsLock();
    }

    /// <summary>Takes no more lines from now on.</summary>
    public void Close()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _isClosed = true;
        Monitor.PulseAll(_lock);
    }

    /// <summary>Worker only: waits for a packet. It is with the worker until it is completed or dropped.</summary>
    /// <returns><see langword="null" /> when the queue is closed and empty.</returns>
    public Packet? Take()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        while (_waiting.Count == 0)
        {
            if (_open.Lines > 0 && (_isReleased || _isClosed))
            {
                try
                {
                    QueueOpen_NeedsLock();
                }
                catch (OutOfMemoryException)
                {
                    _ = Wait_NeedsLock(_pauseForMemory);
                }
            }
            else if (_isClosed)
            {
                return null;
            }
            else
            {
                Wait_NeedsLock(Timeout.InfiniteTimeSpan);
            }
        }

        return _waiting.Dequeue();
    }

    /// <summary>Worker only: waits before the next try; not on, when the queue gets closed meanwhile.</summary>
    /// <param name="pause">How long.</param>
    /// <param name="wasClosed">Whether it was closed already before the last try. It may have been since.</param>
    public void Pause(TimeSpan pause, bool wasClosed)
    {
        Stopwatch sinceBegin = Stopwatch.StartNew();
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        while ((wasClosed || !_isClosed) && Wait_NeedsLock(pause, sinceBegin))
        {
            // Woken for something else.
        }
    }

    /// <summary>Worker only: waits for others to give memory back, without any.</summary>
    public void PauseForMemory()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _ = Wait_NeedsLock(_pauseForMemory);
    }

    /// <summary>Worker only: a packet is with the system.</summary>
    public void Complete(Packet packet)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _sent += packet.Lines;
        _packetsSent++;
        _bytesSent += packet.Bytes.Length;
        Return_NeedsLock(packet);
    }

    /// <summary>Worker only: a packet is not sent.</summary>
    public void Drop(Packet packet, DropReason reason)
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _dropped[(int)reason] += packet.Lines;
        Return_NeedsLock(packet);
    }

    /// <summary>Worker only: a try went wrong.</summary>
    public void CountFailure()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        _failures++;
    }

    /// <summary>Lets all lines go out and waits until each of them is with the system or dropped.</summary>
    /// <param name="timeout">The longest wait; <see cref="Timeout.InfiniteTimeSpan" /> without limit.</param>
    public bool WaitForCompletion(TimeSpan timeout)
    {
        Stopwatch sinceBegin = Stopwatch.StartNew();
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        Release_NeedsLock();
        long last = _queued + (_open.Lines > 0 ? 1 : 0);
        while (_completed < last)
        {
            if (!Wait_NeedsLock(timeout, sinceBegin, isWorker: false))
            {
                return false;
            }
        }

        return true;
    }

    public DogStatsdStatistics Read()
    {
        using Uninterrupted.Scope scope = Uninterrupted.Lock(_lock);
        return new DogStatsdStatistics
        {
            Accepted = _accepted,
            Sent = _sent,
            Invalid = _dropped[(int)DropReason.Invalid],
            TooLarge = _dropped[(int)DropReason.TooLarge],
            QueueFull = _dropped[(int)DropReason.QueueFull],
            Closed = _dropped[(int)DropReason.Closed],
            PacketsSent = _packetsSent,
            BytesSent = _bytesSent,
            Failures = _failures,
        };
    }

    /// <returns><see langword="false" /> when the time is over, or the thread was interrupted.</returns>
    private bool Wait_NeedsLock(TimeSpan timeout, Stopwatch? sinceBegin = null, bool isWorker = true)
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The lock is the caller's.");
        try
        {
            bool isWhole = sinceBegin is null || timeout == Timeout.InfiniteTimeSpan;
            TimeSpan left = isWhole ? timeout : timeout - sinceBegin!.Elapsed;
            return (isWhole || left > TimeSpan.Zero) && Monitor.Wait(_lock, left);
        }
        catch (ThreadInterruptedException)
        {
            if (!isWorker) // whose interrupts code of the application has left there
            {
                Thread.CurrentThread.Interrupt(); // wanted is no wait; the next one of the caller's own shall see it
            }

            return false;
        }
    }

    private void Release_NeedsLock()
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The lock is the caller's.");
        _isReleased = _open.Lines > 0;
        Monitor.PulseAll(_lock);
    }

    /// <summary>Begins the next packet with a line, or gives one that is longer than a packet one of its own.</summary>
    /// <returns>Whether there was room for the full packet, and memory for another one.</returns>
    private bool TryAddToNext_NeedsLock(ReadOnlySpan<byte> line)
    {
        if (_waiting.Count >= limit)
        {
            return false;
        }

        try
        {
            QueueOpen_NeedsLock();
            if (!_open.TryAdd(line))
            {
                Packet alone = new(line.Length);
                alone.TryAdd(line);
                Queue_NeedsLock(alone);
            }

            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    /// <summary>Without memory for the next one it stays open.</summary>
    private void QueueOpen_NeedsLock()
    {
        if (_open.Lines > 0)
        {
            Packet next = _free ?? new Packet(packetBytes);
            Queue_NeedsLock(_open);
            (_open, _free, next.NextFree) = (next, next.NextFree, null);
            _isReleased = false;
        }
    }

    private void Queue_NeedsLock(Packet packet)
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The lock is the caller's.");
        _waiting.Enqueue(packet);
        _queued++;
        if (_waiting.Count >= Math.Min(WakeAt, limit))
        {
            Monitor.PulseAll(_lock);
        }
    }

    private void Return_NeedsLock(Packet packet)
    {
        Debug.Assert(Monitor.IsEntered(_lock), "The lock is the caller's.");
        _completed++;
        Monitor.PulseAll(_lock);
        if (packet.Capacity == packetBytes)
        {
            packet.Clear();
            (packet.NextFree, _free) = (_free, packet);
        }
    }
}

/// <summary>Why a line was not sent. The names of the meter are in <see cref="Diagnostics.DogStatsdMeter" />.</summary>
internal enum DropReason
{
    /// <summary>Nothing that the protocol can say: no name, not a number.</summary>
    Invalid,

    /// <summary>Longer than a server reads, or than the system sends.</summary>
    TooLarge,

    /// <summary>As many packets waited as may, or there was no memory for another one.</summary>
    QueueFull,

    /// <summary>The server could not be reached when the sender closed, or the sender was closed already.</summary>
    Closed,
}
