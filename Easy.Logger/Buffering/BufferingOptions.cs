using System.Globalization;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Buffering;

/// <summary>
/// The options of one appender as they were at its last activation. Immutable: queue and worker read it without a lock.
/// </summary>
internal sealed class BufferingOptions
{
    public const int DefaultBufferSize = 512;
    public const int LargestBufferSize = 65_536;
    public const int DefaultQueueLimit = 16_384;
    public const int DefaultIdleTime = 500;
    public const int MaxIdleTime = 3_600_000;
    public const int DefaultBlockTimeout = 2_000;
    public const int DefaultCloseTimeout = 5_000;
    public const int DefaultJournalLimit = 256;
    public const int LargestJournalLimit = 65_536;

    /// <summary>Events per batch; 1 to 65,536.</summary>
    public int BufferSize { get; init; } = DefaultBufferSize;

    /// <summary>Most events accepted and not yet forwarded; at least <see cref="BufferSize" />.</summary>
    public int QueueLimit { get; init; } = DefaultQueueLimit;

    /// <summary>How long an event may wait before it is forwarded, in milliseconds; 1 to 3,600,000.</summary>
    public int IdleTime { get; init; } = DefaultIdleTime;

    /// <summary>An event at or above it is forwarded at once; OFF for none.</summary>
    public Level FlushLevel
    {
        get;
        init
        {
            field = value;
            UrgentFrom = value.Value == Level.Off.Value ? long.MaxValue : value.Value;
        }
    }
    = Level.Error;

    /// <summary>The value of <see cref="FlushLevel" />, beyond all levels when there is none.</summary>
    public long UrgentFrom { get; private init; } = Level.Error.Value;

    public OverflowPolicy Overflow { get; init; }

    /// <summary>Longest wait of one log call, in milliseconds; -1 without limit.</summary>
    public int BlockTimeout { get; init; } = DefaultBlockTimeout;

    /// <summary>Longest time that Close takes, in milliseconds; 0 discards, -1 without limit.</summary>
    public int CloseTimeout { get; init; } = DefaultCloseTimeout;

    public bool Lossy { get; init; }

    public ITriggeringEventEvaluator? Evaluator { get; init; }

    public ITriggeringEventEvaluator? LossyEvaluator { get; init; }

    public bool BatchRendering { get; init; } = true;

    /// <summary>Whether the log itself says where events are missing.</summary>
    public bool ReportLoss { get; init; } = true;

    /// <summary>
    /// The folder that waiting events are kept in for the next run, in case this one is killed; <see langword="null" /> for none.
    /// </summary>
    public string? Journal { get; init; }

    /// <summary>The most that the journal of this appender takes, in MiB; 1 to 65,536.</summary>
    public int JournalLimit { get; init; } = DefaultJournalLimit;

    /// <summary>The same options with every value out of its bounds replaced, and one sentence about each of those.</summary>
    /// <param name="queueLimitIsSet">Whether the user chose the queue limit; a default one silently grows with the buffer size.</param>
    /// <param name="problems">One sentence for each replaced value.</param>
    /// <returns>Options that queue and worker can rely on.</returns>
    public BufferingOptions Validate(bool queueLimitIsSet, out IReadOnlyList<string> problems)
    {
        List<string> found = [];
        int bufferSize = Within("bufferSize", BufferSize, 1, LargestBufferSize, DefaultBufferSize, found);
        int fallbackLimit = Math.Max(DefaultQueueLimit, bufferSize);
        BufferingOptions valid = new()
        {
            BufferSize = bufferSize,
            QueueLimit = queueLimitIsSet ? Within("queueLimit", QueueLimit, bufferSize, int.MaxValue, fallbackLimit, found) : fallbackLimit,
            IdleTime = Within("idleTime", IdleTime, 1, MaxIdleTime, DefaultIdleTime, found),
            FlushLevel = FlushLevel,
            Overflow = KnownPolicy(found),
            BlockTimeout = Within("blockTimeout", BlockTimeout, Timeout.Infinite, int.MaxValue, DefaultBlockTimeout, found),
            CloseTimeout = Within("closeTimeout", CloseTimeout, Timeout.Infinite, int.MaxValue, DefaultCloseTimeout, found),
            Lossy = Lossy,
            Evaluator = Evaluator,
            LossyEvaluator = LossyEvaluator,
            BatchRendering = BatchRendering,
            ReportLoss = ReportLoss,
            Journal = Lossy ? null : FolderOf(Journal, found),
            JournalLimit = Within("journalLimit", JournalLimit, 1, LargestJournalLimit, DefaultJournalLimit, found),
        };
        if (Lossy && Evaluator is null)
        {
            found.Add("lossy is true and no evaluator is set: only what lossyEvaluator accepts will ever be forwarded.");
        }

        if (Lossy && !string.IsNullOrWhiteSpace(Journal))
        {
            found.Add(string.Format(
                CultureInfo.InvariantCulture, "journal is '{0}', but what a lossy appender holds back is not to survive: none is "
                    + "used.", Journal));
        }

        problems = found;
        return valid;
    }

    private static string? FolderOf(string? journal, List<string> problems)
    {
        try
        {
            return string.IsNullOrWhiteSpace(journal) ? null : Path.GetFullPath(SystemInfo.ConvertToFullPath(journal!));
        }
        catch (Exception e)
        {
            problems.Add(string.Format(CultureInfo.InvariantCulture, "journal is '{0}', which is no path ({1}): none is used.", journal,
                e.Message.TrimEnd('.')));
            return null;
        }
    }

    private static int Within(string option, int value, int least, int most, int fallback, List<string> problems)
    {
        if (value >= least && value <= most)
        {
            return value;
        }

        problems.Add(string.Format(
            CultureInfo.InvariantCulture, "{0} is {1}, which is not within {2} to {3}: {4} is "
                + "used.", option, value, least, most, fallback));
        return fallback;
    }

    private OverflowPolicy KnownPolicy(List<string> problems)
    {
        // A number in the file becomes an enum value without anybody checking that it has a name.
        if (Overflow is >= OverflowPolicy.Block and <= OverflowPolicy.DropLowestLevel)
        {
            return Overflow;
        }

        problems.Add(string.Format(
            CultureInfo.InvariantCulture,
            "overflow is {0}, which is none of Block, DropNewest, DropOldest, DropLowestLevel: Block is used.",
            (int)Overflow));
        return OverflowPolicy.Block;
    }
}
