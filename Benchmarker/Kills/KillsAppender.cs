using Benchmarker.Stress;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Kills;

/// <summary>An appender beside the log that is slow, or fails now and then.</summary>
internal sealed class KillsAppender(Chance chance, bool isSlow, bool fails) : IBulkAppender
{
    public string Name { get; set; } = fails ? "failing" : "slow";

    public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        if (isSlow)
        {
            Thread.Sleep(chance.Below(4));
        }

        if (fails && chance.OneIn(5))
        {
            throw new InvalidOperationException("fails");
        }
    }

    public void Close()
    {
    }
}
