using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// Sends batches, one push at a time: tries again what may pass later, halves what is too large, and gives up what would be refused again, so that no push holds up the next for longer than
/// its own refusal takes. Not thread-safe.
/// </summary>
/// <param name="encoder">Makes pushes.</param>
/// <param name="attempts">Tries them.</param>
/// <param name="schedule">When to try again, as long as there is no disk to wait on.</param>
/// <param name="spill">Where pushes wait that do not get there, tried once; <see langword="null" /> when they are tried again instead.</param>
/// <param name="books">Where lines are counted.</param>
/// <param name="failures">What is told of a call.</param>
internal sealed class PushSender(PushEncoder encoder, PushAttempts attempts, RetrySchedule schedule, PushSpill? spill, PushBooks books, SendFailures failures) : IDisposable
{
    private static readonly RetrySchedule _once = new(TimeSpan.Zero);

    private readonly EncodedPush _push = new();
    private long _firstTry;
    private int _settled; // lines of the batch whose fate is in the books

    /// <summary>Sends a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="tenant">Whose it is.</param>
    /// <param name="cancellation">Ends it: what is left is dropped, or waits on disk.</param>
    public void Send(PushBatch batch, string? tenant, CancellationToken cancellation)
    {
        _push.Tenant = tenant;
        _settled = 0;
        try
        {
            _firstTry = attempts.Now;
            Send(batch, first: 0, batch.Count, cancellation);
        }
        catch (Exception e)
        {
            // No memory for a push that is larger than any before, at worst. It must not cost the next batch as well.
            Drop(batch.Count - _settled, new PushReply(PushOutcome.Retry, ErrorTypes.NotEncoded, Status: null, $"{e.GetType().Name}: {e.Message}"));
        }
    }

    public void Dispose() => _push.Dispose();

    private void Send(PushBatch batch, int first, int count, CancellationToken cancellation)
    {
        encoder.Encode(batch, first, count, _push);
        if (spill is { IsInUse: true } && spill.TryKeep(_push))
        {
            _settled += count; // behind what waits already, whether the server is back or not
            return;
        }

        bool isTriedOnce = spill is { IsReady: true };
        PushReply reply = attempts.Push(_push, canBeSplit: count > 1, isTriedOnce ? _once : schedule, _firstTry, cancellation);
        if (isTriedOnce && reply.Outcome == PushOutcome.Retry && !spill!.TryKeep(_push))
        {
            isTriedOnce = false; // the disk is full, for one: as without a folder then
            reply = attempts.Push(_push, canBeSplit: count > 1, schedule, _firstTry, cancellation);
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
            case PushOutcome.Retry when isTriedOnce || spill?.TryKeep(_push) == true:
                _settled += count;
                break;
            default:
                Drop(count, reply);
                break;
        }
    }

    private void Answer(int count, PushReply reply)
    {
        _settled += count;
        books.Answer(count, reply);
        if (reply.Outcome == PushOutcome.Refused)
        {
            failures.Add(count, reply);
        }
    }

    private void Drop(int count, PushReply reply)
    {
        _settled += count;
        books.Drop(count, reply.ErrorType!);
        failures.Add(count, reply);
    }
}
