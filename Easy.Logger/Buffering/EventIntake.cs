using System.Globalization;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Journaling;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// What a log call does with a captured event: re-entrancy, rings of appenders, urgency, the journal, and the report of a loss.
/// </summary>
internal sealed class EventIntake(
    EventQueue queue, AppenderFanOut children, BatchWorker worker, FailureReporter reporter, Func<BufferingOptions> options)
{
    /// <summary>Drops an event that would be dropped in any case, see <see cref="EventQueue.TryDrop" />.</summary>
    public bool TryDrop(LoggingEvent loggingEvent)
    {
        if (!queue.TryDrop(loggingEvent))
        {
            return false;
        }

        ReportLoss();
        return true;
    }

    /// <summary>Enqueues an event; see <see cref="EventQueue.Enqueue" />.</summary>
    /// <param name="captured">The event.</param>
    /// <param name="plan">What it was captured by.</param>
    /// <param name="appender">The appender that it arrived at.</param>
    /// <param name="thread">The calling thread.</param>
    /// <returns><see langword="false" /> when the queue is closed and the event was rejected.</returns>
    public bool Enqueue(in CapturedEvent captured, CapturePlan plan, IAppender appender, CallingThread thread)
    {
        if (thread.Worker is not { } sender)
        {
            return Add(captured, plan, thread, mayWait: true);
        }

        // What an appender, a layout or a filter logs while a worker hands events over is re-entrant. To its own appender it would come
        // back for ever, so it is dropped, as log4net drops what an appender logs to itself. To another async appender it may go, but
        // what is logged while a re-entrant event is handed over may not (two whose appenders log would feed each other), and it never
        // waits: that appender may be waiting for this one.
        bool isLogged = !sender.Forwards(captured.Event!, appender);
        if (ReferenceEquals(sender, worker) || (isLogged && sender.ForwardsReentrant))
        {
            return queue.CountDropped(captured.Level, DropReason.Reentrant);
        }

        if (isLogged || sender.ForwardsReentrant)
        {
            return Add(captured.AsReentrant(), plan, thread, mayWait: !isLogged);
        }

        if (!children.Reaches(appender))
        {
            return Add(captured, plan, thread, mayWait: true);
        }

        // Appenders lead back to each other, through others that hand events on: each event goes round once.
        Trail trail = sender.Trail;
        // Nor does it wait: the worker that it waits for may wait for this one.
        return trail.Contains(worker)
            ? queue.CountDropped(captured.Level, DropReason.Reentrant)
            : Add(captured.WithTrail(trail), plan, thread, mayWait: false);
    }

    private bool Add(in CapturedEvent captured, CapturePlan plan, CallingThread thread, bool mayWait)
    {
        bool isUrgent = IsUrgent(captured.Event!);
        CapturePlan own = plan.For(captured.Level, captured.Context is { IsTurnedAway: true });
        JournalRecord? record = queue.Journal?.WriteDown(captured, own);
        CapturedEvent queued = own.KeepsValues && captured is { HasMessage: true, Context: null }
            && CapturedEvent.TryKeepValues(captured.Event!, own.ReadsThread, thread.LastCall, out CapturedEvent values) ? values : captured;
        bool isAccepted = mayWait
            ? queue.Enqueue(queued, isUrgent, record, plan)
            : queue.TryEnqueueReentrant(queued, isUrgent, record, plan);
        record?.Return();
        ReportLoss();
        return isAccepted;
    }

    private void ReportLoss()
    {
        if (!queue.TakeUnreportedLoss())
        {
            return;
        }

        try
        {
            BufferingOptions current = options();
            reporter.Failed(
                FailureReporter.TakingEventsIn,
                exception: null,
                string.Format(
                    CultureInfo.InvariantCulture,
                    "the queue is full (queueLimit {0}, overflow {1}); the worker has been with the children for {2:0.0} s",
                    current.QueueLimit,
                    current.Overflow,
                    queue.BusyTime.TotalSeconds));
        }
        catch (OutOfMemoryException)
        {
            // Thrown on, it would count the event a second time, as one for which there was no memory.
        }
    }

    private bool IsUrgent(LoggingEvent loggingEvent)
    {
        BufferingOptions current = options();
        if (loggingEvent.Level is { } level && level.Value >= current.UrgentFrom)
        {
            return !current.Lossy;
        }

        if (current.Lossy || current.Evaluator is not { } evaluator)
        {
            return false;
        }

        try
        {
            return evaluator.IsTriggeringEvent(loggingEvent);
        }
        catch (Exception e)
        {
            reporter.Failed("the evaluator", e);
            return false;
        }
    }
}
