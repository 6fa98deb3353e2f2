namespace Easy.Logger.Loki.Sending;

/// <summary>Waits between tries.</summary>
internal static class Pauses
{
    /// <summary>Waits for a time to pass, at most so long in real time, or for a signal.</summary>
    /// <returns>Whether no signal ended it.</returns>
    public static bool Wait(TimeSpan pause, TimeSpan most, TimeProvider time, params WaitHandle[] signals)
    {
        // The clock of the system needs no timer of the thread pool, whose threads may all be busy logging.
        if (pause == Timeout.InfiniteTimeSpan || ReferenceEquals(time, TimeProvider.System))
        {
            bool isMostLess = pause == Timeout.InfiniteTimeSpan || (most != Timeout.InfiniteTimeSpan && most < pause);
            TimeSpan wait = isMostLess ? most : pause + TimeSpan.FromMilliseconds(1); // only whole milliseconds are waited
            return WaitHandle.WaitAny(signals, wait) == WaitHandle.WaitTimeout;
        }

        using ManualResetEvent isOver = new(initialState: false);
        using ITimer timer = time.CreateTimer(static over => ((ManualResetEvent)over!).Set(), isOver, pause, Timeout.InfiniteTimeSpan);
        return WaitHandle.WaitAny([.. signals, isOver], most) >= signals.Length;
    }
}
