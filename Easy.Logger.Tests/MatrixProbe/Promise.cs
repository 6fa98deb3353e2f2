using Easy.Logger.Buffering;
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
    public bool GivesUp => Closes && (ChildIsStuck || (TakesTheLogger && ChildNeedsTheLogger));

    public int CloseTimeout => GivesUp ? RunsOutMilliseconds : NoLimit;

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

    /// <summary>Whether what the child logs comes back to its own appender, where it is given up.</summary>
    public bool DropsEchoes => cell.Child is ChildBehaviour.LogsInAppend or ChildBehaviour.LayoutLogs;

    /// <summary>The only reasons for which an event may be lost.</summary>
    public IEnumerable<DropReason> MayLose
    {
        get
        {
            if (DropsEchoes)
            {
                yield return DropReason.Reentrant;
            }

            if (GivesUp)
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
        cell.Action != MatrixAction.Close && (ChildIsStuck || GivesUp || cell.Child == ChildBehaviour.CallsShutdown);

    private DropReason[] ForLackOfRoom() => cell.Policy switch
    {
        OverflowPolicy.Block when CallersWaitInVain => [DropReason.BlockTimeout],
        OverflowPolicy.Block => cell.Action == MatrixAction.Close ? [DropReason.Closing] : [],
        OverflowPolicy.DropOldest => [DropReason.Evicted],
        OverflowPolicy.DropLowestLevel => [DropReason.Evicted, DropReason.QueueFull],
        _ => [DropReason.QueueFull],
    };
}
