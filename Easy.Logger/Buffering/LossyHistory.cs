using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The last <c>bufferSize</c> events of a lossy appender, kept until one comes that the evaluator wants; then they and it are forwarded, in
/// order. What falls out on the other side is dropped, unless the lossy evaluator wants it. Worker only, and the same calls of the evaluators in the
/// same order as in log4net's BufferingForwardingAppender.
/// </summary>
internal sealed class LossyHistory
{
    private readonly Queue<LoggingEvent> _events = new();
    private readonly FailureReporter _reporter;

    public LossyHistory(FailureReporter reporter) => _reporter = reporter;

    public bool IsEmpty => _events.Count == 0;

    public void Remember(LoggingEvent[] batch, BufferingOptions options, Action<LoggingEvent[], BatchResult> forward, BatchResult result)
    {
        foreach (LoggingEvent loggingEvent in batch)
        {
            _events.Enqueue(loggingEvent);
            while (_events.Count > options.BufferSize)
            {
                GiveUp(1, options, forward, result);
            }

            if (Triggers(options.Evaluator, loggingEvent))
            {
                Release(forward, result);
            }
            else if (options.BufferSize == 1)
            {
                GiveUp(1, options, forward, result); // log4net keeps no history of one: each event goes or stays at once
            }
        }
    }

    /// <summary>Forwards all of it.</summary>
    public void Release(Action<LoggingEvent[], BatchResult> forward, BatchResult result)
    {
        LoggingEvent[] history = [.. _events];
        _events.Clear();
        forward(history, result);
    }

    /// <summary>Forwards, as one batch, the events that the lossy evaluator wants and drops the rest.</summary>
    public void GiveUp(BufferingOptions options, Action<LoggingEvent[], BatchResult> forward, BatchResult result) =>
        GiveUp(_events.Count, options, forward, result);

    private void GiveUp(int count, BufferingOptions options, Action<LoggingEvent[], BatchResult> forward, BatchResult result)
    {
        List<LoggingEvent>? wanted = null;
        for (int i = 0; i < count; i++)
        {
            LoggingEvent oldest = _events.Dequeue();
            if (Triggers(options.LossyEvaluator, oldest))
            {
                (wanted ??= []).Add(oldest);
            }
            else
            {
                result.Drop(DropReason.Lossy, oldest);
            }
        }

        if (wanted is not null)
        {
            forward([.. wanted], result);
        }
    }

    private bool Triggers(ITriggeringEventEvaluator? evaluator, LoggingEvent loggingEvent)
    {
        try
        {
            return evaluator is not null && evaluator.IsTriggeringEvent(loggingEvent);
        }
        catch (Exception e)
        {
            _reporter.Failed("the evaluator", e);
            return false;
        }
    }
}
