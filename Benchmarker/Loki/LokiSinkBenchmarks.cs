using BenchmarkDotNet.Attributes;
using Easy.Logger;
using Easy.Logger.Loki;
using log4net.Core;

namespace Benchmarker.Loki;

/// <summary>
/// What does it cost to send events that are there already? The measurement of the Serilog sink for Loki, version 9: a label, batches of a
/// thousand, JSON without compression, a handler that drains them; measured are the log calls and the close, which sends most of them.
/// Events, appender and handler are made anew for each.
/// </summary>
[MemoryDiagnoser]
[InvocationCount(1)]
[WarmupCount(3)]
[IterationCount(15)]
public class LokiSinkBenchmarks
{
    private const int Batch = 1_000;

    private LoggingEvent[] _events = [];
    private LoggingEvent[][] _arrays = [];
    private LokiAppender _appender = new();
    private AsyncBufferingForwardingAppender _forwarder = new();
    private DrainHandler _handler = new();

    [ParamsAllValues]
    public SinkPayload Payload { get; set; }

    [ParamsAllValues]
    public SinkWay Way { get; set; }

    [Params(1_000, 10_000)]
    public int Events { get; set; }

    [IterationSetup]
    public void Begin()
    {
        _events = SinkEvents.Make(Payload, Events);
        _arrays = [.. _events.Chunk(Batch)];
        _handler = new DrainHandler();
        _appender = new LokiAppender
        {
            Name = "loki",
            Url = "http://localhost:3100",
            Client = new HttpClient(_handler),
            Compression = LokiCompression.None,
            BodyFormat = LokiBodyFormat.Json,
            MaxBatchEvents = Batch,
        };
        _appender.AddLabel(new LokiField { Name = "app", Value = "benchmarks" });
        _appender.ActivateOptions();
        _forwarder = new AsyncBufferingForwardingAppender
        {
            Name = "async",
            BufferSize = Batch,
            QueueLimit = 16_384,
            IdleTime = 3_600_000,
            FlushLevel = Level.Off,
            CloseTimeout = -1,
            Fix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Properties,
        };
        _forwarder.AddAppender(_appender);
        _forwarder.ActivateOptions();
    }

    [Benchmark]
    public void LogAndClose()
    {
        if (Way == SinkWay.Arrays)
        {
            Array.ForEach(_arrays, _appender.DoAppend);
            _appender.Close();
        }
        else
        {
            Array.ForEach(_events, _forwarder.DoAppend);
            _forwarder.Close();
        }
    }

    /// <summary>
    /// What nobody can save who sends stack traces: making their texts, once each. Written over every event of the payload; nothing for
    /// those without exceptions.
    /// </summary>
    [Benchmark]
    public int StackTracesAlone()
    {
        int length = 0;
        foreach (LoggingEvent loggingEvent in _events)
        {
            for (Exception? exception = loggingEvent.ExceptionObject; exception is not null; exception = exception.InnerException)
            {
                length += exception.StackTrace?.Length ?? 0;
            }
        }

        return length;
    }

    [IterationCleanup]
    public void End()
    {
        if (_appender.Statistics.Received > 0 && (_appender.Statistics.Delivered != Events || _handler.Requests < Events / Batch))
        {
            throw new InvalidOperationException($"Not everything was sent: {_appender.Statistics}.");
        }

        _forwarder.Close();
        _appender.Close();
    }
}
