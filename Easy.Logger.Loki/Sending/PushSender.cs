using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Lanes;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// Sends batches, one push at a time: tries again what may pass later, halves what is too large, and drops what would be refused again, so
/// that no push holds up the next for longer than its own refusal takes. Where there are lanes, a push is tried once and then waits there;
/// otherwise it is tried again here. Not thread-safe.
/// </summary>
internal sealed class PushSender(
    PushEncoder encoder,
    PushAttempts attempts,
    RetrySchedule schedule,
    PushLanes? lanes,
    LokiCounters counters,
    SendFailures failures) : IDisposable
{
    private readonly EncodedPush _push = new();
    private long _firstTry;
    private PushReply _lastFailure;
    private bool _hasFailed; // a try of the batch, because the server could not take it then
    private int _counted; // lines of the batch whose fate is in the counters

    /// <summary>Sends a batch. When it is cancelled, what is left is dropped or waits on disk.</summary>
    public void Send(PushBatch batch, string? tenant, CancellationToken cancellation)
    {
        _push.Tenant = tenant;
        _counted = 0;
        _hasFailed = false;
        try
        {
            _firstTry = attempts.Now;
            Send(batch, first: 0, batch.Count, cancellation);
        }
        catch (Exception e)
        {
            // No memory for a push that is larger than any before, at worst. It must not cost the next batch as well.
            Drop(batch.Count - _counted, PushReply.NotSent(ErrorTypes.NotEncoded, e));
        }

        _push.Body.Clear();
    }

    public void Dispose() => _push.Dispose();

    private void Send(PushBatch batch, int first, int count, CancellationToken cancellation)
    {
        if (lanes?.MustWait(_push.Tenant) == true && TryKeep(batch, first, count, reply: null, cancellation))
        {
            return;
        }

        bool isTriedOnce = lanes is { IsReady: true };
        if (!isTriedOnce && _hasFailed && schedule.IsOver(attempts.AgeOf(_firstTry)))
        {
            Drop(count, _lastFailure); // a piece has the time of the whole
            return;
        }

        encoder.Encode(batch, first, count, _push);
        PushReply reply = attempts.Push(_push, canBeSplit: count > 1, isTriedOnce ? RetrySchedule.Once : schedule, _firstTry, cancellation);
        lanes?.Note(_push.Tenant, reply);
        if (reply.Outcome == PushOutcome.Retry && lanes is not null && TryKeep(batch, first, count, reply, cancellation))
        {
            return;
        }

        if (isTriedOnce && reply.Outcome == PushOutcome.Retry && lanes!.IsOnDisk && !cancellation.IsCancellationRequested)
        {
            // The disk is full, for one: as without a folder then.
            reply = attempts.Push(_push, canBeSplit: count > 1, schedule, _firstTry, cancellation);
        }

        if (reply.Outcome == PushOutcome.Retry || reply.ErrorType == ErrorTypes.RateLimited)
        {
            (_hasFailed, _lastFailure) = (true, reply with { Outcome = PushOutcome.Retry });
        }

        switch (reply.Outcome)
        {
            case PushOutcome.TooLarge when count > 1:
                Send(batch, first, count / 2, cancellation);
                Send(batch, first + (count / 2), count - (count / 2), cancellation);
                break;
            case PushOutcome.Delivered or PushOutcome.Refused:
                Answer(count, reply);
                break;
            default:
                Drop(count, reply);
                break;
        }
    }

    /// <summary>Leaves a push to its lane.</summary>
    /// <returns>Whether nothing has to be done with it any more.</returns>
    private bool TryKeep(PushBatch batch, int first, int count, PushReply? reply, CancellationToken cancellation)
    {
        while (true)
        {
            switch (lanes!.Keep(batch, first, count, _push.Tenant, attempts.AgeOf(_firstTry), reply))
            {
                case KeepResult.Kept:
                    _counted += count;
                    return true;
                case KeepResult.Refused:
                    return false;
                default:
                    if (lanes.OthersGetThrough(_push.Tenant))
                    {
                        string text = $"too many lines of tenant '{_push.Tenant}' wait";
                        Drop(count, new PushReply(PushOutcome.Retry, ErrorTypes.LaneFull, Status: null, text));
                        return true;
                    }

                    if (!lanes.WaitForRoom(cancellation))
                    {
                        Drop(count, new PushReply(PushOutcome.Retry, ErrorTypes.Closed, Status: null, "the appender was closed"));
                        return true;
                    }

                    reply = null;
                    break;
            }
        }
    }

    private void Answer(int count, PushReply reply)
    {
        _counted += count;
        int refused = counters.Answer(count, reply);
        if (refused > 0)
        {
            failures.Add(refused, reply);
        }
    }

    private void Drop(int count, PushReply reply)
    {
        _counted += count;
        counters.Drop(count, reply.ErrorType!);
        failures.Add(count, reply);
    }
}
