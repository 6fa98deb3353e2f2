namespace Easy.Logger.Loki.Sending;

/// <summary>Waits between tries.</summary>
internal static class Pauses
{
    /// <summary>Waits.</summary>
    /// <param name="pause">How long.</param>
    /// <param name="time">The clock. That of the system needs no timer of the thread pool, whose threads may all be busy logging.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>Whether it was waited to the end.</returns>
    public static bool Wait(TimeSpan pause, TimeProvider time, CancellationToken cancellation)
    {
        if (ReferenceEquals(time, TimeProvider.System))
        {
            return !cancellation.WaitHandle.WaitOne(pause);
        }

        using ManualResetEventSlim woken = new();
        using ITimer timer = time.CreateTimer(
            static signal => ((ManualResetEventSlim)signal!).Set(), woken, pause, Timeout.InfiniteTimeSpan);
        using CancellationTokenRegistration registration = cancellation.Register(woken.Set);
        woken.Wait(CancellationToken.None);
        return !cancellation.IsCancellationRequested;
    }
}
