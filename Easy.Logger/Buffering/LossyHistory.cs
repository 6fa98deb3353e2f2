using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Rendering;
using log4net.Core;

namespace Easy.Logger.Buffering;

/// <summary>
/// The last <c>bufferSize</c> events of a lossy appender, kept until one comes that the evaluator wants; then they and it are forwarded, in
/// order. What falls out on the other side is dropped, unless the lossy evaluator wants it. Worker only, and the same calls of the
/// evaluators in the same order as in log4net's BufferingForwardingAppender.
/// </summary>
internal sealed class LossyHistory
{
    private readonly Queue<QueuedEvent> _entries = new();
    private readonly List<QueuedEvent> _wanted = [];
    private readonly Batch _batch = new();
    private readonly FailureReporter _reporter;
    private readonly Action<Batch, BatchResult> _forward;

    /// <param name="reporter">Gets the failures of the evaluators.</param>
    /// <param name="forward">Forwards a batch.</param>
    public LossyHistory(FailureReporter reporter, Action<Batch, BatchResult> forward)
    {
        _reporter = reporter;
        _forward = forward;
    }

    public bool IsEmpty => Count == 0;

    /// <summary>How many events are kept.</summary>
    public int Count => _entries.Count + _wanted.Count;

    public void Remember(Batch batch, BufferingOptions options, BatchResult result)
    {
        for (int i = 0; i < batch.Count; i++)
        {
            CapturedEvent captured = batch[i];
            QueuedEvent entry = new(captured.Event is null ? batch.EventFor(i, isKnown: true) : captured, batch.Plan);
            _entries.Enqueue(entry);
            bool hasThrown = false;
            while (_entries.Count > options.BufferSize)
            {
                hasThrown |= !TryDiscard(1, options.LossyEvaluator, result);
            }

            bool? isTriggering = hasThrown ? null : Triggers(options.Evaluator, entry); // as in log4net, whose Append has ended then
            if (isTriggering == true)
            {
                Release(result);
                continue;
            }

            if (options.BufferSize == 1)
            {
                // log4net keeps no history of one: each event goes or stays at once
                _ = TryDiscard(1, isTriggering is null ? null : options.LossyEvaluator, result);
            }

            if (isTriggering is null)
            {
                _wanted.ForEach(wanted => result.Drop(DropReason.Lossy, wanted.Captured.Level));
                _wanted.Clear();
            }

            ForwardWanted(result);
        }
    }

    /// <summary>Forwards all of it.</summary>
    public void Release(BatchResult result)
    {
        _wanted.AddRange(_entries);
        _entries.Clear();
        ForwardWanted(result);
    }

    /// <summary>Forwards the events that the lossy evaluator wants and drops the rest.</summary>
    public void Discard(BufferingOptions options, BatchResult result)
    {
        _ = TryDiscard(_entries.Count, options.LossyEvaluator, result);
        ForwardWanted(result);
    }

    /// <returns>Whether the evaluator threw for none.</returns>
    private bool TryDiscard(int count, ITriggeringEventEvaluator? evaluator, BatchResult result)
    {
        bool hasThrown = false;
        for (int i = 0; i < count; i++)
        {
            QueuedEvent oldest = _entries.Dequeue();
            bool? isTriggering = Triggers(evaluator, oldest);
            hasThrown |= isTriggering is null;
            if (isTriggering == true)
            {
                _wanted.Add(oldest);
            }
            else
            {
                result.Drop(DropReason.Lossy, oldest.Captured.Level);
            }
        }

        return !hasThrown;
    }

    private void ForwardWanted(BatchResult result)
    {
        if (_wanted.Count > 0)
        {
            QueuedEvent[] wanted = [.. _wanted];
            _wanted.Clear();
            Forward(wanted, result);
        }
    }

    /// <summary>A batch is of one plan.</summary>
    private void Forward(QueuedEvent[] entries, BatchResult result)
    {
        for (int first = 0, next; first < entries.Length; first = next)
        {
            for (next = first + 1; next < entries.Length && ReferenceEquals(entries[next].Plan, entries[first].Plan); next++)
            {
            }

            CapturedEvents events = new(next - first);
            events.Begin(entries[first].Plan);
            for (int i = first; i < next; i++)
            {
                events.Add(entries[i].Captured);
            }

            _batch.Begin(events);
            _forward(_batch, result);
            _batch.Clear();
        }
    }

    /// <summary>Evaluators of an application run in the culture of the call.</summary>
    /// <returns><see langword="null" /> when the evaluator throws.</returns>
    private bool? Triggers(ITriggeringEventEvaluator? evaluator, in QueuedEvent entry)
    {
        if (evaluator is null)
        {
            return false;
        }

        try
        {
            CapturedEvents single = new(1);
            single.Begin(entry.Plan);
            single.Add(entry.Captured);
            _batch.Begin(single);
            _batch.Enter(0);
            return evaluator.IsTriggeringEvent(entry.Captured.Event!);
        }
        catch (Exception e)
        {
            _reporter.Failed("the evaluator", e);
            return null;
        }
        finally
        {
            _batch.Leave();
            _batch.Clear();
        }
    }
}
