using System.CommandLine;
using System.Diagnostics;
using System.Text.Json.Serialization;
using System.Xml;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Repository;

namespace Benchmarker.Soak;

/// <summary>A full queue behind a file that is held up and then let go, and the same appender with nothing to do.</summary>
internal static class DrainCommand
{
    private const int MaxRuns = 10_000;

    // Until then the runtime replaces the code it has compiled first, which is six times slower.
    private const int WarmUps = 40;

    private const double LimitMegabytes = 24;
    private const double LimitIdle = 0.001;

    private static readonly TimeSpan _limit = TimeSpan.FromMilliseconds(30);

    public static Command Create()
    {
        Option<int> runs = OptionSet.Number("--runs", "How often the queue is filled and emptied.", byDefault: 9, MaxRuns);
        Option<double> seconds = OptionSet.Seconds(byDefault: 3, "How long the empty queue is watched for work that nobody asked for.");
        Option<FileInfo?> json = OptionSet.Json();
        Command command =
            new("drain", "A full queue behind a held file: time to the last byte, memory, and processor time when it is empty.")
        {
            runs, seconds, json,
        };
        command.SetAction(parsed =>
        {
            BenchmarkEnvironment environment = BenchmarkEnvironment.Show();
            using TemporaryFolder folder = new();
            TimeSpan watched = TimeSpan.FromSeconds(parsed.GetValue(seconds));
            TimeSpan without = DrainRun.Idle(watched);
            using HeldFile file = new(folder.Path);
            DrainRun run = new(file);
            Spread times = Drain(run, parsed.GetValue(runs));
            DrainReport report = new(
                environment.ByName, file.QueueLimit, parsed.GetValue(runs), times.Median / 1e6, times.Least / 1e6, times.Most / 1e6,
                run.Weigh() / 1048576.0, watched.TotalSeconds, DrainRun.Idle(watched).TotalMilliseconds, without.TotalMilliseconds);
            JsonReport.Write(parsed.GetValue(json), report);
            return ExitCode.Of(Report(report, times));
        });
        return command;
    }

    private static Spread Drain(DrainRun run, int runs)
    {
        for (int i = 0; i < WarmUps; i++)
        {
            run.Drain();
        }

        return Spread.Of(Enumerable.Range(0, runs).Select(_ => run.Drain().TotalNanoseconds))!.Value;
    }

    private static bool Report(DrainReport report, Spread times) =>
        Verdict.Report(
            times.Median < _limit.TotalNanoseconds,
            $"drain of {report.Events:N0} events, last call to last byte: {ResultColumns.Text(times, ResultColumns.Duration)} in "
                + $"{report.Runs} runs; "
            + $"below {ResultColumns.Duration(_limit.TotalNanoseconds)}")
        & Verdict.Report(
            report.FullQueueMegabytes <= LimitMegabytes,
            $"a full queue keeps {report.FullQueueMegabytes:N1} MB alive beyond an empty one; at most {LimitMegabytes:N0} MB")
        & Verdict.Report(
            report.IdleMilliseconds - report.IdleMillisecondsWithoutAppender < report.WatchedSeconds * 1000 * LimitIdle,
            $"processor time of the process in {report.WatchedSeconds:0.###} s with an empty queue: {report.IdleMilliseconds:N3} ms, "
            + $"without an appender: {report.IdleMillisecondsWithoutAppender:N3} ms; at most {LimitIdle:P1} of the time more");
}

/// <summary>The JSON file: where and on what it was measured, and what a full queue costs.</summary>
internal sealed record DrainReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("events")] int Events,
    [property: JsonPropertyName("runs")] int Runs,
    [property: JsonPropertyName("milliseconds")] double Milliseconds,
    [property: JsonPropertyName("millisecondsLeast")] double MillisecondsLeast,
    [property: JsonPropertyName("millisecondsMost")] double MillisecondsMost,
    [property: JsonPropertyName("fullQueueMegabytes")] double FullQueueMegabytes,
    [property: JsonPropertyName("watchedSeconds")] double WatchedSeconds,
    [property: JsonPropertyName("idleMilliseconds")] double IdleMilliseconds,
    [property: JsonPropertyName("idleMillisecondsWithoutAppender")] double IdleMillisecondsWithoutAppender);

