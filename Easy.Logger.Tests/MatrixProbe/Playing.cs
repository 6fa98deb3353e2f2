using System.Diagnostics;
using Easy.Logger.Tests.Matrix;
using log4net.Util;
using ThreadState = System.Threading.ThreadState;

namespace MatrixProbe;

/// <summary>
/// Plays the cells that are its arguments and writes a line with the result of each: side by side where each minds its own repository, one
/// after the other where LogManager.Shutdown is called, and all at once where the process ends.
/// </summary>
internal static class Playing
{
    private static readonly Lock _lock = new();

    private static int Main(string[] names)
    {
        LogLog.EmitInternalMessages = false; // a failing cell says what concerns it
        Cell[] cells = [.. names.Select(Cell.Parse)];
        using Barrier exits = new(cells.Length);
        if (Array.Exists(cells, cell => cell is { ShutsEverythingDown: true, EndsTheProcess: false }))
        {
            Array.ForEach(cells, cell => Play(cell));
        }
        else
        {
            Thread[] threads = Array.ConvertAll(cells, cell => new Thread(cell.EndsTheProcess ? () => End(cell, exits) : () => Play(cell)));
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
        }

        return CellResult.PlayedCode;
    }

    private static void Play(Cell cell)
    {
        CellRun run = new(cell);
        Report(run.Play());
        if (run.Hangs && cell.ShutsEverythingDown)
        {
            Abort(); // the next cell's Shutdown would hang in this one's repository
        }
    }

    private static void End(Cell cell, Barrier exits)
    {
        Report(new CellRun(cell).PlayToTheExit(exits, inExit: Report));
        Abort();
    }

    private static void Report(CellResult result)
    {
        lock (_lock)
        {
            Console.WriteLine(result.ToLine());
        }
    }

    /// <summary>Ends the process without the handlers of its exit, which may hang too.</summary>
    private static void Abort()
    {
        Console.Out.Flush();
        Process.GetCurrentProcess().Kill();
    }
}

/// <summary>A call on a thread of its own that can be seen waiting, and that need not come back.</summary>
internal sealed class Call
{
    private const int LooksInARow = 20;

    private readonly string _what;
    private readonly Thread _thread;

    public Call(string what, Action call)
    {
        _what = what;
        _thread = new Thread(() => Run(call)) { IsBackground = true, Name = what };
        _thread.Start();
    }

    public Exception? Thrown { get; private set; }

    public bool IsDone => !_thread.IsAlive;

    public bool Await(TimeSpan patience) => _thread.Join(patience);

    /// <summary>Waits until the call waits for something, or is back.</summary>
    public void AwaitWaitingOrDone()
    {
        // A thread may stand still for a moment on its way; one that is seen waiting so many times in a row has arrived.
        int looks = 0;
        SpinWait.SpinUntil(
            () =>
            {
                looks = (_thread.ThreadState & ThreadState.WaitSleepJoin) != 0 ? looks + 1 : 0;
                return looks == LooksInARow || !_thread.IsAlive;
            },
            CellRun.Patience);
    }

    public override string ToString() =>
        $"{_what}: {(_thread.IsAlive ? $"not back ({_thread.ThreadState})" : Thrown?.ToString() ?? "returned")}";

    private void Run(Action call)
    {
        try
        {
            call();
        }
        catch (Exception e)
        {
            Thrown = e;
        }
    }
}
