using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>Whose push is next.</summary>
[Category("Loki")]
internal sealed class LaneOrderTests
{
    private static readonly PushReply _noAnswer = new(PushOutcome.Retry, "timeout", Status: null, "no answer");

    [Test]
    public void First_SomeLanesFail_TheOthersAreFirstAndThenTheOneThatWasTriedLongestAgo()
    {
        ManualTimeProvider time = new();
        PushAttempts attempts = new(null!, dropRateLimited: false, new LokiCounters(() => "loki"), time);
        LaneStates states = new(attempts, time);
        LaneIndex index = new();
        Array.ForEach(["hangs", "hangs too", "well"], lane => index.Add(new LaneEntry(lane, lines: 1)));
        states.Fail("hangs too", new RetrySchedule(Timeout.InfiniteTimeSpan), TimeSpan.Zero, _noAnswer, number: 0, piece: 1);
        time.Advance(TimeSpan.FromSeconds(1));
        states.Fail("hangs", new RetrySchedule(Timeout.InfiniteTimeSpan), TimeSpan.Zero, _noAnswer, number: 0, piece: 1);
        time.Advance(TimeSpan.FromSeconds(10));

        List<string> order = [];
        while (index.First(lane => states.RankOf(lane, _ => true)) is { } next)
        {
            order.Add(next.Lane);
            next.IsGone = true;
        }

        Assert.That(order, Is.EqualTo(["well", "hangs too", "hangs"]));
    }
}
