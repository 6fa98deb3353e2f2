using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Journaling;
using Easy.Logger.Metrics;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The one background thread of an appender: takes batches from the queue, hands them to the children, answers flushes, and closes the
/// children when the queue is closed and empty. Survives whatever a child throws.
/// </summary>
internal sealed class BatchWorker
{
    /// <summary>After which queued events may have their turn.</summary>
    private static readonly TimeSpan _recoveryStep = TimeSpan.FromMilliseconds(20);

    private readonly EventQueue _queue;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly Func<BufferingOptions> _options;
    private readonly TimeProvider _time;
    private readonly Action _onEnded;
    private readonly BatchResult _result = new();
    private readonly Batch _batch = new();
    private readonly LossyHistory _history;
    private readonly Action _refreshPlan; // made once: a worker without memory makes nothing
    private readonly Action _renewPlan;
    private readonly WakeSignal _pause;
    private volatile bool _ended;
    private Batch? _current;
    private int _lastFound;
    private Trail? _trail;
    private Trail? _trailBefore;
    private Trail? _flushTrail; // of the flush that it is doing

    public BatchWorker(
        EventQueue queue,
        AppenderFanOut children,
        FailureReporter reporter,
        Func<BufferingOptions> options,
        TimeProvider time,
        Action ended)
    {
        _queue = queue;
        _children = children;
        _reporter = reporter;
        _options = options;
        _time = time;
        _onEnded = ended;
        _history = new LossyHistory(reporter, Forward);
        _pause = new WakeSignal(time);
        _refreshPlan = () => children.RefreshPlan(isFlush: false);
        _renewPlan = () => children.RefreshPlan(isFlush: true);
    }

    /// <summary>Worker only: whether it is handing over an event that was itself logged on a worker's thread.</summary>
    public bool ForwardsReentrant => _current is { CurrentIsReentrant: true };

    /// <summary>
    /// Worker only: the way of the event that it is handing over, with this worker; the same object for events of one way.
    /// </summary>
    public Trail Trail
    {
        get
        {
            Trail? before = _current?.CurrentTrail;
            if (_trail is null || !ReferenceEquals(before, _trailBefore))
            {
                (_trail, _trailBefore) = (new Trail(this, before), before);
            }

            return _trail;
        }
    }

    /// <summary>Worker only: the workers that wait for the flush it is doing, with this one.</summary>
    public Trail FlushTrail => new(this, _flushTrail);

    /// <summary>Whether the caller runs on this worker's thread.</summary>
    public bool IsCurrentThread => ReferenceEquals(CallingThread.Current.Worker, this);

    private DateTime Now => _time.GetUtcNow().UtcDateTime;

    /// <summary>The name that the meter knows the appender by.</summary>
    public string Name { get; set; } = string.Empty;

    /// <summary>Whether the last batch is complete and the children are closed.</summary>
    public bool HasEnded => _ended;

    /// <summary>
    /// Worker only: whether an event that arrives at another async appender on this thread is being forwarded to it, by an appender of any
    /// kind that this worker hands events to; if not, it is logged by code that runs here.
    /// </summary>
    /// <param name="loggingEvent">The event; appenders on the way may have made another one of it.</param>
    /// <param name="destination">The appender that it arrives at.</param>
    public bool Forwards(LoggingEvent loggingEvent, IAppender destination) =>
        _children.Reaches(destination) || _current?.Plan.Reachable.Contains(destination) == true || IsInCurrentBatch(loggingEvent);

    /// <summary>Processes what the queue has to do, on a thread that nobody else does so on meanwhile.</summary>
    /// <param name="isOver">Whether enough is done; otherwise it ends with the queue.</param>
    public void Process(Func<bool> isOver)
    {
        CallingThread thread = CallingThread.Current;
        BatchWorker? before = thread.Worker;
        thread.Worker = this;
        try
        {
            Guard(_refreshPlan); // before the first event
            while (!_ended && !isOver())
            {
                ProcessNext();
            }
        }
        finally
        {
            thread.Worker = before;
        }
    }

    private void ProcessNext()
    {
        object? work = null;
        try
        {
            work = _queue.WaitForWork();
            Guard(work is FlushTicket ? _renewPlan : _refreshPlan);
            Process(work);
        }
        catch (OutOfMemoryException e)
        {
            // Nothing has left the queue but what is at hand.
            _reporter.Failed("the worker", e);
            FailInFlight(work);
            _pause.WaitBriefly(); // others may give some memory back
        }
    }

    private void FailInFlight(object? work)
    {
        if (work is FlushTicket ticket)
        {
            ticket.Answer(false);
        }
        else if (work is CapturedEvents or Journal && _queue.InFlight(out _) is > 0 and int count)
        {
            _result.Count(forwarded: 0, failed: count - _result.Completed);
            _batch.Clear();
            Complete();
        }
    }

    private void Process(object? work)
    {
        switch (work)
        {
            case CapturedEvents events:
                _batch.Begin(events);
                Forward(_batch);
                break;
            case Loss loss:
                TryWriteNotice(() => Notices.OfLoss(loss, _reporter.AppenderName, Now));
                break;
            case Journal journal:
                journal.Tend();
                TryRecover(journal);
                break;
            case FlushTicket ticket:
                _flushTrail = ticket.Trail;
                ticket.Answer(Flush(ticket));
                _flushTrail = null;
                break;
            default:
                End();
                break;
        }
    }

    private void TryWriteNotice(Func<LoggingEvent> notice)
    {
        try
        {
            WriteNotice(notice());
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
        }
    }

