using BenchmarkDotNet.Attributes;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.Micro;

/// <summary>What does an event cost in the README's file, written by log4net alone and as part of a batch?</summary>
[MemoryDiagnoser]
public class BatchWriteBenchmarks
{
    private const int BatchSize = 512;

    private readonly LoggingEvent[] _batch = [.. Enumerable.Range(1, BatchSize).Select(counter => Events.NewFixed(counter))];
    private readonly string _folder = Directory.CreateTempSubdirectory("easy-logger-benchmarker-").FullName;
    private AppenderSkeleton _file = null!;
    private AsyncBufferingForwardingAppender _async = null!;

    [GlobalSetup]
    public void SetUp()
    {
        _file = NewFile("direct.log");
        _async = new AsyncBufferingForwardingAppender { Name = "async", BufferSize = BatchSize, Fix = Events.Fixed }
            .Before(NewFile("async.log"));
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        _file.Close();
        _async.Close();
        Directory.Delete(_folder, recursive: true);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = BatchSize)]
    public void OneByOne()
    {
        foreach (LoggingEvent loggingEvent in _batch)
        {
            _file.DoAppend(loggingEvent);
        }
    }

    [Benchmark(OperationsPerInvoke = BatchSize)]
    public void AsArray() => _file.DoAppend(_batch);

    /// <summary>With the hand-off to the worker and back.</summary>
    [Benchmark(OperationsPerInvoke = BatchSize)]
    public bool BehindEasyLogger()
    {
        _async.DoAppend(_batch);
        return _async.Flush(Timeout.Infinite);
    }

    private RollingFileAppender NewFile(string name) => new RollingFileAppender
    {
        Name = name,
        File = Path.Combine(_folder, name),
        Layout = new PatternLayout(Events.Pattern),
        RollingStyle = RollingFileAppender.RollingMode.Size,
        MaximumFileSize = "50MB",
        MaxSizeRollBackups = 1,
        AppendToFile = false,
    }.Activated();
}
