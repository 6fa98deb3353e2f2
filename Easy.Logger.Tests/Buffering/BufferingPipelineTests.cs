using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Buffering;

/// <summary>What only shows without an appender around; the rest of the pipeline is tested through the appender.</summary>
internal sealed class BufferingPipelineTests
{
    [Test]
    public void Flush_NeverStarted_IsTrueAtOnce()
    {
        AsyncBufferingForwardingAppender appender = new();

        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
        appender.Close();
    }

    [Test]
    public void Flush_ClosedWithoutEverStarting_IsTrueAtOnce()
    {
        AsyncBufferingForwardingAppender appender = new();
        appender.Close();

        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
    }

    [Test]
    public void Flush_Closed_IsTrueAtOnce()
    {
        AsyncBufferingForwardingAppender appender = new();
        appender.AddAppender(new GatedAppender());
        appender.DoAppend(Some.Event());
        appender.Close();

        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.True);
    }
}
