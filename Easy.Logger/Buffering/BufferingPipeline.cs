using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Journaling;
using Easy.Logger.Lifetime;
using Easy.Logger.Metrics;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// Queue, worker and children of one appender, from its first event to its close. The appender itself is not referenced from here, so that
/// an appender nobody keeps can be collected and closed by its finalizer.
/// </summary>
internal sealed class BufferingPipeline : IDrainable, IMetered
{
    /// <summary>
    /// What an end always has, in milliseconds: with <c>closeTimeout</c> 0 for the batch under way and the children's own close, and
    /// where the time of the whole process is over.
    /// </summary>
    private const int GraceMilliseconds = 100;

    private static readonly TimeSpan _longestConclusion = TimeSpan.FromSeconds(1);

    /// <summary>An attached appender that ends the process with its batch does it sooner; one that has had it for longer hangs.</summary>
    private static readonly TimeSpan _soonestHang = TimeSpan.FromSeconds(1);

    private readonly EventQueue _queue;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly BatchWorker _worker;
    private readonly WorkerThread _thread;
    private readonly TimeProvider _time;
    private readonly EventIntake _intake;
    private readonly Flushes _flushes;
    private readonly object _lifeLock = new();
    private readonly object _concludeLock = new();
    private volatile BufferingOptions _options;
    private volatile bool _hasBegun;
    private BufferState _state;
    private Deadline _end; // of the close that is under way
    private int _discarded; // when it began
    private volatile bool _hasConcluded;
    private long _stepsAtEnd = -1; // of the queue, when the process began to end
    private bool _batchMayEndProcess; // when the process began to end
    private volatile FlushTicket? _lastFlush; // asked for then

    public BufferingPipeline(BufferingOptions options, AppenderFanOut children, FailureReporter reporter, TimeProvider time)
    {
        _options = options;
        _children = children;
        _reporter = reporter;
        _time = time;
        _queue = new EventQueue(options, time);
        _worker = new BatchWorker(_queue, children, reporter, () => _options, time, ended: () =>
        {
            _queue.Journal?.Close();
            ExitGuard.Forget(this);
            MeteredComponents.All.End(this);
        });
        _thread = new WorkerThread(_worker.Process, reporter);
        _intake = new EventIntake(_queue, children, _worker, reporter, () => _options);
        _flushes = new Flushes(_queue, _worker, _thread, () => TryStart(now: true), () => _options);
    }

    public BufferState State
    {
        get
        {
            using (Uninterrupted.Lock(_lifeLock))
            {
                return _worker.HasEnded && _state == BufferState.Draining ? BufferState.Closed : _state;
            }
        }
    }

    /// <summary>Whether it has its options and is known to the end of the process, or has ended. Cheap enough for every log call.</summary>
    public bool HasBegun => _hasBegun;

    public BufferStatistics Statistics => _queue.Snapshot(State, _reporter.LastError);

    int IMetered.QueueLimit => _options.QueueLimit;

    IReadOnlyList<AppenderCounters> IMetered.Children => _children.Totals;

    /// <summary>Callers that wait for room right now.</summary>
    public int WaitingCallers => _queue.WaitingCallers;

    /// <summary>
    /// Begins, once: from now on the end of the process waits for what is accepted, whether there is a thread for the worker or not. Does
    /// nothing after Close.
    /// </summary>
    public void Begin(string name)
    {
        if (!_hasBegun)
        {
            using (Uninterrupted.Lock(_lifeLock))
            {
                if (_state == BufferState.Created)
                {
                    _worker.Name = name;
                    _state = BufferState.Running;
                    ExitGuard.Watch(this);
                    MeterGate.Open(this, name);
                }

                _hasBegun = true;
            }
        }

        TryStart(now: true);
    }

    /// <summary>Starts the worker when there was no thread for it before, now and then. Cheap enough for every log call.</summary>
    public void RetryStart()
    {
        if (!_thread.IsStarted)
        {
            TryStart(now: false);
        }
    }

