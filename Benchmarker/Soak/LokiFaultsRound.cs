using System.Diagnostics;
using System.Globalization;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Loki;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Repository.Hierarchy;
using LokiServer;

namespace Benchmarker.Soak;

/// <summary>
/// An appender that sends to a server with faults by chance, from the first log call to Close, and after that what was left on disk; then
/// its statistics are compared with what the server has.
/// </summary>
/// <param name="seed">Fixes the options and the faults; when they meet is up to the machine.</param>
/// <param name="encoding">How events are sent.</param>
/// <param name="isBehind">Whether the appender is behind a forwarder.</param>
/// <param name="duration">How long events are logged.</param>
/// <param name="plant">Loses a push now and then, to see that it is found; <see langword="null" /> as a rule.</param>
internal sealed class LokiFaultsRound(int seed, LokiEncoding encoding, bool isBehind, TimeSpan duration, LosingHandler? plant = null)
{
    /// <summary>Beyond its limit, how long Close may take on a busy machine; half a second of it is what a push may take to end.</summary>
    private static readonly TimeSpan _closeSlack = TimeSpan.FromSeconds(3);

    /// <summary>Everything that waits has a limit far below it.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(60);

    private readonly Chance _chance = new(seed);
    private readonly List<string> _problems = [];
    private readonly string _id = string.Create(CultureInfo.InvariantCulture, $"{encoding}{(isBehind ? " behind" : " alone")}");

    /// <returns>What was not as it should be, and a line about what happened.</returns>
    public StressResult Run()
    {
        using TemporaryFolder folder = new();
        string? spill = _chance.OneIn(2) ? folder.Path : null;
        bool isHealed = _chance.OneIn(2);
        LokiLimits limits =
            new() { RequiresTenant = true, IsRateLimited = _chance.OneIn(3), BytesPerSecond = 200_000, BurstBytes = 20_000 };
        using ContractServer server = new(limits, grpcSide: _chance.Of(Enum.GetValues<GrpcSide>()));
        RandomFaults faults = new(server, encoding == LokiEncoding.Grpc, new Chance(_chance.Below(int.MaxValue)));
        LokiAppender loki = Appender(server, spill);
        AsyncBufferingForwardingAppender? forwarder = isBehind ? Async(loki) : null;
        AppenderSkeleton outer = forwarder ?? (AppenderSkeleton)loki;
        long calls = Produce(outer, faults, duration);
        if (isHealed)
        {
            faults.End();
            long begin = Stopwatch.GetTimestamp();
            outer.Flush((int)_patience.TotalMilliseconds); // whether it is true depends on what was lost before
            Check(Stopwatch.GetElapsedTime(begin) < _patience, "Flush did not end, with a server that is well");
        }

        Close(outer, loki, forwarder);
        if (!isHealed)
        {
            faults.End();
        }

        LokiStatistics first = loki.Statistics;
        BufferStatistics? queue = forwarder?.Statistics;
        long inherited = 0;
        LokiStatistics? second = first.Spilled == 0 || spill is null ? null : SendSpilled(server, spill, out inherited);
        Compare(calls, isHealed, first, queue, second, inherited, server.Stored);
        string queued = queue is null ? string.Empty : $", queue dropped {queue.Dropped}";
        return new StressResult(
            seed,
            [.. _problems.Select(problem => $"{_id}: {problem}")],
            $"{_id}{(spill is null ? string.Empty : " with spill")}{(isHealed ? string.Empty : ", closed amid faults")}: {calls} calls, "
            + $"{first}{queued}; {server.Stored.Count} stored, {server.Requests.Count} requests, {faults.Summary}");
    }

    private LokiAppender Appender(ContractServer server, string? spill)
    {
        LokiAppender loki = new()
        {
            Name = $"loki-{seed}",
            Url = (encoding == LokiEncoding.Grpc ? server.GrpcUrl : server.Url).ToString(),
            Encoding = encoding,
            Compression = _chance.Of(LokiCompression.Default, LokiCompression.None),
            Timeout = 100 + _chance.Below(400),
            RetryLimit = _chance.Of(0, 500, 2_000),
            CloseTimeout = _chance.Of(300, 1_000, 2_000),
            MaxBatchEvents = _chance.Of(10, 50, 200),
            DropRateLimited = _chance.OneIn(4),
            Tenant = "others",
            TenantProperty = "tenant",
            SpillPath = spill,
            SpillLimit = 16,
            Client = plant is null ? null : new HttpClient(plant, disposeHandler: false) { Timeout = Timeout.InfiniteTimeSpan },
        };
        loki.AddLabel(new LokiField { Name = "app", Value = "faults" });
        return loki.Activated();
    }

    private AsyncBufferingForwardingAppender Async(LokiAppender loki) => new AsyncBufferingForwardingAppender
    {
        Name = $"async-{seed}",
        BufferSize = 200,
        QueueLimit = _chance.Of(500, 50_000),
        Overflow = _chance.Of(OverflowPolicy.DropNewest, OverflowPolicy.DropOldest),
        CloseTimeout = loki.CloseTimeout,
        ReportLoss = false, // lines that nobody logged
    }.Before(loki);

