using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests;

/// <summary>What a fault on one thread must not do to the rest.</summary>
internal sealed partial class AsyncBufferingForwardingAppenderTests
{
    [Test]
    public void Close_ByAnInterruptedThread_ForwardsEverythingAndKeepsTheInterrupt()
    {
        _appender.ActivateOptions();
        Log("a", "b", "c", "d");

        bool interrupted = Eventually.Returns(
            () =>
            {
                Thread.CurrentThread.Interrupt();
                _appender.Close();
                return Assert.Throws<ThreadInterruptedException>(() => new ManualResetEventSlim().Wait(Eventually.Patience)) is not null;
            },
            "Close");

        Assert.Multiple(() =>
        {
            Assert.That(interrupted, Is.True);
            Assert.That(_child.Messages, Has.Count.EqualTo(4));
        });
    }

    [Test]
    public void Flush_EventFailedMeanwhile_ReturnsFalse()
    {
        _child.OnAppend = _ => throw new IOException("disk full");
        _appender.ActivateOptions();
        Log("a");

        Assert.That(_appender.Flush(-1), Is.False);
        Assert.That(_appender.Flush(-1), Is.True, "nothing is lost by this one");
    }

    [Test]
    public void Close_ChildWhoseExceptionHasNoMessage_EndsTheWorkerAllTheSame()
    {
        _child.OnClose = () => throw new UnreadableException();
        _appender.ActivateOptions();
        Log("a");

        _appender.Close();

        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Closed));
    }

    /// <summary>D1: a history that is kept while nothing needs it would come after what was forwarded meanwhile.</summary>
    [Test]
    public void ActivateOptions_LossyNoMore_ForwardsTheHistoryBeforeAllThatComes()
    {
        _appender.Lossy = true;
        _appender.Evaluator = new LevelEvaluator(Level.Error);
        _appender.ActivateOptions();
        Log("a", "b");
        Assert.That(_appender.Flush(-1), Is.True, "the worker has them");

        _appender.Lossy = false;
        _appender.ActivateOptions();

        _child.AwaitCount(2);
        Log("c", "d", "e");
        _child.AwaitCount(5);
        Assert.That(_child.Messages, Is.EqualTo(new[] { "a", "b", "c", "d", "e" }));
    }

    /// <summary>A5: what a health check reads.</summary>
    [Test]
    public void A5_ChildHoldsABatchForTenSeconds_IsStalledUntilItComesBack()
    {
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a", "b", "c");
        _child.AwaitEntry();

        _clock.Advance(TimeSpan.FromSeconds(9.9));
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Running));
        _clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Stalled));
        Assert.That(_appender.Statistics.OldestPendingAge, Is.EqualTo(TimeSpan.FromSeconds(10)));

        _child.OpenGate();
        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Running));
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, without a message.")]
    private sealed class UnreadableException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
