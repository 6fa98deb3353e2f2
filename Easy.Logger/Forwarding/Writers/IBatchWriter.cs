using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>One way of handing a batch to an attached appender. Worker only.</summary>
internal interface IBatchWriter
{
    /// <summary>Whether everything that was written is out of the appender's own buffers when <see cref="Write" /> returns.</summary>
    bool LeavesNothingToFlush { get; }

    /// <summary>Hands the batch to the appender.</summary>
    void Write(in Delivery delivery);
}

/// <summary>A batch for one attached appender.</summary>
/// <param name="batch">The events.</param>
/// <param name="planned">What is known of the appender.</param>
/// <param name="guard">Runs each step in the appender.</param>
/// <param name="failures">Gets the events that the appender failed to take.</param>
internal readonly struct Delivery(Batch batch, PlannedAppender planned, AppenderGuard guard, BatchFailures failures)
{
    public Batch Batch { get; } = batch;

    public PlannedAppender Planned { get; } = planned;

    public AppenderGuard Guard { get; } = guard;

    public BatchFailures Failures { get; } = failures;

    /// <summary>An event as the appender gets to see it.</summary>
    public LoggingEvent EventFor(int index) => Batch.EventFor(index, Planned.IsKnown);

    /// <summary>Whether the appender took events of this level when its plan was made, and has not turned it away since.</summary>
    public bool Takes(int index) =>
        Planned.Gate.Takes(Batch.LevelOf(index)) && (Planned.Filters is null || !Batch.IsTurnedAway(index));
}

/// <summary>Which events of one batch at least one child failed to take. Worker only; reused for every batch.</summary>
internal sealed class BatchFailures
{
    private bool[] _failed = [];
    private bool[] _taken = [];
    private bool _areTaken;
    private int _size;

    /// <summary>Events marked so far, each once.</summary>
    public int Count { get; private set; }

    /// <summary>Whether at least one child took an event.</summary>
    public bool HasTaken(int index) => _areTaken || (index < _taken.Length && _taken[index]);

    public void Reset(int size)
    {
        _areTaken = false;
        Array.Clear(_taken, 0, _taken.Length);
        if (Count > 0)
        {
            Array.Clear(_failed, 0, _size);
            Count = 0;
        }

        if (_failed.Length < size)
        {
            _failed = new bool[size];
        }

        _size = size;
    }

    public void Mark(int index)
    {
        if (!_failed[index])
        {
            _failed[index] = true;
            Count++;
        }
    }

    /// <summary>Marks what a child failed to take of the same batch, and what it took.</summary>
    public void Add(BatchFailures other)
    {
        if (other.Count == 0)
        {
            _areTaken = true;
            return;
        }

        Array.Resize(ref _taken, _failed.Length);
        for (int i = 0; i < _size; i++)
        {
            _taken[i] |= !other._failed[i];
            if (other._failed[i])
            {
                Mark(i);
            }
        }
    }

    /// <summary>Marks what is marked in another one, of that one event.</summary>
    public void Add(int index, BatchFailures single)
    {
        Array.Resize(ref _taken, _failed.Length);
        _taken[index] = single.HasTaken(0);
        if (single.Count > 0)
        {
            Mark(index);
        }
    }

    /// <summary>Marks events from one on, up to another that is not marked any more.</summary>
    public void Mark(int first, int end)
    {
        for (int i = first; i < end; i++)
        {
            Mark(i);
        }
    }
}
