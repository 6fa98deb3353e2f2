using System.Diagnostics;

namespace Benchmarker.Draining;

/// <summary>What a full queue costs: the time to empty it, the memory it holds, and what is left to do when it is empty.</summary>
internal sealed class DrainRun(HeldFile file)
{
    /// <summary>Fills the queue behind a held file, lets go with the last call, and checks the lines.</summary>
    /// <returns>From the return of the last call until the last byte is in the file.</returns>
    public TimeSpan Drain()
    {
        file.Hold();
        file.Log(file.QueueLimit);
        file.AssertWaiting(file.QueueLimit);
        long start = Stopwatch.GetTimestamp();
        file.LetGo();
        file.Flush();
        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        file.AssertWritten();
        return elapsed;
    }

    /// <returns>The bytes that a full queue keeps alive, beyond those of an empty one.</returns>
    public long Weigh()
    {
        long idle = LiveBytes();
        file.Hold();
        file.Log(file.QueueLimit);
        file.AssertWaiting(file.QueueLimit);
        long full = LiveBytes();
        file.LetGo();
        file.Flush();
        return full - idle;
    }

    /// <returns>The processor time of this whole process while it sleeps so long.</returns>
    public static TimeSpan Idle(TimeSpan time)
    {
        // Finalizers and compilations that earlier work has left are done before.
        LiveBytes();
        Thread.Sleep(time);
        TimeSpan before = Environment.CpuUsage.TotalTime;
        Thread.Sleep(time);
        return Environment.CpuUsage.TotalTime - before;
    }

    private static long LiveBytes()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
