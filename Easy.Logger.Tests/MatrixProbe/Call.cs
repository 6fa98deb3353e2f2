namespace MatrixProbe;

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