/// <summary>What a full queue costs: the time to empty it, the memory it holds, and what is left to do when it is empty.</summary>
internal sealed class DrainRun(HeldFile file)
{
    /// <summary>Fills the queue behind a held file, lets go with the last call, and checks the lines.</summary>
    /// <returns>From the return of the last call until the last byte is in the file.</returns>
    public TimeSpan Drain()
    {
        file.Hold();
        file.Log(file.QueueLimit);
        file.AssertWaiting(file.QueueLimit);
        long start = Stopwatch.GetTimestamp();
        file.LetGo();
        file.Flush();
        TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
        file.AssertWritten();
        return elapsed;
    }

    /// <returns>The bytes that a full queue keeps alive, beyond those of an empty one.</returns>
    public long Weigh()
    {
        long idle = LiveBytes();
        file.Hold();
        file.Log(file.QueueLimit);
        file.AssertWaiting(file.QueueLimit);
        long full = LiveBytes();
        file.LetGo();
        file.Flush();
        return full - idle;
    }

    /// <returns>The processor time of this whole process while it sleeps so long.</returns>
    public static TimeSpan Idle(TimeSpan time)
    {
        // Finalizers and compilations that earlier work has left are done before.
        LiveBytes();
        Thread.Sleep(time);
        TimeSpan before = Environment.CpuUsage.TotalTime;
        Thread.Sleep(time);
        return Environment.CpuUsage.TotalTime - before;
    }

    private static long LiveBytes()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}

/// <summary>The README's configuration, with a file whose writes can be held up.</summary>
internal sealed class HeldFile : IDisposable
{
    private static readonly TimeSpan _longest = TimeSpan.FromMinutes(1);

    private readonly string _folder;
    private readonly ILoggerRepository _repository;
    private readonly ILog _log;
    private readonly AsyncBufferingForwardingAppender _appender;
    private readonly GatedLock _lock;
    private long _calls;

    public HeldFile(string folder)
    {
        _folder = folder;
        XmlElement configuration = RedirectedConfiguration.Load((Log4NetScenario)ScenarioCatalog.Find("async")!, folder);
        XmlElement locking = configuration.OwnerDocument.CreateElement("lockingModel");
        locking.SetAttribute("type", typeof(GatedLock).AssemblyQualifiedName);
        configuration.SelectSingleNode("appender[contains(@type, 'RollingFile')]")!.PrependChild(locking);

        _repository = LogManager.CreateRepository($"drain-{Guid.NewGuid():N}");
        XmlConfigurator.Configure(_repository, configuration);
        _log = LogManager.GetLogger(_repository.Name, typeof(Program));
        _appender = _repository.GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();
        _lock = (GatedLock)_repository.GetAppenders().OfType<RollingFileAppender>().Single().LockingModel;
    }

    public int QueueLimit => _appender.QueueLimit;

    public void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _log.DebugFormat("Counter is: {0}", ++_calls);
        }
    }

    public void Hold() => _lock.Hold();

    public void LetGo() => _lock.LetGo();

    /// <summary>Returns when the last byte is in the file.</summary>
    public void Flush()
    {
        if (!_appender.Flush((int)_longest.TotalMilliseconds))
        {
            throw new InvalidOperationException($"The file was not complete within {_longest}.");
        }
    }

    /// <summary>Throws when the queue does not hold so many.</summary>
    public void AssertWaiting(int count)
    {
        if (_appender.Statistics.Pending != count)
        {
            throw new InvalidOperationException($"{count:N0} events should wait, but {_appender.Statistics.Pending:N0} do.");
        }
    }

    /// <summary>Throws when a line is missing.</summary>
    public void AssertWritten()
    {
        long lines = LineCounter.CountIn(_folder);
        if (lines != _calls)
        {
            throw new InvalidOperationException($"{_calls:N0} calls were made, but {lines:N0} lines are in the files.");
        }
    }

    public void Dispose()
    {
        _lock.LetGo();
        _repository.Shutdown();
    }
}

/// <summary>
/// log4net's own way of keeping a file open, behind a gate: while it is closed the file's appender stays in its first write.
/// </summary>
/// <remarks>The appender itself has to be the stock one, for a subclass or a filter is handed its events in another way.</remarks>
internal sealed class GatedLock : FileAppender.ExclusiveLock
{
    private readonly ManualResetEventSlim _gate = new(initialState: true);

    public void Hold() => _gate.Reset();

    public void LetGo() => _gate.Set();

    public override Stream? AcquireLock()
    {
        _gate.Wait();
        return base.AcquireLock();
    }
}