    /// <returns>How many calls were made.</returns>
    private long Produce(IAppender appender, RandomFaults faults, TimeSpan time)
    {
        Hierarchy repository = (Hierarchy)LogManager.CreateRepository($"faults-{seed}-{Guid.NewGuid():N}");
        BasicConfigurator.Configure(repository, appender);
        ILog log = LogManager.GetLogger(repository.Name, "producer");
        using CancellationTokenSource stop = new(time);
        long[] counts = [0, 0, 0];
        Thread[] threads =
        [
            new(() => faults.Run(stop.Token)),
            .. counts.Select((_, thread) => new Thread(() =>
            {
                ThreadContext.Properties["tenant"] = thread == 0 ? null : $"team-{thread}";
                while (!stop.Token.WaitHandle.WaitOne(millisecondsTimeout: 10))
                {
                    for (int i = 0; i < 1 + (counts[thread] % 7); i++)
                    {
                        log.Info(string.Create(CultureInfo.InvariantCulture, $"line {thread} {counts[thread]}"));
                        counts[thread]++;
                    }
                }
            })),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return counts.Sum();
    }

    private void Close(AppenderSkeleton outer, LokiAppender loki, AsyncBufferingForwardingAppender? forwarder)
    {
        Thread closing = new(((IAppender)outer).Close) { IsBackground = true };
        long begin = Stopwatch.GetTimestamp();
        closing.Start();
        bool isBack = closing.Join(_patience);
        TimeSpan took = Stopwatch.GetElapsedTime(begin);
        TimeSpan limit = TimeSpan.FromMilliseconds(loki.CloseTimeout) + _closeSlack;
        Check(isBack && took <= limit, $"Close took {took.TotalSeconds:N1} s with a limit of {loki.CloseTimeout} ms");

        // A push that Close did not wait for ends within its own limits.
        Check(
            SpinWait.SpinUntil(() => loki.Statistics.InFlight == 0 && forwarder?.Statistics.Pending is null or 0, _patience),
            $"something is still in flight: {loki.Statistics}; {forwarder?.Statistics.Pending} pending");
    }

    /// <summary>As the next run of the program does it.</summary>
    private LokiStatistics SendSpilled(ContractServer server, string spill, out long inherited)
    {
        LokiAppender next = Appender(server, spill);
        next.DoAppend(Array.Empty<log4net.Core.LoggingEvent>()); // begins to open the folder
        SpinWait.SpinUntil(() => next.Statistics.Received > 0, _patience); // it may be in use a moment longer than Close took
        Check(next.Flush((int)_patience.TotalMilliseconds), $"what was spilled was not sent: {next.Statistics}");
        inherited = next.Statistics.Received;
        next.Close();
        return next.Statistics;
    }

    private void Compare(
        long calls,
        bool isHealed,
        LokiStatistics first,
        BufferStatistics? queue,
        LokiStatistics? second,
        long inherited,
        IReadOnlyList<StoredEntry> stored)
    {
        long unsent = Math.Max(0, calls - first.Received);
        if (queue is null)
        {
            // Closed before its queue was empty, it may log one line more, which says what was dropped.
            Check(first.Received == calls || (!isHealed && first.Received == calls + 1), $"{calls} calls, but {first}");
        }
        else
        {
            Check(queue.Accepted + queue.Rejected == calls, $"{calls} calls, but {queue.Accepted} accepted and {queue.Rejected} rejected");
            Check(
                unsent <= queue.Dropped + queue.Rejected,
                $"{unsent} were not handed over, but {queue.Dropped + queue.Rejected} are counted");
        }

        Check(!isHealed || (first.Spilled, first.InFlight) == (0, 0), $"after a flush {first}");
        Check(second is null || inherited == first.Spilled, $"{first.Spilled} lines were spilled, but {inherited} were found");
        Check(second is null || second.Spilled == 0, $"after a flush of what was spilled {second}");
        string[] twice =
        [
            .. stored.GroupBy(entry => (entry.Tenant, entry.Line)).Where(group => group.Count() > 1).Select(group => group.Key.Line),
        ];
        Check(twice.Length == 0, $"{twice.Length} lines are stored more than once: {string.Join(", ", twice.Take(3))}");
        long delivered = first.Delivered + (second?.Delivered ?? 0);
        long lost = first.Refused + first.Dropped + (second is null ? first.Spilled : second.Refused + second.Dropped) + unsent;
        Check(delivered <= stored.Count, $"{delivered} lines were delivered, but {stored.Count} are stored");
        Check(calls - stored.Count <= lost, $"{calls - stored.Count} lines are missing, but {lost} are counted as lost; {first}; {second}");
    }

    private void Check(bool holds, string problem)
    {
        if (!holds)
        {
            _problems.Add(problem);
        }
    }
}
