using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Lifetime;

/// <summary>
/// Drains everything that is open when the process ends, also where log4net does not: after LogManager.Shutdown and a new configuration, on an
/// unhandled exception, and on SIGTERM, SIGINT and SIGHUP, for which the runtime raises no ProcessExit. All appenders at the same time,
/// so that together they take no longer than the one with the longest <c>closeTimeout</c>.
/// </summary>
internal static class ExitGuard
{
    /// <summary>How long the end of the process waits for notices to be written, in milliseconds.</summary>
    private const int NoticesMilliseconds = 200;

    private static readonly object _lock = new();
    private static readonly HashSet<IDrainable> _open = [];
    private static volatile bool _processIsCrashing;
    private static long _endingSince; // in running time; 0 while the process does not end
    private static ProcessHooks? _hooks;

    [ThreadStatic]
    private static bool _threadIsCrashing;

    /// <summary>Whether an unhandled exception is ending the process: from now on a severe event is only safe once it is flushed.</summary>
    public static bool ProcessIsCrashing => _processIsCrashing;

    /// <summary>Whether this is the thread whose exception ends the process: it runs the crash handlers, and nothing follows the last of them.</summary>
    public static bool ThreadIsCrashing => _threadIsCrashing;

    /// <summary>Whether the process is ending.</summary>
    public static bool ProcessIsEnding => Interlocked.Read(ref _endingSince) != 0;

    /// <summary>Has an appender drained when the process ends. The first one takes the hooks of the process.</summary>
    public static void Watch(IDrainable drainable)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _open.Add(drainable);
            _hooks ??= new ProcessHooks(OnEnding, OnExit, OnCrash, OnSignal);
        }
    }

    /// <summary>
    /// The last one gives the hooks back: they would keep the load context of the library for as long as the process lives.
    /// </summary>
    public static void Forget(IDrainable drainable)
    {
        ProcessHooks? hooks = null;
        using (Uninterrupted.Lock(_lock))
        {
            if (_open.Remove(drainable) && _open.Count == 0 && !ProcessIsEnding)
            {
                hooks = _hooks;
                _hooks = null;
            }
        }

        hooks?.Dispose();
    }

    /// <summary>When a close has to be over: at the end of the process log4net closes one appender after the other.</summary>
    /// <param name="end">Its own deadline.</param>
    /// <param name="closeTimeout">How long it may take.</param>
    /// <param name="grace">What it has in any case, in milliseconds.</param>
    public static Deadline Limit(Deadline end, int closeTimeout, int grace)
    {
        long since = Interlocked.Read(ref _endingSince);
        return since == 0 ? end : Deadline.Later(Deadline.Earlier(end, Deadline.After(since, closeTimeout)), Deadline.In(grace));
    }

    /// <summary>
    /// Before the first handler of ProcessExit, of which one is log4net's. A log call that waits for room holds a lock that log4net's
    /// handler waits for: with a child that hangs and no limit for the call, neither would ever come to its end.
    /// </summary>
    private static void OnEnding()
    {
        Interlocked.CompareExchange(ref _endingSince, RunningTime.GetTimestamp(), 0);
        ForEachOpen(static drainable =>
        {
            drainable.EndWaits();
            return static () => { };
        });
    }

    /// <summary>At exit everything is closed: nothing runs after it.</summary>
    private static void OnExit()
    {
        Interlocked.CompareExchange(ref _endingSince, RunningTime.GetTimestamp(), 0);
        ForEachOpen(static drainable => drainable.BeginClose());
        InternalLog.Flush(NoticesMilliseconds);
    }

    /// <summary>
    /// Not the end yet: handlers that come later log, and a host that cancels the signal goes on for its grace period. So the queue is
    /// only flushed.
    /// </summary>
    private static void OnSignal()
    {
        ForEachOpen(static drainable => drainable.BeginFlush());
        InternalLog.Flush(NoticesMilliseconds);
    }

    private static void OnCrash()
    {
        _processIsCrashing = _threadIsCrashing = true;
        OnSignal();
    }

    /// <summary>Begins it everywhere, and then waits for each.</summary>
    private static void ForEachOpen(Func<IDrainable, Action> begin)
    {
        IDrainable[] open;
        using (Uninterrupted.Lock(_lock))
        {
            open = [.. _open];
        }

        Array.ForEach(Array.ConvertAll(open, drainable => Try(() => begin(drainable)) ?? (static () => { })), wait => Try(() =>
        {
            wait();
            return wait;
        }));
    }

    private static Action? Try(Func<Action> step)
    {
        try
        {
            return step();
        }
        catch (Exception e)
        {
            InternalLog.Error("Easy.Logger: an appender could not be drained before the end of the process.", e);
            return null;
        }
    }
}

/// <summary>Something that holds events which must not be lost when the process ends. None of it throws.</summary>
internal interface IDrainable
{
    /// <summary>
    /// Lets no log call wait for longer than a close may take from now on, and starts a flush. Waits for nothing.
    /// </summary>
    void EndWaits();

    /// <summary>Begins to write the queued events and accepts no more.</summary>
    /// <returns>Waits for the end of that, also when somebody else has begun it, until a deadline that began with it.</returns>
    Action BeginClose();

    /// <summary>Begins to write the queued events, and goes on.</summary>
    /// <returns>Waits for the end of that, until a deadline that began with it.</returns>
    Action BeginFlush();
}
