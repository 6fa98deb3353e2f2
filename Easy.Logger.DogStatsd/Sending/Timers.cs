namespace Easy.Logger.DogStatsd.Sending;

/// <summary>Makes timers that do not run with the context of whoever happened to make them. Stateless.</summary>
internal static class Timers
{
    /// <summary>Makes one that is not due yet. The callback must not throw.</summary>
    public static ITimer Create(TimeProvider time, TimerCallback callback, object state)
    {
        ITimer? timer = null;
        BackgroundThread.WithoutFlow(() => timer = time.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan));
        return timer!;
    }

    /// <summary>Starts it. The runtime's timers share a lock: an interrupt is left for the thread's next wait.</summary>
    public static void Start(this ITimer timer, TimeSpan due)
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                timer.Change(due, Timeout.InfiniteTimeSpan);
                break;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
