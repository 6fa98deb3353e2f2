using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Lifetime;

/// <summary>
/// Drains everything that is open when the process ends, also where log4net does not: after LogManager.Shutdown and a new configuration, on an
/// unhandled exception, and on SIGTERM, SIGINT and SIGHUP, for which the runtime raises no ProcessExit.
/// </summary>
internal static class ExitGuard
{
    private static readonly object _lock = new();
    private static readonly HashSet<IDrainable> _open = [];
    private static volatile bool _processIsCrashing;
    private static bool _subscribed;

    [ThreadStatic]
    private static bool _threadIsCrashing;

    /// <summary>Whether an unhandled exception is ending the process: from now on a severe event is only safe once it is flushed.</summary>
    public static bool ProcessIsCrashing => _processIsCrashing;

    /// <summary>Whether this is the thread whose exception ends the process: it runs the crash handlers, and nothing follows the last of them.</summary>
    public static bool ThreadIsCrashing => _threadIsCrashing;

    public static void Watch(IDrainable drainable)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _open.Add(drainable);
            if (_subscribed)
            {
                return;
            }

            _subscribed = true;
        }

        // A log call that waits for room holds a lock that log4net's handler of ProcessExit, which comes before ours, waits for. With a child that
        // hangs and no limit for the call, neither would ever come to its end.
        ExitNotice.Subscribe(static () => ForEachOpen(static drainable => drainable.EndWaits()));

        // At exit everything is closed: nothing runs after it. A crash handler or a signal is not the end yet (handlers that come later
        // log, and a host that cancels the signal goes on for its grace period), so there they are only flushed.
        AppDomain.CurrentDomain.ProcessExit += static (_, _) => ForEachOpen(static drainable => drainable.DrainAtExit());
        AppDomain.CurrentDomain.UnhandledException += static (_, args) =>
        {
            _processIsCrashing |= args.IsTerminating;
            _threadIsCrashing |= args.IsTerminating;
            ForEachOpen(static drainable => drainable.FlushBeforeEnd());
        };
        TerminationSignals.Subscribe(static () => ForEachOpen(static drainable => drainable.FlushBeforeEnd()));
    }

    public static void Forget(IDrainable drainable)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _open.Remove(drainable);
        }
    }

    private static void ForEachOpen(Action<IDrainable> drain)
    {
        IDrainable[] open;
        using (Uninterrupted.Lock(_lock))
        {
            open = [.. _open];
        }

        foreach (IDrainable drainable in open)
        {
            try
            {
                drain(drainable);
            }
            catch (Exception e)
            {
                InternalLog.Error("Easy.Logger: an appender could not be drained before the end of the process.", e);
            }
        }
    }
}

/// <summary>Something that holds events which must not be lost when the process ends.</summary>
internal interface IDrainable
{
    /// <summary>Lets no log call wait for longer than a close may take from now on. Waits for nothing, never throws.</summary>
    void EndWaits();

    /// <summary>Writes what waits and accepts nothing more; waits also for a close that is under way. Ends by its own deadline, never throws.</summary>
    void DrainAtExit();

    /// <summary>Writes what waits and goes on. Ends by its own deadline, never throws.</summary>
    void FlushBeforeEnd();
}
