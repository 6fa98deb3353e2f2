using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Journaling;
using Easy.Logger.Metrics;
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
    private readonly EventQueue _queue;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly Func<BufferingOptions> _options;
    private readonly TimeProvider _time;
    private readonly Action _onEnded;
    private readonly BatchResult _result = new();
    private readonly Batch _batch = new();
    private readonly LossyHistory _history;
    private volatile bool _ended;
    private volatile Thread? _thread;
    private string _name = string.Empty;
    private Batch? _current;
    private int _lastFound;

    public BatchWorker(EventQueue queue, AppenderFanOut children, FailureReporter reporter, Func<BufferingOptions> options, TimeProvider time, Action ended)
    {
        _queue = queue;
        _children = children;
        _reporter = reporter;
        _options = options;
        _time = time;
        _onEnded = ended;
        _history = new LossyHistory(reporter, Forward);
    }

    /// <summary>Worker only: whether it is handing over an event that was itself logged on a worker's thread.</summary>
    public bool ForwardsReentrant => _current is { CurrentIsReentrant: true };

    /// <summary>Whether the caller runs on this worker's thread.</summary>
    public bool IsCurrentThread => ReferenceEquals(CallingThread.Current.Worker, this);

    private DateTime Now => _time.GetUtcNow().UtcDateTime;

    /// <summary>Whether the last batch is settled and the children are closed.</summary>
    public bool HasEnded => _ended;

    public void Start(string name)
    {
        _name = name;
        Thread thread = new(Run) { IsBackground = true, Name = $"Easy.Logger {name}".TrimEnd() };

        // The thread lives as long as the program: it must not keep the AsyncLocal values of whoever logged first.
        if (ExecutionContext.IsFlowSuppressed())
        {
            thread.Start();
        }
        else
        {
            using (ExecutionContext.SuppressFlow())
            {
                thread.Start();
            }
        }

        _thread = thread;
    }

    /// <summary>Waits for the end of a worker whose queue was closed.</summary>
    /// <returns>Whether it came before the deadline.</returns>
    public bool WaitForEnd(Deadline deadline)
    {
        bool interrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    return _thread is not { } thread || thread.Join(deadline.RemainingMilliseconds);
                }
                catch (ThreadInterruptedException)
                {
                    interrupted = true; // giving up here would lose what waits
                }
            }
        }
        finally
        {
            if (interrupted)
            {
                Thread.CurrentThread.Interrupt(); // seen by the closing thread at its own next wait
            }
        }
    }

    /// <summary>
    /// Worker only: whether an event that arrives at another async appender on this thread is being forwarded to it, by an appender of any
    /// kind that this worker hands events to; if not, it is logged by code that runs here.
    /// </summary>
    /// <param name="loggingEvent">The event; appenders on the way may have made another one of it.</param>
    /// <param name="destination">The appender that it arrives at.</param>
    public bool Forwards(LoggingEvent loggingEvent, IAppender destination) =>
        _children.Reaches(destination) || _current?.Plan.Reachable.Contains(destination) == true || IsInCurrentBatch(loggingEvent);

    private void Run()
    {
        CallingThread.Current.Worker = this;
        Guard(_children.RefreshPlan); // before the first event
        while (_queue.WaitForWork() is { } work)
        {
            Guard(_children.RefreshPlan);
            switch (work)
            {
                case CapturedEvents events:
                    _batch.Begin(events);
                    Forward(_batch);
                    break;
                case LossGap gap:
                    Guard(() => Tell(Notices.OfLoss(gap, _reporter.AppenderName, Now)));
                    break;
                case JournalRecovery recovery:
                    Guard(() => Tell(Notices.OfRecovery(recovery, _reporter.AppenderName, Now)));
                    break;
                case FlushTicket ticket:
                    ticket.Answer(Flush(ticket));
                    break;
            }
        }

        Guard(DiscardHistory);
        Guard(_children.Close);
        _ended = true;
        _onEnded();
    }

    // Everything below settles what it took, whatever happens on the way: an event that is not settled blocks a place for ever.
    private void Forward(Batch batch)
    {
        _result.Clear();
        try
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
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
            _result.Count(forwarded: 0, failed: batch.Count - _result.Settled);
        }

        batch.Clear(); // no reference to an event stays
        Settle();
    }

    private void Settle()
    {
        TimeSpan age = TimeSpan.Zero;
        int size = MeterGate.MeasuresBatches ? _queue.InFlight(out age) : 0;
        long? lost = _queue.Settle(_result);
        _result.Clear(); // no reference to an event stays
        if (lost is { } count)
        {
            _reporter.CountEvents(FailureReporter.TakingEventsIn, count);
            _reporter.Worked(FailureReporter.TakingEventsIn);
        }

        if (size > 0)
        {
            TellMeter(size, age);
        }
    }

    /// <summary>Listeners run in here: after the batch is booked, so that nobody waits for them.</summary>
    private void TellMeter(int size, TimeSpan age) => Guard(() => EasyLoggerMeter.RecordBatch(_name, size, age));

    /// <summary>Not counted anywhere: the event is ours, nobody logged it.</summary>
    private void Tell(LoggingEvent report)
    {
        CapturedEvents events = new(1);
        events.Begin(CapturePlan.Everything);
        events.Add(report, default);
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
            result.Drop(DropReason.NoAppender, batch[i]);
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
            if (ReferenceEquals(_current[index], loggingEvent))
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
        _result.Clear();
        BufferingOptions options = _options();
        if (options.Lossy)
        {
            _history.Discard(options, _result);
        }
        else
        {
            ReleaseHistory();
        }

        Settle();
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
