namespace Easy.Logger.Tests.Support;

/// <summary>
/// What an appender owes when its test is over: no worker of it lives, and its counters balance. .NET cannot list threads by name, so it is
/// the appender's own word: it only says Closed when the worker has done its last step.
/// </summary>
internal static class Workers
{
    public static void AssertNoneLeft(IEnumerable<AsyncBufferingForwardingAppender> appenders)
    {
        foreach (AsyncBufferingForwardingAppender appender in appenders)
        {
            Eventually.Holds(() => appender.Statistics.State == BufferState.Closed, $"the worker of '{appender.Name}' ends");
            BufferStatistics counters = appender.Statistics;
            Assert.That(
                counters.Accepted,
                Is.EqualTo(counters.Forwarded + counters.Failed + counters.Dropped),
                $"the counters of '{appender.Name}'");
        }
    }
}
