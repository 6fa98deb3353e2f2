namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// Over a destination that really stands still: a file appender on a named pipe whose reader does not read. The worker is inside
/// the system's write call, which nothing of ours can end.
/// </summary>
[Platform("Linux")]
[Demand("A2", "A5", "B3")]
internal sealed class StuckPipeTests : FolderTests
{
    private const int QueueLimit = 100;

    private readonly InternalMessages _messages = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly ManualResetEventSlim _opened = new();
    private string _pipe = null!;
    private FileStream _held = null!;
    private AsyncBufferingForwardingAppender _appender = null!;
    private Task<string[]>? _lines;

    [SetUp]
    public void Attach()
    {
        _pipe = Folder.MakePipe("pipe");

        // Open for reading and writing, so that opening it waits for nobody.
        _held = new FileStream(_pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        FileAppender child = new() { Name = "pipe", File = _pipe, Layout = new PatternLayout("%message%newline") };
        child.ActivateOptions();
        _appender = new AsyncBufferingForwardingAppender(_clock) { Name = Some.Name(), BufferSize = 10, QueueLimit = QueueLimit };
        _appender.AddAppender(child);
    }

    [TearDown]
    public void End()
    {
        _ = ReadAll();
        _appender.Close();
        Workers.AssertNoneLeft([_appender]);
        _messages.Dispose();
        _held.Dispose();
        _opened.Dispose();
        _lines?.Dispose();
    }

    [TestCase(OverflowPolicy.DropNewest)]
    [TestCase(OverflowPolicy.DropOldest)]
    [TestCase(OverflowPolicy.DropLowestLevel)]
    public void DoAppend_ReaderDoesNotRead_NoCallWaitsTheAppenderIsStalledUntilItReadsAndWhatIsNotDroppedArrives(OverflowPolicy overflow)
    {
        (_appender.Overflow, _appender.ReportLoss) = (overflow, false);
        BlockTheWorker();

        Eventually.Returns(() => Log(10_000), "the log calls");

        BufferStatistics full = _appender.Statistics;
        Assert.That((full.Pending, full.BlockedCalls), Is.EqualTo((QueueLimit, 0)));
        AssertStalledAfterTenSeconds();
        BeginReading();
        Eventually.Holds(() => _appender.Statistics.State == BufferState.Running, "the worker comes back");
        string[] lines = ReadAll();
        BufferStatistics counters = _appender.Statistics;
        Assert.That(lines, Has.Length.EqualTo(counters.Forwarded));
        Assert.That(counters.Forwarded + counters.Dropped, Is.EqualTo(10_001).And.EqualTo(counters.Accepted));
        Assert.That(lines.Skip(1).Select(int.Parse), Is.Ordered);
    }

    [Test]
    public void DoAppend_ReaderDoesNotReadAndCallsBlock_OneCallWaitsThenNoneAndCloseEndsAtItsTimeout()
    {
        (_appender.BlockTimeout, _appender.CloseTimeout) = (20, 100);
        BlockTheWorker();
        AssertStalledAfterTenSeconds();

        Eventually.Returns(() => Log(10_000), "the log calls");

        BufferStatistics counters = _appender.Statistics;
        Assert.That((counters.BlockedCalls, counters.Pending), Is.EqualTo((1, QueueLimit)));
        Assert.That(counters.DroppedFor(DropReason.BlockTimeout), Is.EqualTo(counters.Accepted - QueueLimit));
        Assert.That(Notices[0], Does.Contain("the worker has been with the children for 10.0 s"));
        Eventually.Returns(_appender.Close, "Close");
        Assert.That(_appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(QueueLimit - 1));
        Assert.That(Notices[1], Does.Contain($"{QueueLimit - 1} waiting event(s) were dropped, 1 more are with a child"));
    }

    private IReadOnlyList<string> Notices => _messages.Naming($"[{_appender.Name}]");

    /// <summary>One event that is longer than any pipe: the write of it ends when somebody reads.</summary>
    private void BlockTheWorker()
    {
        _appender.FlushLevel = Level.Warn;
        _appender.ActivateOptions();
        _appender.DoAppend(Some.Event(new string('.', 2_000_000), Level.Warn));
        Eventually.Holds(() => _appender.Statistics.InFlight == 1, "the worker is with the child");
    }

    private void AssertStalledAfterTenSeconds()
    {
        _clock.Advance(TimeSpan.FromSeconds(9.9));
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Running));
        _clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.That(_appender.Statistics.State, Is.EqualTo(BufferState.Stalled));
    }

    private void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(Some.Event($"{i}"));
        }
    }

    private void BeginReading()
    {
        if (_lines is null)
        {
            _lines = Task.Factory.StartNew(ReadLines, TaskCreationOptions.LongRunning);
            Assert.That(_opened.Wait(Eventually.Patience), Is.True, "Nobody writes to the pipe.");
            _held.Dispose(); // the pipe ends with its last writer
        }
    }

    /// <summary>Lets the reader read until the appender has closed the pipe.</summary>
    private string[] ReadAll()
    {
        BeginReading();
        _appender.Close();
        return Eventually.Returns(() => _lines!.Result, "the end of the pipe");
    }

    private string[] ReadLines()
    {
        using StreamReader reader = new(new FileStream(_pipe, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        _opened.Set();
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
