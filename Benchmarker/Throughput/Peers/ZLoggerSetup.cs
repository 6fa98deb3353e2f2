using Microsoft.Extensions.Logging;
using ZLogger;

namespace Benchmarker.Throughput.Peers;

/// <summary>ZLogger, writing lines of the README's pattern to a file that rolls as the README's does.</summary>
/// <remarks>
/// It prints a level as <c>Debug</c>, neither padded nor in capitals, separates milliseconds with a point, and has no short form of a
/// logger's name. It knows the thread's number because <c>CaptureThreadInfo</c> is set.
/// </remarks>
internal sealed class ZLoggerSetup : ILoggingSetup
{
    public const string Description = "ZLogger RollingFile (1,000, Block)";

    private readonly ILoggerFactory _factory;
    private readonly ILogger _logger;

    private ZLoggerSetup(string folder)
    {
        _factory = LoggerFactory.Create(logging => logging.SetMinimumLevel(LogLevel.Trace).AddZLoggerRollingFile(options =>
        {
            options.FilePathSelector = (time, sequence) =>
                Path.Combine(folder, $"Benchmarker-{time.ToLocalTime():yyyy-MM-dd}_{sequence:000}.log");
            options.RollingSizeKB = RollingSize.Bytes / 1024;

            // The default mode, Grow, loses no event either, but its queue has no limit and its throughput is less. A queue of 1,000 events
            // is measured at least 1.5 times as fast as the default of 10,000.
            options.FullMode = BackgroundBufferFullMode.Block;
            options.BackgroundBufferCapacity = 1_000;

            options.CaptureThreadInfo = true;
            options.UsePlainTextFormatter(formatter => formatter.SetPrefixFormatter(
                $"{0:local-longdate} [{1}] [{2,2}] {3} - ",
                (in template, in info) => template.Format(info.Timestamp, info.LogLevel, info.ThreadInfo.ThreadId, info.Category)));
        }));
        _logger = _factory.CreateLogger(nameof(Program));
    }

    public static ILoggingSetup Open(string folder) => new ZLoggerSetup(folder);

    public void Log(long counter) => _logger.ZLogDebug($"Counter is: {counter}");

    /// <summary>The factory's Dispose waits without a limit until ZLogger has written its queued events and closed the file.</summary>
    public void Close() => _factory.Dispose();

    public IEnumerable<string> Discrepancies(long calls, long lines) => [];
}
