using Easy.Logger.Diagnostics;

namespace Easy.Logger.Metrics;

/// <summary>Something whose books the meter reads.</summary>
internal interface IMetered
{
    /// <summary>The most events that may wait.</summary>
    int QueueLimit { get; }

    /// <summary>What the attached appenders took and failed to take, those that are detached by now included.</summary>
    IReadOnlyList<ChildTotals> Children { get; }

    /// <summary>A snapshot that balances, taken without any lock but the queue's own.</summary>
    BufferStatistics Read();

    /// <summary>From now on its last snapshot is kept elsewhere, and so is each event that it refuses after that.</summary>
    /// <param name="countRejected">Takes those events, under the queue's lock.</param>
    /// <returns>The last snapshot.</returns>
    BufferStatistics ReadLast(Action countRejected);
}
