using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// The thread that the worker runs on: its own, or, where the process cannot have one, that of a caller that flushes or closes.
/// </summary>
/// <param name="work">What the worker does, until the queue ends or the given condition is true.</param>
/// <param name="reporter">Gets the failures to start the thread.</param>
internal sealed class WorkerThread(Action<Func<bool>> work, FailureReporter reporter)
{
    /// <summary>How often a log call retries to start the thread, in milliseconds.</summary>
    private const int RetryMilliseconds = 1_000;

    private readonly object _turn = new(); // held by the thread that the worker runs on
    private volatile Thread? _thread;
    private Deadline _nextTry = Deadline.In(0);

    /// <summary>Whether the worker has a thread of its own. Cheap enough for every log call.</summary>
    public bool IsStarted => _thread is not null;

    /// <summary>Starts the thread, unless there is one. To be called under one lock.</summary>
    /// <param name="name">The name of the appender.</param>
    /// <param name="now">Whether to try at once, although it failed a moment ago.</param>
    /// <returns>Whether there is a thread.</returns>
    public bool TryStart(string name, bool now)
    {
        if (_thread is not null || !(now || _nextTry.HasPassed))
        {
            return _thread is not null;
        }

        try
        {
            _thread = BackgroundThread.Start(Run, $"Easy.Logger {name}".TrimEnd());
            return true;
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // Events stay queued. Each flush, a log call now and then, and the end of the appender try again.
            _nextTry = Deadline.In(RetryMilliseconds);
            reporter.Failed("the start of the worker thread", e);
            return false;
        }
    }

    /// <summary>Waits for the end of the thread, after the queue was closed.</summary>
    /// <returns>Whether it came before the deadline.</returns>
    /// <remarks>An interrupt does not end it: that would drop the queued events.</remarks>
    public bool WaitForEnd(Deadline deadline) => _thread is not { } thread || deadline.JoinUninterrupted(thread);

    /// <summary>
    /// Runs the worker on the calling thread, because there is no other. An appender that hangs in here hangs the caller, without a limit.
    /// </summary>
    /// <param name="deadline">How long to wait for another thread that runs it.</param>
    /// <param name="isOver">Whether enough is done.</param>
    /// <returns><see langword="false" /> when the other thread did not finish in time.</returns>
    public bool RunHere(Deadline deadline, Func<bool> isOver)
    {
        bool isInterrupted = false;
        try
        {
            while (!TryTakeTurn(deadline, ref isInterrupted))
            {
                if (deadline.HasPassed)
                {
                    return false;
                }
            }

            try
            {
                work(isOver);
                return true;
            }
            finally
            {
                Monitor.Exit(_turn);
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
            }
        }
    }

    private bool TryTakeTurn(Deadline deadline, ref bool isInterrupted)
    {
        try
        {
            return Monitor.TryEnter(_turn, deadline.NextWait);
        }
        catch (ThreadInterruptedException)
        {
            isInterrupted = true; // to return now would drop the queued events
            return false;
        }
    }

    private void Run()
    {
        using (Uninterrupted.Lock(_turn))
        {
            work(static () => false);
        }
    }
}
