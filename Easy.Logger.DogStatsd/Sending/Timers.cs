namespace Easy.Logger.DogStatsd.Sending;

/// <summary>Makes timers that do not run with the context of whoever happened to make them. Stateless.</summary>
internal static class Timers
{
    /// <summary>Makes one.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="callback">What is called; it must not throw.</param>
    /// <param name="state">What it is given.</param>
    /// <param name="due">When, once; <see cref="Timeout.InfiniteTimeSpan" /> for not yet.</param>
    public static ITimer Create(TimeProvider time, TimerCallback callback, object state, TimeSpan due)
    {
        ITimer? timer = null;
        BackgroundThread.WithoutFlow(() => timer = time.CreateTimer(callback, state, due, Timeout.InfiniteTimeSpan));
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
