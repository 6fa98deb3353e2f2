using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Matrix;

namespace MatrixProbe;

/// <summary>What must hold in a cell, beside that everything comes back, nothing is thrown and the counters balance.</summary>
internal sealed class Promise(Cell cell)
{
    // A time that has to run out is short. Where none may run out there is none: whoever waits without need is seen hanging, however busy
    // the machine.
    private const int RunsOutMilliseconds = 300;
    private const int NoLimit = Timeout.Infinite;

    /// <summary>Whether the child comes back only when the cell is over.</summary>
    public bool ChildIsStuck => cell.Child == ChildBehaviour.BlocksForever;

    /// <summary>
    /// Whether log calls under way keep log4net from taking the lock of the logger, which it needs to close its appenders, until the child
    /// goes on. When the child wants that lock too, who of the two gets it first is open: then the child has to wait until the action has
    /// it.
    /// </summary>
    public bool CallersHoldTheLogger =>
        TakesTheLogger && !ChildIsStuck && cell.Child != ChildBehaviour.CallsShutdown
        && ((cell.Queue == QueueFilling.Full && cell.Policy == OverflowPolicy.Block) || cell.Child == ChildBehaviour.MessageLogs);

    /// <summary>Whether the appender under test is closed by the action.</summary>
    public bool Closes => TakesTheLogger || cell.Action == MatrixAction.Close;

    /// <summary>
    /// Whether closeTimeout runs out: the child is stuck, or stands still because it needs the logger's lock, which log4net holds while it
    /// closes us.
    /// </summary>
    public bool DropsAtClose => Closes && (ChildIsStuck || (TakesTheLogger && ChildNeedsTheLogger));

    public int CloseTimeout => DropsAtClose ? RunsOutMilliseconds : NoLimit;

    public int BlockTimeout => CallersWaitInVain ? RunsOutMilliseconds : NoLimit;

    public int FlushTimeout => ChildIsStuck ? RunsOutMilliseconds : NoLimit;

    /// <summary>What Flush has to answer: not true for an event that failed, or that was evicted while Flush waited for it.</summary>
    public bool FlushAnswer =>
        !ChildIsStuck && cell.Child != ChildBehaviour.Throws
            && !(cell.Queue == QueueFilling.Full && cell.Policy == OverflowPolicy.DropOldest);

    /// <summary>Whether an appender of ours is still in use after the action, so that log calls go on.</summary>
    public bool GoesOn => cell.Action is MatrixAction.Flush or MatrixAction.RemoveAppender or MatrixAction.Reload
        && cell.Child != ChildBehaviour.CallsShutdown;

    /// <summary>Whether what is logged then comes through.</summary>
    public bool Delivers => GoesOn && (!ChildIsStuck || cell.Action == MatrixAction.Reload);

    /// <summary>Whether every log call of the cell reached the appender under test, open or closed.</summary>
    public bool SeesEveryCall => !TakesTheLogger && cell.Child != ChildBehaviour.CallsShutdown;

    /// <summary>Whether what the child logs comes back to its own appender, where it is dropped.</summary>
    public bool DropsReentrant => cell.Child is ChildBehaviour.LogsInAppend or ChildBehaviour.LayoutLogs;

    /// <summary>The only reasons for which an event may be lost.</summary>
    public IEnumerable<DropReason> MayLose
    {
        get
        {
            if (DropsReentrant)
            {
                yield return DropReason.Reentrant;
            }

            if (DropsAtClose)
            {
                yield return DropReason.Closing;
            }

            foreach (DropReason reason in cell.Queue == QueueFilling.Full ? ForLackOfRoom() : [])
            {
                yield return reason;
            }
        }
    }

    private bool TakesTheLogger => cell.Action is MatrixAction.Shutdown or MatrixAction.Reload or MatrixAction.ProcessExit;

    private bool ChildNeedsTheLogger => cell.Child
        is ChildBehaviour.LogsInAppend or ChildBehaviour.LayoutLogs or ChildBehaviour.CallsFlush or ChildBehaviour.CallsShutdown;

    /// <summary>
    /// Whether no room comes for the log calls that wait for it, and no Close of ours lets them go: the child is stuck, or it needs, or
    /// somebody else does, the logger's lock to go on, and these calls are what it waits for.
    /// </summary>
    private bool CallersWaitInVain =>
        cell.Action != MatrixAction.Close && (ChildIsStuck || DropsAtClose || cell.Child == ChildBehaviour.CallsShutdown);

