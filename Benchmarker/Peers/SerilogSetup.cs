using System.Globalization;
using Benchmarker.Measuring;
using Serilog;
using Serilog.Configuration;
using Serilog.Core;

namespace Benchmarker.Peers;

/// <summary>Serilog, writing the lines of the README's pattern to a file that rolls as the README's does.</summary>
internal sealed class SerilogSetup : ILoggingSetup
{
    public const string Description = "Serilog File, buffered";
    public const string AsyncDescription = "Serilog Async (16,384, blockWhenFull) before File, buffered";

    private const string Line = "{Timestamp:yyyy-MM-dd HH:mm:ss,fff} [{Level:u5}] [{ThreadId,2}] {SourceContext} - {Message:lj}{NewLine}";
    private const int QueueLimit = 16_384;

    private readonly Logger _root;
    private readonly ILogger _logger;

    private SerilogSetup(Func<LoggerSinkConfiguration, LoggerConfiguration> write)
    {
        _root = write(new LoggerConfiguration().MinimumLevel.Verbose().Enrich.With(new ThreadIdEnricher()).WriteTo).CreateLogger();

        // Serilog has no short form of a logger's name.
        _logger = _root.ForContext(Constants.SourceContextPropertyName, nameof(Program));
    }

    public static ILoggingSetup Open(string folder) => new SerilogSetup(sinks => ToFile(sinks, folder));

    public static ILoggingSetup OpenAsync(string folder) =>
        new SerilogSetup(sinks => sinks.Async(inner => ToFile(inner, folder), QueueLimit, blockWhenFull: true));

    public void Log(long counter) => _logger.Debug("Counter is: {0}", counter);

    public void Close() => _root.Dispose();

    public IEnumerable<string> Discrepancies(long calls, long lines) => [];

    private static LoggerConfiguration ToFile(LoggerSinkConfiguration sinks, string folder) => sinks.File(
        Path.Combine(folder, "Benchmarker-.log"),
        outputTemplate: Line,
        formatProvider: CultureInfo.InvariantCulture,
        fileSizeLimitBytes: RollingSize.Bytes,
        buffered: true,
        rollingInterval: RollingInterval.Day,
        rollOnFileSizeLimit: true,
        retainedFileCountLimit: null);
}
