namespace Easy.Logger.Tests.Support;

/// <summary>
/// What a piece of code allocates on this thread. The least of five rounds counts: a collection in between counts what was left of the
/// thread's part of the heap as allocated, up to 8 KB once, and code that is compiled again allocates once; what a call allocates is there
/// each time.
/// </summary>
internal static class Allocated
{
    private const int Rounds = 5;

    /// <param name="calls">What is measured.</param>
    /// <param name="first">What each round begins with, and does not count.</param>
    public static long By(Action calls, Action? first = null)
    {
        long least = long.MaxValue;
        for (int round = 0; round < Rounds && least > 0; round++)
        {
            first?.Invoke();
            long before = GC.GetAllocatedBytesForCurrentThread();
            calls();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
