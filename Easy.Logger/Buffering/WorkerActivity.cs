using Easy.Logger.Capture;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// What a queue knows of its worker: whether it rests, what it has, and for how long it has been in code that is not ours. Guarded by the
/// queue's lock.
/// </summary>
/// <param name="time">The clock of the appender.</param>
internal sealed class WorkerActivity(TimeProvider time)
{
    private CapturedEvents? _batch; // the worker clears it before it settles it
    private long _oldest; // when its first event came
    private long? _awaySince; // in running time

    public WorkerState State { get; set; }

    /// <summary>The events of the batch that the children have.</summary>
    public int InFlight { get; private set; }

    /// <summary>How often the worker has come back: as long as it stays the same, the worker is where it was.</summary>
    public long Returns { get; private set; }

    /// <summary>For how long it has been in code that is not ours; zero when it is not.</summary>
    public TimeSpan AwayTime => _awaySince is { } since ? time.GetElapsedTime(since, RunningTime.GetTimestamp(time)) : TimeSpan.Zero;

    /// <summary>How old the oldest event of the batch is. Only valid while there is one.</summary>
    public TimeSpan OldestAge => time.GetElapsedTime(_oldest);

    /// <summary>It takes a batch.</summary>
    public void Take(CapturedEvents batch)
    {
        _batch = batch;
        InFlight = batch.Count;
        _oldest = batch.Timestamp;
        State = WorkerState.Forwarding;
    }

    /// <summary>It goes to do something.</summary>
    public void Leave() => _awaySince = RunningTime.GetTimestamp(time);

    /// <summary>It is back.</summary>
    public void Return()
    {
        Returns += _awaySince is null ? 0 : 1;
        _awaySince = null;
        State = WorkerState.Awake;
    }

    /// <summary>The children have done with its batch.</summary>
    /// <returns>The batch; <see langword="null" /> when it had none.</returns>
    public CapturedEvents? Settle()
    {
        CapturedEvents? batch = _batch;
        _batch = null;
        InFlight = 0;
        return batch;
    }
}

internal enum WorkerState
{
    /// <summary>Will look at the queue before it rests.</summary>
    Awake,

    /// <summary>Forwards a batch; the next one may be there in a moment.</summary>
    Forwarding,

    /// <summary>Rests for a moment after a batch, and then wakes by itself.</summary>
    Napping,

    /// <summary>Rests until it is woken, or until what waits is old enough.</summary>
    Parked,

    /// <summary>Knows that nothing will ever come.</summary>
    Ended,
}
