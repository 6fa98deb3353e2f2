using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests;

/// <summary>The appender as one piece: clock by hand, children with a gate, no log4net repository.</summary>
internal sealed class AsyncBufferingForwardingAppenderTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender;

    public AsyncBufferingForwardingAppenderTests()
    {
        _appender = new AsyncBufferingForwardingAppender(_clock) { Name = Some.Name(), BufferSize = 3 };
        _appender.AddAppender(_child);
    }

    [TearDown]
    public void CloseAppender()
    {
        _child.OpenGate();
        _appender.Close();
        Workers.AssertNoneLeft([_appender]);
    }

    /// <summary>The answer is true only when it is.</summary>
    [Test]
    [Demand("B10")]
    public void FlushWithAStalledChild_ReturnsFalse()
    {
        _appender.ActivateOptions();
        _child.CloseGate();
        Log("a");

        Assert.That(Eventually.Returns(() => _appender.Flush(20), "Flush"), Is.False);

        _child.OpenGate();
        Assert.That(Eventually.Returns(() => _appender.Flush(-1), "Flush"), Is.True);
        Assert.That(_child.Flushes, Is.Positive);
    }

    [Test]
    public void Flush_FromTheWorker_ReturnsFalseAtOnce()
    {
        bool? answer = null;
        _child.OnAppend = _ => answer = _appender.Flush(-1);
        _appender.ActivateOptions();
        Log("a");

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(answer, Is.False);
    }

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

        Assert.That(interrupted, Is.True);
        Assert.That(_child.Messages, Has.Count.EqualTo(4));
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

    /// <summary>A history that is kept while nothing needs it would come after what was forwarded meanwhile.</summary>
    [Test]
    [Demand("D1")]
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

    private void Log(params string[] messages)
    {
        foreach (string message in messages)
        {
            _appender.DoAppend(Some.Event(message));
        }
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, without a message.")]
    private sealed class UnreadableException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
