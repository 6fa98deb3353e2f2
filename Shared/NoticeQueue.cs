using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Shared;

/// <summary>
/// Has things done that may wait for ever, or call handlers of the application: one after the other on a thread of its own, which ends when
/// nothing is left. Thread-safe, never throws.
/// </summary>
/// <param name="name">The name of the thread.</param>
/// <param name="missing">Says in place of those that found no room how many they were.</param>
internal sealed class NoticeQueue(string name, Action<long> missing)
{
    /// <summary>Most that wait; those that come then are counted, and the next one that has room says how many.</summary>
    internal const int Capacity = 1024;

    private const int Step = 50; // of a wait, in milliseconds

    private readonly object _lock = new();
    private readonly Queue<Action> _notices = new();
    private long _leftOut;
    private bool _isWriting;

    /// <summary>Has something done.</summary>
    /// <returns>Whether it will be done.</returns>
    public bool Post(Action notice)
    {
        try
        {
            using (Uninterrupted.Lock(_lock))
            {
                _leftOut++; // until it is in the queue: there may be no memory to put it there
                if (_notices.Count >= Capacity)
                {
                    return false;
                }

                if (_leftOut > 1)
                {
                    long count = _leftOut - 1;
                    _notices.Enqueue(() => missing(count));
                    _leftOut = 1;
                }

                _notices.Enqueue(notice);
                _leftOut = 0;
                Start_NeedsLock(); // without a thread the next notice tries again, and Flush
                return true;
            }
        }
        catch (Exception)
        {
            // No memory, or no thread: this is the last resort, and neither a log call nor the worker may end for it.
            return false;
        }
    }

    /// <summary>Counts one that could not even be made.</summary>
    public void LeaveOut()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _leftOut++;
        }
    }

    /// <summary>Waits until all that was posted is done.</summary>
    /// <param name="milliseconds">The longest wait, negative without limit; a process that is stopped meanwhile goes on waiting. What is
    /// left of it afterwards.</param>
    /// <returns>Whether it is.</returns>
    public bool Flush(ref int milliseconds)
    {
        using (Uninterrupted.Lock(_lock))
        {
            try
            {
                while (!IsDone_NeedsLock && milliseconds != 0)
                {
                    TryStart_NeedsLock();
                    int step = milliseconds < 0 ? Step : Math.Min(milliseconds, Step);
                    milliseconds -= milliseconds < 0 ? 0 : step;
                    Monitor.Wait(_lock, step);
                }
            }
            catch (ThreadInterruptedException)
            {
                Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
            }

            return IsDone_NeedsLock;
        }
    }

    private bool IsDone_NeedsLock => !_isWriting && _notices.Count == 0;

    private void Start_NeedsLock()
    {
        if (!_isWriting)
        {
            BackgroundThread.Start(DoAll, name);
            _isWriting = true;
        }
    }

    private void TryStart_NeedsLock()
    {
        try
        {
            Start_NeedsLock();
        }
        catch (Exception)
        {
            // There may be a thread later.
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "Handlers of the application run in here; nobody is left to report to.")]
    private void DoAll()
    {
        while (true)
        {
            Action? notice;
            long leftOut = 0;
            using (Uninterrupted.Lock(_lock))
            {
                notice = _notices.Count > 0 ? _notices.Dequeue() : null;
                if (notice is null)
                {
                    (leftOut, _leftOut) = (_leftOut, 0); // nobody may post again
                    if (leftOut == 0)
                    {
                        _isWriting = false;
                        Monitor.PulseAll(_lock);
                        return;
                    }
                }
            }

            try
            {
                if (notice is null)
                {
                    missing(leftOut);
                }
                else
                {
                    notice();
                }
            }
            catch (Exception)
            {
                // As above.
            }
        }
    }
}
