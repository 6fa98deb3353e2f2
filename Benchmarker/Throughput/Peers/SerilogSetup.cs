using System.Globalization;
using System.Text;
using Benchmarker.Micro;
using Serilog;
using Serilog.Configuration;
using Serilog.Core;
using Serilog.Events;
using Serilog.Sinks.File;

namespace Benchmarker.Throughput.Peers;

/// <summary>Serilog, writing the lines of the README's pattern to a file that rolls as the README's does.</summary>
internal sealed class SerilogSetup : ILoggingSetup
{
    public const string Description = "Serilog File, buffered";
    public const string AsyncDescription = "Serilog Async (16,384, blockWhenFull) before File, buffered";

    private const string Line =
        "{Timestamp:yyyy-MM-dd HH:mm:ss,fff} [{Level:u5}] [{ThreadId,2}] {SourceContext} - {Message:lj}{NewLine}";

    private readonly Logger _root;
    private readonly ILogger _logger;

    private SerilogSetup(Func<LoggerSinkConfiguration, LoggerConfiguration> write)
    {
        _root = write(new LoggerConfiguration().MinimumLevel.Verbose().Enrich.With(new ThreadIdEnricher()).WriteTo).CreateLogger();

        // Serilog has no short form of a logger's name.
        _logger = _root.ForContext(Constants.SourceContextPropertyName, nameof(Program));
    }

    public static ILoggingSetup Open(string folder) => new SerilogSetup(sinks => ToFile(sinks, folder));

    /// <remarks>
    /// The queue is as large as Easy.Logger's: it is as fast as the default of 10,000 events, and 100,000 events take a third or more off
    /// the throughput.
    /// </remarks>
    public static ILoggingSetup OpenAsync(string folder) =>
        new SerilogSetup(sinks => sinks.Async(inner => ToFile(inner, folder), bufferSize: 16_384, blockWhenFull: true));

    public void Log(long counter) => _logger.Debug("Counter is: {0}", counter);

    public void Close() => _root.Dispose();

    public IEnumerable<string> Discrepancies(long calls, long lines) => [];

    /// <remarks>
    /// The sink's documentation recommends <c>buffered</c> for throughput and suggests a hook to add a buffer: without one the file gets
    /// 4 KB at a time. <c>flushToDiskInterval</c> is left out, because it waits for the disk.
    /// </remarks>
    private static LoggerConfiguration ToFile(LoggerSinkConfiguration sinks, string folder) => sinks.File(
        Path.Combine(folder, "Benchmarker-.log"),
        outputTemplate: Line,
        formatProvider: CultureInfo.InvariantCulture,
        fileSizeLimitBytes: RollingSize.Bytes,
        buffered: true,
        rollingInterval: RollingInterval.Day,
        rollOnFileSizeLimit: true,
        retainedFileCountLimit: null,
        hooks: new LargerBuffer());

    private sealed class LargerBuffer : FileLifecycleHooks
    {
        private const int Bytes = 64 * 1024;

        public override Stream OnFileOpened(string path, Stream underlyingStream, Encoding encoding) =>
            new BufferedStream(underlyingStream, Bytes);
    }
}

/// <summary>Gives Serilog's events the thread's number, which the other libraries record themselves.</summary>
internal sealed class ThreadIdEnricher : ILogEventEnricher
{
    // As the enricher that is published for this does: making one per event would be the enricher's cost, not Serilog's.
    [ThreadStatic]
    private static LogEventProperty? _property;

    public void Enrich(LogEvent logEvent, ILogEventPropertyFactory propertyFactory) => logEvent.AddPropertyIfAbsent(
        _property ??= new LogEventProperty("ThreadId", new ScalarValue(Environment.CurrentManagedThreadId)));
}
