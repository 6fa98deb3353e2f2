using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Diagnostics;

namespace Easy.Logger.Loki.Sending;

/// <summary>Tries one push until it is answered for good, or its time is over. For one thread.</summary>
internal sealed class PushAttempts(
    PushTransport transport, bool dropRateLimited, LokiCounters counters, TimeProvider time, PushInProgress inProgress)
{
    /// <summary>After so many refusals because of its rate a push is halved: it may be more than the server ever takes at once.</summary>
    private const int MaxRateLimited = 3;

    private readonly Random _random = new();
    private volatile bool _isWaiting;

    /// <summary>Whether a wait for the next try is under way. Any thread may ask.</summary>
    public bool IsWaiting => _isWaiting;

    public Uri Address => transport.Address;

    /// <summary>The time by the clock that ages are measured with.</summary>
    public long Now => time.GetTimestamp();

    /// <summary>The time since a moment by that clock.</summary>
    public TimeSpan AgeOf(long timestamp) => time.GetElapsedTime(timestamp);

    /// <summary>Tries a push, whose lines may have been tried before: pieces of a push have the time of the whole.</summary>
    /// <returns>The last answer: <see cref="PushOutcome.Retry" /> when the time was over.</returns>
    public PushReply Push(EncodedPush push, bool canBeSplit, RetrySchedule schedule, long firstTry, CancellationToken cancellation)
    {
        long begin = time.GetTimestamp();
        PushReply reply = PushToTheEnd(push, canBeSplit, schedule, firstTry, cancellation);
        LokiMeter.RecordPush(counters, push, time.GetElapsedTime(begin), reply);
        return reply;
    }

    /// <summary>The wait before the next try; <see langword="null" /> when there is none.</summary>
    [SuppressMessage("Security", "CA5394", Justification = "It spreads tries over time and hides nothing.")]
    public TimeSpan? PauseBefore(RetrySchedule schedule, int tries, TimeSpan elapsed, TimeSpan? asked)
    {
        using (Uninterrupted.Lock(_random))
        {
            return schedule.Next(tries, elapsed, asked, _random.NextDouble());
        }
    }

    private PushReply PushToTheEnd(EncodedPush push, bool canBeSplit, RetrySchedule schedule, long firstTry, CancellationToken cancellation)
    {
        int rateLimited = 0;
        for (int tries = 1; ; tries++)
        {
            PushReply reply = PushOnce(push, cancellation);
            if (reply.Outcome != PushOutcome.Retry || cancellation.IsCancellationRequested)
            {
                return reply;
            }

            rateLimited += reply.ErrorType == ErrorTypes.RateLimited ? 1 : 0;
            if (rateLimited > 0 && dropRateLimited)
            {
                return reply with { Outcome = PushOutcome.Dropped };
            }

            if (rateLimited >= MaxRateLimited && canBeSplit)
            {
                return reply with { Outcome = PushOutcome.TooLarge };
            }

            if (PauseBefore(schedule, tries, time.GetElapsedTime(firstTry), reply.RetryAfter) is not { } pause
                || !Wait(pause, cancellation))
            {
                return reply;
            }

            LokiMeter.CountRetry(counters, reply.ErrorType!);
        }
    }

    private PushReply PushOnce(EncodedPush push, CancellationToken cancellation)
    {
        try
        {
            cancellation.ThrowIfCancellationRequested(); // a handler of the application may not look
            using (SuppressForwardingScope.Begin())
            using (inProgress.Begin())
            {
                return transport.Push(push, cancellation);
            }
        }
        catch (OperationCanceledException)
        {
            return new PushReply(PushOutcome.Retry, ErrorTypes.Closed, Status: null, "the appender was closed");
        }
    }

    private bool Wait(TimeSpan pause, CancellationToken cancellation)
    {
        _isWaiting = true;
        long begin = Now;
        bool isOver = Uninterrupted.Wait(() =>
        {
            TimeSpan left = pause - AgeOf(begin);
            return left <= TimeSpan.Zero || Pauses.Wait(left, Timeout.InfiniteTimeSpan, time, cancellation.WaitHandle);
        });
        _isWaiting = false;
        return isOver;
    }
}
