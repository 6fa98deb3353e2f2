using log4net;

namespace ExitProbe;

/// <summary>Threads that log numbered lines, <c>id number</c>, and know how many of their calls have returned.</summary>
internal sealed class Producers
{
    private const int Count = 4;

    private readonly ILog _log = Logging.Log;
    private readonly int[] _returned = new int[Count];

    /// <summary>Starts the threads.</summary>
    /// <param name="background">Whether the process may end while they still log.</param>
    /// <param name="lines">How many lines each logs.</param>
    public Producers(bool background, int lines)
    {
        for (int id = 0; id < Count; id++)
        {
            int producer = id;
            new Thread(() => Produce(producer, lines)) { IsBackground = background }.Start();
        }
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
        }
    }
}
