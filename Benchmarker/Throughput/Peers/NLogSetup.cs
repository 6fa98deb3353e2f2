using NLog;
using NLog.Config;
using NLog.Targets;
using NLog.Targets.Wrappers;

namespace Benchmarker.Throughput.Peers;

/// <summary>NLog, writing lines of the README's pattern to a file that rolls as the README's does.</summary>
internal sealed class NLogSetup : ILoggingSetup
{
    public const string Description = "NLog File, KeepFileOpen, no AutoFlush";
    public const string AsyncDescription = "NLog AsyncWrapper (10,000, Block) before File, KeepFileOpen, no AutoFlush";

    /// <summary>
    /// NLog users write <c>${longdate}</c>, which is faster than <c>${date:format=...}</c> and prints <c>yyyy-MM-dd HH:mm:ss.ffff</c>:
    /// a line is one character longer than the README's.
    /// </summary>
    private const string Line =
        "${longdate} [${level:uppercase=true:padding=-5}] [${threadid:padding=2}] ${logger:shortName=true} - ${message}";

    private readonly LogFactory _factory = new();
    private readonly Logger _logger;

    private NLogSetup(Target target)
    {
        LoggingConfiguration configuration = new(_factory);
        configuration.AddRule(LogLevel.Trace, LogLevel.Fatal, target);
        _factory.Configuration = configuration;
        _logger = _factory.GetLogger(typeof(Program).FullName!);
    }

    public static ILoggingSetup Open(string folder) => new NLogSetup(FileIn(folder));

    /// <remarks>
    /// The queue has the default limit, because 100,000 events halve the throughput of several threads. The other settings follow NLog's
    /// documentation and measurements: the locking queue is faster when the limit is reached all the time, a writer that does not sleep
    /// starts at once, and larger batches need fewer locks and writes.
    /// </remarks>
    public static ILoggingSetup OpenAsync(string folder) => new NLogSetup(new AsyncTargetWrapper("async", FileIn(folder))
    {
        OverflowAction = AsyncTargetWrapperOverflowAction.Block,
        QueueLimit = 10_000,
        BatchSize = 1_000,
        TimeToSleepBetweenBatches = 0,
        ForceLockingQueue = true,
    });

    public void Log(long counter) => _logger.Debug("Counter is: {0}", counter);

    /// <summary>The wrapper writes its queued events before the factory's Dispose returns.</summary>
    public void Close() => _factory.Dispose();

    public IEnumerable<string> Discrepancies(long calls, long lines) => [];

    /// <remarks>
    /// NLog's documentation recommends an open file without a flush for each event, and a timer that flushes instead; a buffer larger
    /// than the default of 32 KB is not faster.
    /// </remarks>
    private static FileTarget FileIn(string folder) => new("file")
    {
        FileName = Path.Combine(folder, "Benchmarker.log"),
        Layout = Line,
        KeepFileOpen = true,
        AutoFlush = false,
        OpenFileFlushTimeout = 1,
        ArchiveAboveSize = RollingSize.Bytes,
        ArchiveEvery = FileArchivePeriod.Day,
    };
}
