namespace Easy.Logger.Tests.Metrics;

/// <summary>A child that fails on every tenth event.</summary>
internal sealed class FailingAppender : AppenderSkeleton
{
    public const string Element = """<appender name="failing" type="Easy.Logger.Tests.Metrics.FailingAppender, Easy.Logger.Tests" />""";

    private int _count;

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (++_count % 10 == 0)
        {
            throw new IOException("disk full");
        }
    }
}
