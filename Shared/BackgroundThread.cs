namespace Easy.Logger.Shared;

/// <summary>Threads that belong to the library, not to whoever happens to start them.</summary>
internal static class BackgroundThread
{
    /// <summary>Starts a background thread that keeps none of the caller's AsyncLocal values.</summary>
    /// <exception cref="OutOfMemoryException">There is no thread to be had.</exception>
    /// <exception cref="ThreadStartException">As above.</exception>
    public static Thread Start(ThreadStart run, string name)
    {
        Thread thread = new(run) { IsBackground = true, Name = name };
        WithoutFlow(thread.Start);
        return thread;
    }

    /// <summary>Does something that would keep the caller's AsyncLocal values for as long as what it makes lives.</summary>
    public static void WithoutFlow(Action step)
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            step();
            return;
        }

        using (ExecutionContext.SuppressFlow())
        {
            step();
        }
    }
}
