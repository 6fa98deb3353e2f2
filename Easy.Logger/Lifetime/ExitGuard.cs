using Easy.Logger.Threading;

namespace Easy.Logger.Lifetime;

/// <summary>
/// Drains everything that is open when the process ends, also where log4net does not: after LogManager.Shutdown and a new configuration, on
/// an unhandled exception, and on SIGTERM, SIGINT, SIGQUIT and SIGHUP, for which the runtime raises no ProcessExit. All appenders at the
/// same time, so that together they take no longer than the one with the longest <c>closeTimeout</c>.
/// </summary>
internal static class ExitGuard
{
    /// <summary>How long the end of the process waits for notices to be written, in milliseconds.</summary>
    private const int NoticesMilliseconds = 200;

    /// <summary>How long the end of the process, or a signal, waits until all appenders are informed of it, in milliseconds.</summary>
    private const int DrainMilliseconds = 100;

    /// <summary>How long after a signal its handlers are expected to run, in milliseconds.</summary>
    private const int HandlersMilliseconds = 10_000;

    private static readonly object _lock = new();
    private static readonly HashSet<IDrainable> _open = [];
    private static long _mayEndSince; // in running time: the last signal, or the exception; 0 while neither looks like the end
    private static long _crashingSince; // in running time; 0 while no exception ends the process
    private static long _endingSince; // in running time; 0 while the process does not end
    private static ProcessHooks? _hooks;

    /// <summary>
    /// Whether an unhandled exception or a signal is ending the process: nothing follows the last handler, so that from now on an event is
    /// only safe once it is flushed. Ten seconds after a signal that did not end the process it does not any more.
    /// </summary>
    public static bool MayEndAtAnyMoment => Volatile.Read(ref _mayEndSince) is not 0 and var since && LooksLikeTheEnd(since);

    /// <summary>Whether the process is ending.</summary>
    public static bool ProcessIsEnding => Interlocked.Read(ref _endingSince) != 0;

    /// <summary>Has an appender drained when the process ends. The first one takes the hooks of the process.</summary>
    public static void Watch(IDrainable drainable)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _open.Add(drainable);
            _hooks ??= new ProcessHooks(OnEnding, OnExit, OnCrash, FlushAll);
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
    /// When a log call has to be over that flushes its event: while an exception ends the process, together with all others.
    /// </summary>
    /// <param name="milliseconds">The most that one call takes.</param>
    /// <param name="closeTimeout">The most that all of them take.</param>
    public static Deadline LimitOfCall(int milliseconds, int closeTimeout)
    {
        long since = Interlocked.Read(ref _crashingSince);
        Deadline end = Deadline.In(milliseconds);
        return since == 0 ? end : Deadline.Earlier(end, Deadline.After(since, closeTimeout));
    }

    /// <summary>Flushes the appenders that hand events on to one that is to be closed, or to an appender that it closes.</summary>
    public static void FlushBefore(IDrainable closing, Deadline deadline) => ForEach(
        Array.FindAll(Open(), other => other != closing && (other.Behind.Contains(closing) || other.SharesAppenderWith(closing))),
        other => other.BeginFlush(deadline));

    /// <summary>
    /// Before the first handler of ProcessExit, of which one is log4net's. A log call that waits for room holds a lock that log4net's
    /// handler waits for: with a child that hangs and no limit for the call, neither would ever come to its end. No worker is waited for
    /// here: the runtime holds the lock of its load contexts, which they may need.
    /// </summary>
    private static void OnEnding()
    {
        Interlocked.CompareExchange(ref _endingSince, RunningTime.GetTimestamp(), 0);
        BeginDrain();
        ForEach(Open(), static drainable =>
        {
            drainable.EndWaits();
            return static () => { };
        });
    }

    /// <summary>At exit everything is closed: nothing runs after it.</summary>
    private static void OnExit()
    {
        Interlocked.CompareExchange(ref _endingSince, RunningTime.GetTimestamp(), 0);
        for (IDrainable[] open = Open(); open.Length > 0;)
        {
            // Those first from which no other one gets events.
            HashSet<IDrainable> behind = [.. open.SelectMany(drainable => drainable.Behind.Where(other => other != drainable))];
            IDrainable[] first = Array.FindAll(open, drainable => !behind.Contains(drainable));
            first = first.Length > 0 ? first : open; // they lead back to each other
            ForEach(first, static drainable => drainable.BeginClose());
            open = Array.FindAll(open, drainable => Array.IndexOf(first, drainable) < 0);
        }

        InternalLog.Flush(NoticesMilliseconds);
    }

    private static void OnCrash()
    {
        Interlocked.CompareExchange(ref _crashingSince, RunningTime.GetTimestamp(), 0);
        FlushAll();
    }

    /// <summary>
    /// A signal is not the end yet: handlers that come later log, and a host that cancels it goes on for its grace period. So the queue is
    /// only flushed.
    /// </summary>
    private static void FlushAll()
    {
        // Before: each event of a call that has returned by now is flushed here, and each other one by its call.
        Interlocked.Exchange(ref _mayEndSince, RunningTime.GetTimestamp());
        BeginDrain();
        ForEach(Open(), static drainable => drainable.BeginFlush());
        InternalLog.Flush(NoticesMilliseconds);
    }

    /// <summary>Everywhere, and before anything is flushed, unless an appender takes its time.</summary>
    private static void BeginDrain()
    {
        Deadline end = Deadline.In(DrainMilliseconds);
        ForEach(Open(), drainable => drainable.BeginDrain(end));
    }

    private static bool LooksLikeTheEnd(long since)
    {
        if (Interlocked.Read(ref _crashingSince) == 0 && Deadline.After(since, HandlersMilliseconds).HasPassed)
        {
            Interlocked.CompareExchange(ref _mayEndSince, 0, since); // unless another signal has come meanwhile
        }

        return Volatile.Read(ref _mayEndSince) != 0;
    }

    private static IDrainable[] Open()
    {
        using (Uninterrupted.Lock(_lock))
        {
            return [.. _open];
        }
    }

    /// <summary>Begins it everywhere, and then waits for each.</summary>
    private static void ForEach(IDrainable[] open, Func<IDrainable, Action> begin)
    {
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
    /// <summary>Informs the appenders that want to know when the time becomes short.</summary>
    /// <param name="end">How long the wait takes at most.</param>
    /// <returns>Waits until they are informed.</returns>
    Action BeginDrain(Deadline end);

    /// <summary>
    /// Lets no log call wait for longer than a close may take from now on, and starts a flush. Waits for nothing.
    /// </summary>
    void EndWaits();

    /// <summary>Begins to write the queued events and accepts no more.</summary>
    /// <returns>Waits for the end of that, also when somebody else has begun it, until a deadline that began with it.</returns>
    Action BeginClose();

    /// <summary>Whether an appender gets events from here and from another one.</summary>
    bool SharesAppenderWith(IDrainable other);

    /// <summary>Those that get events from here.</summary>
    IEnumerable<IDrainable> Behind { get; }

    /// <summary>Begins to write the queued events, and goes on.</summary>
    /// <returns>Waits for the end of that, until a deadline that began with it.</returns>
    Action BeginFlush();

    /// <inheritdoc cref="BeginFlush()" />
    Action BeginFlush(Deadline deadline);
}
