using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Threading;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The one background thread of an appender: takes batches from the queue, hands them to the children, answers flushes, and closes the
/// children when the queue is closed and empty. Survives whatever a child throws.
/// </summary>
internal sealed class BatchWorker
{
    private readonly BoundedEventQueue _queue;
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly Func<BufferingOptions> _options;
    private readonly BatchResult _result = new();
    private readonly LossyHistory _history;
    private volatile bool _ended;
    private Thread? _thread;

    public BatchWorker(BoundedEventQueue queue, AppenderFanOut children, FailureReporter reporter, Func<BufferingOptions> options)
    {
        _queue = queue;
        _children = children;
        _reporter = reporter;
        _options = options;
        _history = new LossyHistory(reporter);
    }

    /// <summary>Whether the caller runs on the worker's thread: code of a child, a layout or a filter.</summary>
    public bool IsCurrentThread => Thread.CurrentThread == _thread;

    /// <summary>Whether the last batch is settled and the children are closed.</summary>
    public bool HasEnded => _ended;

    public void Start(string name)
    {
        _thread = new Thread(Run) { IsBackground = true, Name = $"Easy.Logger {name}".TrimEnd() };

        // The thread lives as long as the program: it must not keep the AsyncLocal values of whoever logged first.
        if (ExecutionContext.IsFlowSuppressed())
        {
            _thread.Start();
            return;
        }

        using (ExecutionContext.SuppressFlow())
        {
            _thread.Start();
        }
    }

    /// <summary>Waits for the end of a worker whose queue was closed.</summary>
    /// <returns>Whether it came before the deadline.</returns>
    public bool WaitForEnd(Deadline deadline)
    {
        try
        {
            return _thread!.Join(deadline.RemainingMilliseconds);
        }
        catch (ThreadInterruptedException)
        {
            // Whoever interrupts the closing thread wants it to go on; it sees the interrupt at its next wait.
            Thread.CurrentThread.Interrupt();
            return _ended;
        }
    }

    private void Run()
    {
        QueueWork work;
        do
        {
            work = _queue.WaitForWork(out LoggingEvent[] batch, out FlushTicket? ticket);
            switch (work)
            {
                case QueueWork.Batch:
                    Forward(batch);
                    break;
                case QueueWork.Flush:
                    ticket!.Answer(Flush(ticket));
                    break;
            }
        }
        while (work != QueueWork.End);

        GiveUpHistory();
        _children.Close();
        _ended = true;
    }

    // Everything below settles what it took, whatever happens on the way: an event that is not settled blocks a place for ever.
    private void Forward(LoggingEvent[] batch)
    {
        _result.Clear();
        try
        {
            BufferingOptions options = _options();
            if (options.Lossy)
            {
                _history.Remember(batch, options, Forward, _result);
            }
            else
            {
                Forward(batch, _result);
            }
        }
        catch (Exception e)
        {
            _reporter.Failed("the worker", e);
            _result.Count(forwarded: 0, failed: batch.Length - _result.Settled);
        }

        _queue.Settle(_result);
    }

    private void Forward(LoggingEvent[] events, BatchResult result)
    {
        if (!_children.Forward(events, out int failed))
        {
            Array.ForEach(events, loggingEvent => result.Drop(DropReason.NoAppender, loggingEvent));
            return;
        }

        result.Count(events.Length - failed, failed);
    }

    private bool Flush(FlushTicket ticket)
    {
        if (ticket.FlushLossyHistory)
        {
            GiveUpHistory();
        }

        return _children.Flush(ticket.Deadline);
    }

    private void GiveUpHistory()
    {
        _result.Clear();
        _history.GiveUp(_options(), Forward, _result);
        _queue.Settle(_result);
    }
}
