using log4net.Util;

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

    /// <summary>A handler of log4net's internal log that hangs is waited for, but not for long.</summary>
    [Test]
    public void Flush_WithoutLimitAndANoticeCannotBeWritten_Returns()
    {
        using ManualResetEventSlim gate = new();
        using ManualResetEventSlim entered = new();
        string name = Some.Name("unread");
        AsyncBufferingForwardingAppender appender = new() { Name = name };
        appender.AddAppender(new GatedAppender { OnAppend = _ => throw new IOException("failed") });
        appender.ActivateOptions();
        LogLog.LogReceived += Hang;
        try
        {
            appender.DoAppend(Some.Event());

            Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.False);
            Assert.That(entered.Wait(Eventually.Patience), Is.True, "the notice");
        }
        finally
        {
            LogLog.LogReceived -= Hang;
            gate.Set();
        }

        appender.Close();

        void Hang(object? source, LogReceivedEventArgs args)
        {
            if (args.LogLog.Message.Contains(name, StringComparison.Ordinal))
            {
                entered.Set();
                gate.Wait();
            }
        }
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
