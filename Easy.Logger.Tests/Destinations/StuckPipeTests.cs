using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// Over a destination that really stands still: a file appender on a named pipe whose reader does not read. The worker is inside
/// the system's write call, which nothing of ours can end.
/// </summary>
[Platform("Linux")]
[Demand("A2", "A5", "B3")]
internal sealed class StuckPipeTests
{
    private const int QueueLimit = 100;

    private readonly NamedPipe _pipe = new();
    private readonly InternalMessages _messages = new();
    private readonly ManualTimeProvider _clock = new();
    private AsyncBufferingForwardingAppender _appender = null!;

    [SetUp]
    public void Attach()
    {
        FileAppender child = new() { Name = "pipe", File = _pipe.Path, Layout = new PatternLayout("%message%newline") };
        child.ActivateOptions();
        _appender = new AsyncBufferingForwardingAppender(
            _clock)
        { Name = Some.Name(), BufferSize = 10, QueueLimit = QueueLimit, ReportLoss = false };
        _appender.AddAppender(child);
    }

    [TearDown]
    public void End()
    {
        _ = ReadAll();
        _appender.Close();
        Workers.AssertNoneLeft([_appender]);
        _messages.Dispose();
        _pipe.Dispose();
    }

    [TestCase(OverflowPolicy.DropNewest)]
    [TestCase(OverflowPolicy.DropOldest)]
    [TestCase(OverflowPolicy.DropLowestLevel)]
    public void DoAppend_ReaderDoesNotRead_NoCallWaitsAndWhatIsNotDroppedArrives(OverflowPolicy overflow)
    {
        _appender.Overflow = overflow;
        BlockTheWorker();

        Eventually.Returns(() => Log(10_000), "the log calls");

        BufferStatistics full = _appender.Statistics;
        Assert.That((full.Pending, full.BlockedCalls), Is.EqualTo((QueueLimit, 0)));
        IReadOnlyList<string> lines = ReadAll();
        BufferStatistics counters = _appender.Statistics;
        Assert.That(lines, Has.Count.EqualTo(counters.Forwarded));
        Assert.That(counters.Forwarded + counters.Dropped, Is.EqualTo(10_001).And.EqualTo(counters.Accepted));
        Assert.That(lines.Skip(1).Select(int.Parse), Is.Ordered);
    }

    [Test]
    public void DoAppend_ReaderDoesNotReadAndCallsBlock_OneCallWaitsThenNone()
    {
        _appender.BlockTimeout = 20;
        BlockTheWorker();

        Eventually.Returns(() => Log(10_000), "the log calls");

        BufferStatistics counters = _appender.Statistics;
        Assert.That((counters.BlockedCalls, counters.Pending), Is.EqualTo((1, QueueLimit)));
        Assert.That(counters.DroppedFor(DropReason.BlockTimeout), Is.EqualTo(counters.Accepted - QueueLimit));
    }

    [Test]
    public void Statistics_ReaderDoesNotReadForTenSeconds_IsStalledUntilItReads()
    {
        BlockTheWorker();

        _clock.Advance(TimeSpan.FromSeconds(9.9));
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Running));
        _clock.Advance(TimeSpan.FromSeconds(0.1));

        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Stalled));
        _pipe.BeginReading();
        Eventually.Holds(() => _appender.Statistics.State == BufferState.Running, "the worker comes back");
    }

    [Test]
    public void Close_ReaderDoesNotRead_EndsAtCloseTimeoutAndSaysWhatWasLeft()
    {
        _appender.CloseTimeout = 100;
        BlockTheWorker();
        Log(10);

        Eventually.Returns(_appender.Close, "Close");

        Assert.That(_appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(10));
        Assert.That(
            _messages.Naming($"[{_appender.Name}]").Single(), Does.Contain("10 waiting event(s) were dropped, 1 more are with a child"));
    }

    /// <summary>One event that is longer than any pipe: the write of it ends when somebody reads.</summary>
    private void BlockTheWorker()
    {
        _appender.FlushLevel = Level.Warn;
        _appender.ActivateOptions();
        _appender.DoAppend(Some.Event(new string('.', 2_000_000), Level.Warn));
        Eventually.Holds(() => _appender.Statistics.InFlight == 1, "the worker is with the child");
    }

    private void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
        }
    }

    /// <summary>Lets the reader read until the appender has closed the pipe.</summary>
    private IReadOnlyList<string> ReadAll()
    {
        _pipe.BeginReading();
        _appender.Close();
        return _pipe.AwaitEnd();
    }
}