    private DropReason[] ForLackOfRoom() => cell.Policy switch
    {
        OverflowPolicy.Block when CallersWaitInVain => [DropReason.BlockTimeout],
        OverflowPolicy.Block => cell.Action == MatrixAction.Close ? [DropReason.Closing] : [],
        OverflowPolicy.DropOldest => [DropReason.Evicted],
        OverflowPolicy.DropLowestLevel => [DropReason.Evicted, DropReason.QueueFull],
        _ => [DropReason.QueueFull],
    };
}

/// <summary>Compares what happened in a cell with what was promised. What was not kept is its text.</summary>
internal sealed class Verdict(Cell cell, Promise promise, Stage stage)
{
    private readonly List<string> _faults = [];

    public bool Passed => _faults.Count == 0;

    /// <summary>What Flush answered.</summary>
    public bool? Answer { get; set; }

    public void Fault(string fault) => _faults.Add(fault);

    public void JudgeCalls(IEnumerable<Call> calls)
    {
        foreach (Call call in calls.Where(call => call.Thrown is not null))
        {
            Fault($"thrown: {call}");
        }
    }

    /// <summary>When action and log calls are back.</summary>
    public void JudgeTheMiddle()
    {
        foreach (ObservedForwarder appender in stage.Appenders)
        {
            Balance(appender);
        }

        BufferStatistics counters = stage.Appender.Statistics;
        // What waits for room goes when the queue closes, the log call during the action too if it came the moment before.
        Check(promise.DropsAtClose || counters.DroppedFor(DropReason.Closing) <= 2, "events were dropped by Close before its time");
        if (promise.ChildIsStuck)
        {
            Check(
                counters.InFlight == 1 && counters.State != BufferState.Closed,
                $"the stuck child holds one event, {counters.InFlight} in flight, {counters.State}");
            Check(!promise.DropsAtClose
                || counters.Pending == counters.InFlight, $"nothing else is queued after Close timed out, {counters.Pending} pending");
        }
    }

    /// <summary>When the workers have ended.</summary>
    public void JudgeTheEnd()
    {
        BufferStatistics[] counters = [.. stage.Appenders.Select(Balance)];
        long accounted = counters.Sum(appender => appender.Accepted + appender.Rejected);
        long completed = counters.Sum(appender => appender.Forwarded + appender.Failed);
        string[] written = stage.Written;

        Check(Answer is null || Answer == promise.FlushAnswer, $"Flush answered {Answer}");
        Check(stage.TimedOut == promise.DropsAtClose, stage.TimedOut ? "closeTimeout ran out" : "closeTimeout did not run out");
        Check(counters.All(appender => appender.Pending == 0), "events are still pending after the worker ended");
        Check(written.Length == completed, $"{written.Length} events came to the healthy child, the counters say {completed}");
        Check(
            counters.Any(appender => appender.Failed > 0) == (cell.Child == ChildBehaviour.Throws),
            $"{counters.Sum(appender => appender.Failed)} events failed");
        Check(
            promise.SeesEveryCall ? accounted == stage.Calls : accounted <= stage.Calls,
            $"{stage.Calls} log calls, {accounted} accepted or rejected");
        Check(!promise.DropsReentrant || !promise.SeesEveryCall || !written.Contains(Stage.Echo), "an appender was fed by its own child");
        string[] unexpected = [.. Lost().Except(promise.MayLose).Select(reason => reason.ToString())];
        Check(unexpected.Length == 0, $"events were lost: {string.Join(", ", unexpected)}");
    }

    public override string ToString() => string.Join("; ", [.. _faults, .. stage.Appenders.Select(Describe), .. stage.InternalMessages]);

    private IEnumerable<DropReason> Lost() =>
        stage.Appenders.SelectMany(appender => appender.Statistics.DropCounts).Select(drop => drop.Reason).Distinct().Order();

    private BufferStatistics Balance(ObservedForwarder appender)
    {
        BufferStatistics counters = appender.Statistics;
        Check(
            counters.Accepted == counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending,
            $"the counters do not balance: {Describe(appender)}");
        return counters;
    }

    private static string Describe(ObservedForwarder appender)
    {
        BufferStatistics counters = appender.Statistics;
        return $"{appender.Name} {counters.State}: accepted {counters.Accepted}, forwarded {counters.Forwarded}, failed "
            + $"{counters.Failed}, pending {counters.Pending},"
            + $" rejected {counters.Rejected}, dropped {counters.Dropped} ({string.Join(", ", counters.DropCounts)})";
    }

    private void Check(bool holds, string otherwise)
    {
        if (!holds)
        {
            Fault(otherwise);
        }
    }
}
