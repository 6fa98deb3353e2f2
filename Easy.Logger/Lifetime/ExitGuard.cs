using Easy.Logger.Buffering;

namespace Easy.Logger.Lifetime;

/// <summary>
/// Drains every open pipeline when the process ends, also where log4net does not: after LogManager.Shutdown and a new configuration, on an
/// unhandled exception, and on SIGTERM, SIGINT and SIGHUP, for which the runtime raises no ProcessExit.
/// </summary>
internal static class ExitGuard
{
    private static readonly object _lock = new();
    private static readonly HashSet<BufferingPipeline> _open = [];
    private static volatile bool _processIsCrashing;
    private static bool _subscribed;

    [ThreadStatic]
    private static bool _threadIsCrashing;

    /// <summary>Whether an unhandled exception is ending the process: from now on a severe event is only safe once it is flushed.</summary>
    public static bool ProcessIsCrashing => _processIsCrashing;

    /// <summary>Whether this is the thread whose exception ends the process: it runs the crash handlers, and nothing follows the last of them.</summary>
    public static bool ThreadIsCrashing => _threadIsCrashing;

    public static void Watch(BufferingPipeline pipeline)
    {
        lock (_lock)
        {
            _open.Add(pipeline);
            if (_subscribed)
            {
                return;
            }

            _subscribed = true;
        }

        // At exit the pipelines are closed: nothing runs after it. A crash handler or a signal is not the end yet (handlers that come later
        // log, and a host that cancels the signal goes on for its grace period), so there they are only flushed.
        AppDomain.CurrentDomain.ProcessExit += static (_, _) => ForEachOpen(static pipeline => pipeline.Close());
        AppDomain.CurrentDomain.UnhandledException += static (_, args) =>
        {
            _processIsCrashing |= args.IsTerminating;
            _threadIsCrashing |= args.IsTerminating;
            ForEachOpen(static pipeline => pipeline.FlushBeforeEnd());
        };
        TerminationSignals.Subscribe(static () => ForEachOpen(static pipeline => pipeline.FlushBeforeEnd()));
    }

    public static void Forget(BufferingPipeline pipeline)
    {
        lock (_lock)
        {
            _open.Remove(pipeline);
        }
    }

    private static void ForEachOpen(Action<BufferingPipeline> drain)
    {
        BufferingPipeline[] open;
        lock (_lock)
        {
            open = [.. _open];
        }

        Array.ForEach(open, drain);
    }
}
