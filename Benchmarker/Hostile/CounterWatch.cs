using Easy.Logger;
using Easy.Logger.Diagnostics;

namespace Benchmarker.Hostile;

/// <summary>Takes snapshots of the counters all the time, on a thread of its own, and remembers the first that does not balance.</summary>
internal sealed class CounterWatch : IDisposable
{
    private const int IntervalMilliseconds = 2;

    private volatile AsyncBufferingForwardingAppender[] _appenders = [];
    private volatile string? _fault;
    private volatile bool _isOver;
    private volatile bool _hasSeenStalled;
    private long _snapshots;

    public CounterWatch() => new Thread(Run) { IsBackground = true, Name = "counter watch" }.Start();

    public string? Fault => _fault;

    public bool HasSeenStalled => _hasSeenStalled;

    public long Snapshots => Interlocked.Read(ref _snapshots);

    public void Add(AsyncBufferingForwardingAppender appender)
    {
        _appenders = [.. _appenders, appender];
        Look(appender); // there is one, however short the scenario is
    }

    public void Dispose() => _isOver = true;

    private void Run()
    {
        while (!_isOver)
        {
            Thread.Sleep(IntervalMilliseconds);
            try
            {
                Array.ForEach(_appenders, Look);
            }
            catch (OutOfMemoryException)
            {
                // The scenario's own doing; the next snapshot may have room.
            }
        }
    }

    private void Look(AsyncBufferingForwardingAppender appender)
    {
        BufferStatistics counters = appender.Statistics;
        Interlocked.Increment(ref _snapshots);
        _hasSeenStalled |= counters.State == BufferState.Stalled;
        if (counters.Accepted != counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending)
        {
            _fault ??= $"a snapshot does not balance: {CounterText.From(counters)}";
        }
    }
}
