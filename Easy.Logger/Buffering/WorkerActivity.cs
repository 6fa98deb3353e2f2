using Easy.Logger.Capture;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <summary>
/// What a queue knows of its worker: whether it sleeps, which batch it has, and how long its step in progress has taken. Guarded by the
/// queue's lock.
/// </summary>
/// <param name="time">The clock of the appender.</param>
internal sealed class WorkerActivity(TimeProvider time)
{
    private CapturedEvents? _batch; // the worker clears it before it completes it
    private long _oldest; // when its first event came
    private long? _busySince; // in running time

    public WorkerState State { get; set; }

    /// <summary>The events of the batch that the children have.</summary>
    public int InFlight { get; private set; }

    /// <summary>Of these, those that take up places in the queue: the events of an earlier run have none.</summary>
    public int Places { get; private set; }

    /// <summary>How many steps the worker has completed. As long as the number stays the same, the worker is in the same step.</summary>
    public long CompletedSteps { get; private set; }

    /// <summary>How long the step in progress has taken, mostly in code of attached appenders; zero between two steps.</summary>
    public TimeSpan BusyTime => _busySince is { } since ? time.GetElapsedTime(since, RunningTime.GetTimestamp(time)) : TimeSpan.Zero;

    /// <summary>How old the oldest event of the batch is. Only valid while there is one.</summary>
    public TimeSpan OldestAge => time.GetElapsedTime(_oldest);

    /// <summary>The step in progress is about a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="isRecovered">Whether its events are those of an earlier run.</param>
    public void BeginBatch(CapturedEvents batch, bool isRecovered = false)
    {
        _batch = batch;
        InFlight = batch.Count;
        Places = isRecovered ? 0 : InFlight;
        _oldest = batch.Timestamp;
        State = WorkerState.Forwarding;
    }

    /// <summary>The worker has something to do.</summary>
    public void BeginStep() => _busySince = RunningTime.GetTimestamp(time);

    /// <summary>The worker asks for the next thing to do.</summary>
    public void EndStep()
    {
        CompletedSteps += _busySince is null ? 0 : 1;
        _busySince = null;
        State = WorkerState.Awake;
    }

    /// <summary>The attached appenders are done with the batch.</summary>
    /// <returns>The batch; <see langword="null" /> when it had none.</returns>
    public CapturedEvents? EndBatch()
    {
        CapturedEvents? batch = _batch;
        _batch = null;
        InFlight = Places = 0;
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
    WaitingBriefly,

    /// <summary>Rests until it is woken, or until the oldest event is old enough.</summary>
    Parked,

    /// <summary>Knows that nothing will ever come.</summary>
    Ended,
}
