using System.Diagnostics.CodeAnalysis;
using Benchmarker.Measuring;
using NLog;
using NLog.Config;
using NLog.Targets;
using NLog.Targets.Wrappers;

namespace Benchmarker.Peers;

/// <summary>NLog, writing the lines of the README's pattern to a file that rolls as the README's does.</summary>
[SuppressMessage("Reliability", "CA2000", Justification = "The factory closes the targets of its configuration.")]
internal sealed class NLogSetup : ILoggingSetup
{
    public const string Description = "NLog File, KeepFileOpen, no AutoFlush";
    public const string AsyncDescription = "NLog AsyncWrapper (10,000, Block) before File, KeepFileOpen, no AutoFlush";

    private const string Line =
        @"${date:format=yyyy-MM-dd HH\:mm\:ss,fff} [${level:uppercase=true:padding=-5}] [${threadid:padding=2}] ${logger:shortName=true} - ${message}";

    private const int QueueLimit = 10_000;

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

    public static ILoggingSetup OpenAsync(string folder) => new NLogSetup(new AsyncTargetWrapper("async", FileIn(folder))
    {
        QueueLimit = QueueLimit,
        OverflowAction = AsyncTargetWrapperOverflowAction.Block,
    });

    public void Log(long counter) => _logger.Debug("Counter is: {0}", counter);

    /// <summary>Closing the wrapper writes what waits in it, without a limit in time.</summary>
    public void Close() => _factory.Dispose();

    public IEnumerable<string> Discrepancies(long calls, long lines) => [];

    private static FileTarget FileIn(string folder) => new("file")
    {
        FileName = Path.Combine(folder, $"Benchmarker-{DateTime.Now:yyyy-MM-dd}.log"),
        Layout = Line,
        KeepFileOpen = true,
        AutoFlush = false,
        ArchiveAboveSize = RollingSize.Bytes,
        ArchiveEvery = FileArchivePeriod.Day,
    };
}
