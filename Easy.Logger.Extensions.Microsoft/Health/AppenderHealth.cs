using System.Globalization;
using Easy.Logger.Diagnostics;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Easy.Logger.Extensions.Microsoft.Health;

/// <summary>What the statistics of one appender say about its health. Immutable.</summary>
internal sealed class AppenderHealth
{
    /// <summary>The share of a queue from which on it counts as nearly full.</summary>
    private const double NearlyFull = 0.8;

    private const int LargestBufferSize = 65_536;
    private const int DefaultBufferSize = 512;
    private const int DefaultQueueLimit = 16_384;

    public AppenderHealth(HealthStatus status, string? text)
    {
        Status = status;
        Text = text;
    }

    public HealthStatus Status { get; }

    /// <summary>What is wrong, as a sentence; <see langword="null" /> when nothing is.</summary>
    public string? Text { get; }

    public static string NameOf(AsyncBufferingForwardingAppender appender) =>
        string.IsNullOrEmpty(appender.Name) ? nameof(AsyncBufferingForwardingAppender) : appender.Name;

    /// <summary>
    /// Events that are missing behind the appender. What a lossy appender drops is what it was asked to drop, and what stays in the
    /// journal is forwarded later.
    /// </summary>
    public static long Lost(BufferStatistics statistics) => statistics.Failed + statistics.Dropped + statistics.Rejected
        - statistics.DroppedFor(DropReason.Lossy) - statistics.DroppedFor(DropReason.LeftInJournal);

    /// <summary>Judges one appender.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="appender">The appender, for its limits.</param>
    /// <param name="statistics">Its statistics.</param>
    /// <returns>The verdict.</returns>
    public static AppenderHealth Of(string name, AsyncBufferingForwardingAppender appender, BufferStatistics statistics)
    {
        if (statistics.State == BufferState.Stalled)
        {
            return new AppenderHealth(
                HealthStatus.Unhealthy,
                Invariant($"'{name}' is stalled: {statistics.Pending} event(s) wait, ")
                    + Invariant($"the oldest for {statistics.OldestPendingAge.TotalSeconds:0} s."));
        }

        List<string> troubles = [];

        // The history of a lossy appender is no backlog.
        int limit = LimitInForce(appender);
        if (!appender.Lossy && statistics.Pending >= NearlyFull * limit)
        {
            troubles.Add(Invariant($"'{name}' has {statistics.Pending} event(s) in a queue of {limit}."));
        }

        if (statistics is { State: BufferState.Running, Journal: { IsInUse: false } journal })
        {
            troubles.Add($"'{name}' has no journal: {journal.Problem ?? "its files are being made anew."}");
        }

        return troubles.Count == 0
            ? new AppenderHealth(HealthStatus.Healthy, text: null)
            : new AppenderHealth(HealthStatus.Degraded, string.Join(" ", troubles));
    }

    /// <summary>The numbers behind the verdict, each under the appender's name.</summary>
    public static void Add(
        Dictionary<string, object> data, string name, AsyncBufferingForwardingAppender appender, BufferStatistics statistics)
    {
        data[$"{name}.state"] = statistics.State.ToString();
        data[$"{name}.accepted"] = statistics.Accepted;
        data[$"{name}.forwarded"] = statistics.Forwarded;
        data[$"{name}.failed"] = statistics.Failed;
        data[$"{name}.dropped"] = statistics.Dropped;
        data[$"{name}.rejected"] = statistics.Rejected;
        data[$"{name}.pending"] = statistics.Pending;
        data[$"{name}.queueLimit"] = LimitInForce(appender);
        data[$"{name}.oldestPendingAgeMs"] = (long)statistics.OldestPendingAge.TotalMilliseconds;
        if (statistics.Journal is { } journal)
        {
            data[$"{name}.journaled"] = journal.Journaled;
            data[$"{name}.notJournaled"] = journal.NotJournaled;
        }

        if (statistics.LastError is { } error)
        {
            data[$"{name}.lastError"] = error;
        }
    }

    /// <summary>
    /// The limit that the appender goes by. Its property says what was configured; a value out of its bounds is replaced when the appender
    /// is activated, by this rule, and no public member gives the result.
    /// </summary>
    private static int LimitInForce(AsyncBufferingForwardingAppender appender)
    {
        int bufferSize = appender.BufferSize is >= 1 and <= LargestBufferSize ? appender.BufferSize : DefaultBufferSize;
        return appender.QueueLimit >= bufferSize ? appender.QueueLimit : Math.Max(DefaultQueueLimit, bufferSize);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
