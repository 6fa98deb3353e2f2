namespace Easy.Logger.Loki.Sending;

/// <summary>Waits between tries.</summary>
internal static class Pauses
{
    /// <summary>Waits for a time to pass, or for a signal.</summary>
    /// <param name="pause">How long.</param>
    /// <param name="most">The longest in real time, whatever the clock is.</param>
    /// <param name="time">The clock. That of the system needs no timer of the thread pool, whose threads may all be busy logging.</param>
    /// <param name="signals">What ends the wait.</param>
    /// <returns>Whether no signal ended it.</returns>
    public static bool Wait(TimeSpan pause, TimeSpan most, TimeProvider time, params WaitHandle[] signals)
    {
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