    /// <returns>Whether the worker has a thread of its own.</returns>
    private bool TryStart(bool now)
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            return _state is BufferState.Created or BufferState.Closed ? _thread.IsStarted : _thread.TryStart(_worker.Name, now);
        }
    }

    public void Configure(BufferingOptions options)
    {
        bool historyEnds = _options.Lossy && !options.Lossy;
        try
        {
            _queue.Configure(options);
        }
        catch (OutOfMemoryException e)
        {
            _reporter.Failed("taking new options over", e, "everything is as it was");
            return;
        }

        _options = options;
        _children.Configure(options.BatchRendering, options.Lossy);
        if (historyEnds)
        {
            // the worker's occasion to let go of it; nobody waits
            _queue.RequestFlush(flushLossyHistory: false, Deadline.In(options.CloseTimeout));
        }

        OpenJournal();
    }

    /// <summary>Opens the journal that the options ask for, once there is a child for what comes out of it.</summary>
    public void OpenJournal()
    {
        BufferingOptions options = _options;
        if (_children.Appenders.Count == 0)
        {
            return;
        }

        if (_queue.Journal is not { } current)
        {
            TryAttachJournal(options);
        }
        else if (options.Journal != current.Folder)
        {
            _reporter.Misconfigured(
                $"journal is changed to '{options.Journal}' while the appender is active: "
                + $"'{current.Folder}' stays in use until it is closed.");
        }
    }

    private void TryAttachJournal(BufferingOptions options)
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (options.Journal is { } folder && _queue.Journal is null && _state is BufferState.Created or BufferState.Running)
            {
                Journal journal = new(folder, options.QueueLimit, options.JournalLimit, _reporter, _time);
                journal.Open();
                _ = _queue.Attach(journal);
            }
        }
    }

    /// <summary>
    /// Takes the values of an event in; see <see cref="EventQueue.TryEnqueueValues" />. Not when there is anything else to be done for it.
    /// </summary>
    public bool TryEnqueueValues(LoggingEvent loggingEvent, CapturePlan plan, LastCall lastCall)
    {
        BufferingOptions options = _options;
        CapturePlan own = plan.For(loggingEvent.Level);
        bool isQueued = own.KeepsValues && options.Evaluator is null && !(loggingEvent.Level?.Value >= options.UrgentFrom)
            && _thread.IsStarted && _queue.TryEnqueueValues(loggingEvent, plan, own.ReadsThread, lastCall);
        if (isQueued && ExitGuard.MayEndAtAnyMoment)
        {
            WaitAtEnd(); // asked when it is queued: the process may have begun to end while this call stood still
        }

        return isQueued;
    }

    /// <inheritdoc cref="EventIntake.TryDrop" />
    public bool TryDrop(LoggingEvent loggingEvent) => _intake.TryDrop(loggingEvent);

    /// <inheritdoc cref="EventIntake.Enqueue" />
    public bool Enqueue(in CapturedEvent captured, CapturePlan plan, IAppender appender, CallingThread thread)
    {
        bool isAccepted = _intake.Enqueue(captured, plan, appender, thread);
        if (ExitGuard.MayEndAtAnyMoment && thread.Worker is null)
        {
            WaitAtEnd(); // workers do not wait for each other: that could be a deadlock
        }

        return isAccepted;
    }

    /// <summary>Nobody waits for the worker after this call: the process ends when the last handler returns.</summary>
    private void WaitAtEnd()
    {
        if (State is not (BufferState.Created or BufferState.Closed))
        {
            _flushes.DoAtEnd();
        }
    }

    BufferStatistics IMetered.Read() => _queue.Snapshot(BufferState.Running, lastError: null);

    BufferStatistics IMetered.ReadLast(Action countRejected) => _queue.LastSnapshot(countRejected);

    /// <summary>Counts an event that could not be fixed.</summary>
    public void CountFailed() => _queue.CountFailed();

    /// <summary>
    /// Counts an event that was logged while another log call on the same thread was still being taken in, too deep to go on.
    /// </summary>
    public void CountReentrant(LoggingEvent loggingEvent) => _queue.CountDropped(loggingEvent.Level, DropReason.Reentrant);

    /// <summary>Waits until everything accepted before the call has passed through the children and they are flushed.</summary>
    /// <param name="flushLossyHistory">Whether to drop a lossy history, but for what the lossy evaluator wants.</param>
    /// <param name="milliseconds">Longest wait; negative without limit; 0 only looks whether nothing is pending and leaves the children
    /// alone.</param>
    /// <returns>Whether all of it succeeded in time. Always <see langword="false" /> on the worker's own thread, which cannot wait for
    /// itself.</returns>
    public bool Flush(bool flushLossyHistory, int milliseconds)
    {
        if (_worker.IsCurrentThread)
        {
            return false;
        }

        return milliseconds == 0 || State is BufferState.Created or BufferState.Closed
            ? Statistics.Pending == 0
            : _flushes.Do(flushLossyHistory, milliseconds);
    }

    /// <summary><see cref="Flush(bool, int)" /> for callers that have no limit of their own: as long as a Close may take.</summary>
    public bool Flush(bool flushLossyHistory) => Flush(flushLossyHistory, _flushes.Timeout);

    /// <summary>
    /// Refuses new events and lets the worker finish in its own time. For a finalizer: waits for nothing, closes no child by itself.
    /// </summary>
    public void BeginClose()
    {
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state == BufferState.Created)
            {
                _state = BufferState.Closed; // it has taken nothing in
                _hasBegun = _hasConcluded = true;
            }
        }

        TryBeginClose(Deadline.In(_options.CloseTimeout), isFinalizer: true);
    }

    /// <summary>
    /// Forwards the queued events, closes the children and ends the worker, all within <c>closeTimeout</c>; what is left then is dropped
    /// and counted. Never throws for a child. Only the first call does anything.
    /// </summary>
    public void Close()
    {
        Deadline end = Deadline.In(_options.CloseTimeout);
        if (State is BufferState.Running or BufferState.Stalled && CallingThread.Current.Worker is null && !end.HasPassed)
        {
            ExitGuard.FlushBefore(this, end); // the events of others for this one, or for what it closes
        }

        if (TryBeginClose(end))
        {
            WaitForEnd();
        }
    }

    bool IDrainable.SharesAppenderWith(IDrainable other) =>
        other is BufferingPipeline { _children.Reachable: var reachable }
        && _children.Reachable.Intersect(reachable, SameAppender.Comparer).Any();

    IEnumerable<IDrainable> IDrainable.Behind =>
        _children.Reachable.OfType<AsyncBufferingForwardingAppender>().Select(appender => appender.Drainable);

    void IDrainable.EndWaits()
    {
        Deadline deadline = Deadline.In(_options.CloseTimeout);
        _batchMayEndProcess = _queue.BusyTime < _soonestHang;
        _queue.EndWaits(deadline);
        _stepsAtEnd = _queue.CompletedSteps;
        _lastFlush = _queue.RequestFlush(flushLossyHistory: false, deadline); // whoever is closed last has had the time, too
    }

    Action IDrainable.BeginDrain(Deadline end)
    {
        Action<Deadline> wait = _children.BeginDrain(Deadline.In(ExitGuard.ProcessIsEnding ? _options.CloseTimeout : _flushes.Timeout));
        return () => wait(end);
    }

    Action IDrainable.BeginClose()
    {
        TryBeginClose(Deadline.In(_options.CloseTimeout));
        return WaitForEnd; // also when somebody else has begun
    }

    Action IDrainable.BeginFlush() => BeginFlush(Deadline.In(_flushes.Timeout));

    Action IDrainable.BeginFlush(Deadline deadline) => BeginFlush(deadline);

    private Action BeginFlush(Deadline deadline) =>
        State is BufferState.Created or BufferState.Closed ? (static () => { }) : _flushes.Begin(deadline);

    private bool TryBeginClose(Deadline end, bool isFinalizer = false)
    {
        Deadline grace = Deadline.In(GraceMilliseconds);
        using (Uninterrupted.Lock(_lifeLock))
        {
            if (_state is BufferState.Draining or BufferState.Closed)
            {
                return false;
            }

            bool isEmpty = _state == BufferState.Created && _children.Appenders.Count == 0 && Statistics.Pending == 0;
            _hasConcluded = isEmpty; // nothing came, and nothing has to be closed
            _state = isEmpty ? BufferState.Closed : BufferState.Draining;
            _hasBegun = true;
            _end = _flushes.AreStuck ? grace : Deadline.Later(end, grace);
        }

        _queue.Close();
        Action<Deadline> wait = _children.BeginDrain(end, isFinalizer);
        if (!isFinalizer && !ExitGuard.ProcessIsEnding)
        {
            wait(grace);
        }

        _discarded = _options.CloseTimeout == 0 ? _queue.Discard() : 0;
        TryStart(now: true);
        return true;
    }

    /// <summary>
    /// Waits until a close that has begun is over: when the worker has ended, or at its deadline. The first one to see it does the rest.
    /// </summary>
    private void WaitForEnd()
    {
        if (State == BufferState.Closed && _hasConcluded)
        {
            return;
        }

        if (_worker.IsCurrentThread && !ExitGuard.ProcessIsEnding)
        {
            return; // a child or layout closes us: the worker ends when it comes back to its loop
        }

        // A worker that has not come back since the process began to end has had its time, and so has one that was not done by then.
        bool isHung = Interlocked.Read(ref _stepsAtEnd) == _queue.CompletedSteps && _queue.BusyTime > TimeSpan.Zero;
        bool isLate = _options.CloseTimeout > 0 && _lastFlush is { IsAnswered: false };
        Deadline end = ExitGuard.Limit(_end, _options.CloseTimeout, isHung || isLate ? 0 : GraceMilliseconds);
        bool hasEnded = !_worker.IsCurrentThread
            && (TryStart(now: true) ? _thread.WaitForEnd(end) : _thread.RunHere(end, () => _worker.HasEnded));

        // Whoever comes second waits for what the first one says: the process may end when it returns.
        _ = Uninterrupted.TryDo(_concludeLock, _longestConclusion, () =>
        {
            if (!_hasConcluded)
            {
                Conclude(hasEnded);
                _hasConcluded = true;
            }
        });
    }

    private void Conclude(bool hasEnded)
    {
        int timeout = _options.CloseTimeout;
        string fate = _queue.Journal is not null ? " and stay in the journal" : string.Empty;
        if (hasEnded)
        {
            if (_discarded > 0)
            {
                _reporter.Warn($"closed with closeTimeout 0: {_discarded} waiting event(s) were dropped{fate}, as it asks for.");
            }

            return;
        }

        ExitGuard.Forget(this); // it had its time
        if (!_batchMayEndProcess)
        {
            _queue.Journal?.Recovery.TakeBackAttempt();
        }

        int discarded = _discarded + _queue.Abandon();
        _reporter.Warn(
            $"closed after closeTimeout ({timeout} ms): {discarded} waiting event(s) were dropped{fate}, {Statistics.InFlight} more are"
            + " with a child that has not returned and is therefore left open.");
    }
}
