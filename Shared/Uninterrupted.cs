namespace Easy.Logger.Shared;

/// <summary>
/// The lock statement, but for interrupts: one that is pending when the lock is taken by somebody else is left for the thread's own next
/// wait.
/// </summary>
/// <remarks>
/// A contended lock statement throws ThreadInterruptedException. On a logging thread that would lose an event uncounted; on the worker,
/// whose thread a child may have interrupted, it would end the process.
/// </remarks>
internal static class Uninterrupted
{
    private static readonly ManualResetEvent _never = new(initialState: false);

    /// <summary>Takes back an interrupt that was meant for nobody: code of the application has left it on a thread that is ours.</summary>
    /// <returns>Whether there was one.</returns>
    public static bool ClearPendingInterrupt()
    {
        try
        {
            _ = _never.WaitOne(0); // waits for nothing, but sees an interrupt
            return false;
        }
        catch (ThreadInterruptedException)
        {
            return true;
        }
    }

    /// <summary>Does something in a lock that may be held for long. An interrupt is left for the thread's next wait after it.</summary>
    /// <returns><see langword="false" /> when the lock was not free in time.</returns>
    public static bool TryDo(object gate, TimeSpan patience, Action step)
    {
        bool isInterrupted = ClearPendingInterrupt();
        try
        {
            while (true)
            {
                try
                {
                    if (!Monitor.TryEnter(gate, patience))
                    {
                        return false;
                    }

                    break;
                }
                catch (ThreadInterruptedException)
                {
                    isInterrupted = true; // the wait begins anew
                }
            }

            try
            {
                step();
                return true;
            }
            finally
            {
                Monitor.Exit(gate);
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.CurrentThread.Interrupt();
            }
        }
    }

    public static Scope Lock(object gate)
    {
        if (!Monitor.TryEnter(gate)) // nearly always; never throws
        {
            Enter(gate);
        }

        return new Scope(gate);
    }

    /// <summary>Takes the lock only when it is needed.</summary>
    public static Scope LockIf(bool isNeeded, object gate) => isNeeded ? Lock(gate) : default;

    /// <summary>Takes a lock, to be freed by Monitor.Exit; an interrupt is left for the thread's next wait after it.</summary>
    public static void Enter(object gate)
    {
        bool interrupted = false;
        while (true)
        {
            try
            {
                Monitor.Enter(gate);
                break;
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
        }

        if (interrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }

    /// <summary>Waits; an interrupt has it wait anew, and is left for the thread's next wait after it.</summary>
    /// <param name="wait">The wait, which has its end from a clock when it has one.</param>
    public static T Wait<T>(Func<T> wait)
    {
        bool isInterrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    return wait();
                }
                catch (ThreadInterruptedException)
                {
                    isInterrupted = true;
                }
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.CurrentThread.Interrupt();
            }
        }
    }

    public readonly ref struct Scope
    {
        private readonly object? _gate;

        public Scope(object gate) => _gate = gate;

        public void Dispose()
        {
            if (_gate is not null)
            {
                Monitor.Exit(_gate);
            }
        }
    }
}
