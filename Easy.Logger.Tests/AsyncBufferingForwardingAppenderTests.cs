using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests;

/// <summary>The appender as one piece: clock by hand, children with a gate, no log4net repository.</summary>
internal sealed class AsyncBufferingForwardingAppenderTests : AppenderTests
{
    public AsyncBufferingForwardingAppenderTests()
        : base(isClockByHand: true) => Appender.BufferSize = 3;

    /// <summary>The answer is true only when all is through and the child is flushed.</summary>
    [Test]
    [Demand("B9", "B10")]
    public void FlushWithAStalledChild_ReturnsFalseAndTrueWhenAllIsThrough()
    {
        int throughAtFlush = 0;
        Child.OnFlush = _ =>
        {
            throughAtFlush = Child.Messages.Count;
            return true;
        };
        Activate();
        HoldWorker();
        Log(100);

        Assert.That(Eventually.Returns(() => Appender.Flush(20), "Flush"), Is.False);

        Child.OpenGate();
        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush"), Is.True);
        Assert.That((Child.Messages.Count, throughAtFlush, Child.Flushes), Is.EqualTo((101, 101, 1)));
        Log("logging goes on");
        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That((Child.Messages[^1], Appender.Statistics.Flushes), Is.EqualTo(("logging goes on", 2)));
    }

    /// <summary>A handler of log4net's internal log that hangs is waited for, but not for long.</summary>
    [Test]
    public void Flush_WithoutLimitAndANoticeCannotBeWritten_Returns()
    {
        GatedAppender gate = new();
        gate.CloseGate();
        Child.OnAppend = _ => throw new IOException("failed");
        Activate();
        LogLog.LogReceived += Hang;
        try
        {
            Log("a");

            Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush"), Is.False);
            gate.AwaitEntry();
        }
        finally
        {
            LogLog.LogReceived -= Hang;
            gate.OpenGate();
        }

        void Hang(object? source, LogReceivedEventArgs args)
        {
            if (args.LogLog.Message.Contains(Appender.Name!, StringComparison.Ordinal))
            {
                gate.DoAppend(Some.Event());
            }
        }
    }

    [Test]
    public void Flush_FromTheWorkerOrNeverStartedOrClosed_ReturnsAtOnce()
    {
        bool? answer = null;
        Child.OnAppend = _ => answer = Appender.Flush(-1);
        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush of one that never started"), Is.True);

        Activate();
        Log("a");

        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush"), Is.True);
        Assert.That(answer, Is.False, "from the worker");
        Appender.Close();
        Assert.That(Eventually.Returns(() => Appender.Flush(-1), "Flush of one that is closed"), Is.True);
    }

    [Test]
    public void Close_ByAnInterruptedThreadAndTheExceptionOfTheChildHasNoMessage_ForwardsEverythingKeepsTheInterruptAndEndsTheWorker()
    {
        Child.OnClose = () => throw new UnreadableException();
        Activate();
        Log("a", "b", "c", "d");

        Eventually.Returns(
            () =>
            {
                Thread.CurrentThread.Interrupt();
                Appender.Close();
                Assert.Throws<ThreadInterruptedException>(() => new ManualResetEventSlim().Wait(Eventually.Patience));
            },
            "Close");

        Assert.That(Child.Messages, Has.Count.EqualTo(4));
        Assert.That(Appender.Statistics.State, Is.EqualTo(BufferState.Closed));
    }

    /// <summary>A history that is kept while nothing needs it would come after what was forwarded meanwhile.</summary>
    [Test]
    [Demand("D1")]
    public void ActivateOptions_LossyNoMore_ForwardsTheHistoryBeforeAllThatComes()
    {
        Appender.Lossy = true;
        Appender.Evaluator = new LevelEvaluator(Level.Error);
        Activate();
        Log("a", "b");
        Assert.That(Appender.Flush(-1), Is.True, "the worker has them");

        Appender.Lossy = false;
        Appender.ActivateOptions();

        Child.AwaitCount(2);
        Log("c", "d", "e");
        Child.AwaitCount(5);
        Assert.That(Child.Messages, Is.EqualTo(new[] { "a", "b", "c", "d", "e" }));
    }

    [Test]
    [Demand("H6")]
    public void LossyWithAnErrorEvaluator_IdleTimeLeavesTheHistoryAloneAndAnErrorForwardsItToThoseThatAreAttachedThen()
    {
        GatedAppender detached = new();
        Appender.AddAppender(detached);
        Appender.Lossy = true;
        Appender.Evaluator = new LevelEvaluator(Level.Error);
        Activate();
        Log("a", "b", "c", "d");
        Assert.That(Appender.Flush(-1), Is.True);

        Clock.Advance(TimeSpan.FromSeconds(5));
        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That((Child.Messages.Count, Appender.Statistics.Pending), Is.EqualTo((0, 3L)));

        Appender.RemoveAppender(detached);
        Appender.DoAppend(Some.Event("error", Level.Error));
        Child.AwaitCount(3);
        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That(Child.Messages, Is.EqualTo(new[] { "c", "d", "error" }));
        Assert.That(detached.Messages, Is.Empty);
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Lossy), Is.EqualTo(2));
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, without a message.")]
    private sealed class UnreadableException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
