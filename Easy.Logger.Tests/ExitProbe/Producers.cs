using log4net;

namespace ExitProbe;

/// <summary>Threads of three kinds that log numbered lines, <c>id number</c>, and know how many of their calls have returned.</summary>
internal sealed class Producers
{
    public const int Count = 4;

    private readonly ILog _log = Logging.Log;
    private readonly int[] _returned = new int[Count];
    private readonly Action<int, long>? _report;

    private Producers(int lines, Action<Action> start, Action<int, long>? report = null)
    {
        _report = report;
        for (int id = 0; id < Count; id++)
        {
            int producer = id;
            start(() => Produce(producer, lines));
        }
    }

    /// <summary>Threads for which the process does not wait.</summary>
    public static Producers InBackground() => new(int.MaxValue, produce => new Thread(() => produce()) { IsBackground = true }.Start());

    /// <summary>Threads for which the process waits, unless it is ended otherwise.</summary>
    /// <param name="lines">How many lines each logs.</param>
    /// <param name="report">Gets after each call which thread has made how many.</param>
    public static Producers InForeground(int lines = int.MaxValue, Action<int, long>? report = null) =>
        new(lines, produce => new Thread(() => produce()).Start(), report);

    /// <summary>Threads of the pool, which never get back to it.</summary>
    public static Producers OnThePool()
    {
        ThreadPool.GetMinThreads(out int threads, out int ports);
        ThreadPool.SetMinThreads(threads + Count, ports); // the pool takes its time before it starts more threads than that
        return new Producers(int.MaxValue, produce => ThreadPool.UnsafeQueueUserWorkItem(_ => produce(), null));
    }

    /// <summary>Waits until every thread has got so far.</summary>
    public void Await(int lines) => SpinWait.SpinUntil(() => Array.TrueForAll(Returned(), returned => returned >= lines));

    /// <summary>How many calls of each thread have returned.</summary>
    public int[] Returned() => [.. Enumerable.Range(0, Count).Select(id => Volatile.Read(ref _returned[id]))];

    private void Produce(int id, int lines)
    {
        for (int number = 0; number < lines; number++)
        {
            _log.InfoFormat("{0} {1}", id, number);
            Volatile.Write(ref _returned[id], number + 1);
            _report?.Invoke(id, number + 1);
        }
    }
}