    private void TryRecover(Journal journal)
    {
        Recovery recovery = journal.Recovery;
        if (_options().Lossy)
        {
            recovery.Dispose(); // what it finds stays where it is
        }

        try
        {
            // At the start for a moment, so that a program which ends soon does not leave it to the next one.
            long begin = _time.GetTimestamp();
            while (!_queue.RecoveryWaits && RecoverNext(recovery) && !journal.GivesWay && _time.GetElapsedTime(begin) < _recoveryStep)
            {
            }

            if (!recovery.IsUnderWay && recovery.Events + recovery.Damaged > 0)
            {
                TryWriteNotice(() => Notices.OfRecovered(recovery, _reporter.AppenderName, Now));
                recovery.Clear();
            }
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _reporter.Failed("the journal", e);
        }
    }

    /// <summary>Forwards the next events of an earlier run. What no appender takes stays for a later attempt.</summary>
    /// <returns>Whether there may be more.</returns>
    private bool RecoverNext(Recovery recovery)
    {
        bool isFirst = recovery.Events == 0;
        long start = _time.GetTimestamp();
        if (recovery.TakeNext(_options().BufferSize, start) is not { } events)
        {
            return false;
        }

        if (isFirst)
        {
            TryWriteNotice(() => Notices.OfRecovery(recovery.Folder, _reporter.AppenderName, Now));
        }

        recovery.BeginAttempt();
        Recover(recovery, events, start);
        return recovery.IsUnderWay;
    }

    private void Recover(Recovery recovery, CapturedEvents events, long start)
    {
        _queue.BeginRecovered(events);
        _batch.Begin(events);
        _result.Clear();
        try
        {
            Forward(_batch, _result);
            recovery.Complete(i => !_children.HasTaken(i), _time.GetElapsedTime(start));
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
            _result.Count(forwarded: 0, failed: events.Count - _result.Completed);
        }

        _batch.Clear();
        Complete();
    }

    private void End()
    {
        Guard(DiscardHistory);
        Guard(() => _children.Close(isWorker: true));
        _ended = true;
        _onEnded();
    }

    // Everything below completes what it took, whatever happens on the way: an event that is not completed blocks a place for ever.
    private void Forward(Batch batch)
    {
        Account(batch.Count, () =>
        {
            BufferingOptions options = _options();
            if (options.Lossy)
            {
                _history.Remember(batch, options, _result);
            }
            else
            {
                ReleaseHistory();
                Forward(batch, _result);
            }
        });
        batch.Clear(); // no reference to an event stays
        Complete();
    }

    /// <summary>Does something with newcomers and the history. What is in neither result nor history afterwards has failed.</summary>
    private void Account(int newcomers, Action step)
    {
        _result.Clear();
        int before = _history.Count;
        try
        {
            step();
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
            _result.Count(forwarded: 0, failed: before + newcomers - _history.Count - _result.Completed);
        }
    }

    private void Complete()
    {
        TimeSpan age = TimeSpan.Zero;
        int size = MeterGate.MeasuresBatches ? _queue.InFlight(out age) : 0;
        long? lost = _queue.Complete(_result);
        _result.Clear(); // no reference to an event stays
        if (lost is { } count)
        {
            _reporter.CountEvents(FailureReporter.TakingEventsIn, count);
            _reporter.Worked(FailureReporter.TakingEventsIn);
        }

        if (size > 0)
        {
            RecordBatch(size, age);
        }
    }

    /// <summary>Listeners run in here: after the batch is booked, so that nobody waits for them.</summary>
    private void RecordBatch(int size, TimeSpan age) => Guard(() => EasyLoggerMeter.RecordBatch(Name, size, age));

    /// <summary>Not counted anywhere: the event is ours, nobody logged it.</summary>
    private void WriteNotice(LoggingEvent notice)
    {
        CapturedEvents events = new(1);
        events.Begin(CapturePlan.Everything);
        events.Add(notice);
        _batch.Begin(events);
        HandOver(_batch, out _);
        _batch.Clear();
    }

    private void Forward(Batch batch, BatchResult result)
    {
        if (HandOver(batch, out int failed))
        {
            result.Count(batch.Count - failed, failed);
            return;
        }

        for (int i = 0; i < batch.Count; i++)
        {
            result.Drop(DropReason.NoAppender, batch.LevelOf(i));
        }
    }

    private bool HandOver(Batch batch, out int failed)
    {
        _current = batch;
        _lastFound = 0;
        try
        {
            return _children.Forward(batch, out failed);
        }
        finally
        {
            _current = null;
        }
    }

    /// <summary>Events are handed over in order, so the search goes on where the last one ended.</summary>
    private bool IsInCurrentBatch(LoggingEvent loggingEvent)
    {
        for (int i = 0; i < _current?.Count; i++)
        {
            int index = (_lastFound + i) % _current.Count;
            if (_current.Is(index, loggingEvent))
            {
                _lastFound = index;
                return true;
            }
        }

        return false;
    }

    private bool Flush(FlushTicket ticket)
    {
        bool flushed = false;
        Guard(() =>
        {
            if (ticket.FlushLossyHistory || !_options().Lossy)
            {
                DiscardHistory();
            }

            flushed = _children.Flush(ticket.Deadline);
        });
        return flushed && !ticket.HasLost;
    }

    private void Guard(Action step)
    {
        try
        {
            step();
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
        }
    }

    private void DiscardHistory()
    {
        Account(newcomers: 0, () =>
        {
            BufferingOptions options = _options();
            if (options.Lossy)
            {
                _history.Discard(options, _result);
            }
            else
            {
                ReleaseHistory();
            }
        });
        Complete();
    }

    /// <summary>An appender that is not lossy any more keeps no history: what it had goes before all that came later.</summary>
    private void ReleaseHistory()
    {
        if (!_history.IsEmpty)
        {
            _history.Release(_result);
        }
    }
}
