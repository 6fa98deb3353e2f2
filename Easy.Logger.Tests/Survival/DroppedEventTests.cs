using Easy.Logger.Buffering;
using log4net.Util;

namespace Easy.Logger.Tests.Survival;

/// <summary>A call whose event is dropped because the queue is full: nothing of the event is read first.</summary>
internal sealed class DroppedEventTests
{
    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name(), BufferSize = 1, QueueLimit = 3 };

    [TearDown]
    public void End()
    {
        _child.OpenGate();
        Eventually.Returns(_appender.Close, "Close");
        Workers.AssertNoneLeft([_appender]);
    }

    [TestCase(OverflowPolicy.DropNewest, 2_000)]
    [TestCase(OverflowPolicy.DropLowestLevel, 2_000)]
    [TestCase(OverflowPolicy.Block, 1)]
    [TestCase(OverflowPolicy.Block, 0)]
    public void DoAppend_QueueIsFull_MessageOfTheDroppedEventIsNotRendered(OverflowPolicy overflow, int blockTimeout)
    {
        _appender.Overflow = overflow;
        _appender.BlockTimeout = blockTimeout;
        _appender.AddAppender(_child);
        _appender.ActivateOptions();
        FillQueue();
        CountingMessage text = new();

        for (int i = 0; i < 100; i++)
        {
            _appender.DoAppend(EventOf(text));
        }

        Assert.That(_appender.Statistics.Dropped, Is.EqualTo(101));
        Assert.That(text.Renderings, Is.Zero);
    }

    /// <summary>The first call that finds no room may wait for it, and has to have its event ready then.</summary>
    private void FillQueue()
    {
        _child.CloseGate();
        _appender.DoAppend(Some.Event("held", Level.Error));
        _child.AwaitEntry();
        for (int i = 0; i < 3; i++)
        {
            _appender.DoAppend(Some.Event());
        }
    }

    private static LoggingEvent EventOf(CountingMessage text) =>
        new(typeof(DroppedEventTests), repository: null, "test", Level.Info, new SystemStringFormat(null, "{0}", text), exception: null);
}
