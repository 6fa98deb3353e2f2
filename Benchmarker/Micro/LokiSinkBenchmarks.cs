using System.Globalization;
using System.Net;
using BenchmarkDotNet.Attributes;
using Easy.Logger;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;
using log4net.Core;
using log4net.Util;

namespace Benchmarker.Micro;

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
        _forwarder = new AsyncBufferingForwardingAppender
        {
            Name = "async",
            BufferSize = Batch,
            QueueLimit = 16_384,
            IdleTime = 3_600_000,
            FlushLevel = Level.Off,
            CloseTimeout = -1,
            Fix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Properties,
        }.Before(_appender.Activated());
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

/// <summary>
/// What does it cost to make lines of JSON of a thousand events? The second group of the measurement of the Serilog sink for Loki, version
/// 9, which measures its formatter. Events are used once, because the text of a stack trace is kept in its exception.
/// </summary>
[MemoryDiagnoser]
[InvocationCount(1)]
[WarmupCount(3)]
[IterationCount(15)]
public class LokiLineBenchmarks
{
    private const int Events = 1_000;

    private readonly ByteBuffer _texts = new(capacity: 64 * 1024);
    private JsonLine _line = null!;
    private EventBatch _batch = null!;

    [ParamsAllValues]
    public SinkPayload Payload { get; set; }

    [GlobalSetup]
    public void SetUp() => _line = new JsonLine(layout: null, _texts, PushBatch.MaxLineBytes, writesTraceContext: false);

    [IterationSetup]
    public void Begin()
    {
        _batch = new EventBatch(SinkEvents.Make(Payload, Events));
        _texts.Clear();
    }

    [Benchmark]
    public int Format()
    {
        for (int i = 0; i < _batch.Count; i++)
        {
            _line.Write(new BatchItem(_batch, i));
        }

        return _texts.Length;
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        _line.Dispose();
        _texts.Dispose();
    }
}

/// <summary>What the events of <see cref="LokiSinkBenchmarks" /> are.</summary>
public enum SinkPayload
{
    /// <summary>Six properties of five types.</summary>
    Simple,

    /// <summary>An exception in an exception, both thrown.</summary>
    Exception,
}

/// <summary>How events get to the appender.</summary>
public enum SinkWay
{
    /// <summary>One by one through an AsyncBufferingForwardingAppender, as in an application.</summary>
    Forwarder,

    /// <summary>In arrays of a thousand, as any forwarder hands them over.</summary>
    Arrays,
}

/// <summary>The events that the authors of the Serilog sink for Loki measured its version 9 with.</summary>
internal static class SinkEvents
{
    public static LoggingEvent[] Make(SinkPayload payload, int count) =>
        [.. Enumerable.Range(0, count).Select(i => payload == SinkPayload.Simple ? Simple(i) : Failed(i))];

    private static LoggingEvent Simple(int i)
    {
        string action = i % 2 == 0 ? "login" : "logout";
        string resource = string.Create(CultureInfo.InvariantCulture, $"resource-{i % 64}");
        PropertiesDictionary properties = new()
        {
            ["UserId"] = 1_000 + i,
            ["Action"] = action,
            ["ResourceId"] = resource,
            ["Elapsed"] = 0.25 * i,
            ["Success"] = i % 7 != 0,
            ["CorrelationId"] = new Guid(string.Create(CultureInfo.InvariantCulture, $"00000000-0000-0000-0000-{i:000000000000}")),
        };
        return new LoggingEvent(Data(
            i,
            Level.Info,
            string.Create(CultureInfo.InvariantCulture, $"User {1_000 + i} performed {action} on resource {resource}"),
            properties));
    }

    private static LoggingEvent Failed(int i)
    {
        PropertiesDictionary properties = new() { ["OperationId"] = i, ["Service"] = "billing", ["Retryable"] = i % 2 == 0 };
        LoggingEvent loggingEvent = new(
            typeof(SinkEvents), repository: null, "Benchmark", Level.Error,
            string.Create(CultureInfo.InvariantCulture, $"Operation {i} on billing failed"), Thrown(i));
        foreach (string key in properties.GetKeys())
        {
            loggingEvent.Properties[key] = properties[key];
        }

        loggingEvent.Fix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Properties; // the exception stays one, as in the original
        return loggingEvent;
    }

    private static LoggingEventData Data(int i, Level level, string message, PropertiesDictionary properties) => new()
    {
        LoggerName = "Benchmark",
        Level = level,
        Message = message,
        ThreadName = "1",
        ExceptionString = string.Empty,
        TimeStampUtc = DateTime.UnixEpoch.AddMilliseconds(i),
        Properties = properties,
    };

    private static ApplicationException Thrown(int i)
    {
        try
        {
            try
            {
                throw new ApplicationException(string.Create(CultureInfo.InvariantCulture, $"inner failure {i}"));
            }
            catch (ApplicationException inner)
            {
                throw new ApplicationException(string.Create(CultureInfo.InvariantCulture, $"outer failure {i}"), inner);
            }
        }
        catch (ApplicationException outer)
        {
            return outer;
        }
    }
}

/// <summary>A server that reads what it is sent, throws it away and answers 204, without any network.</summary>
internal sealed class DrainHandler : HttpMessageHandler
{
    private long _requests;

    public long Requests => Interlocked.Read(ref _requests);

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.Content!.CopyTo(Stream.Null, context: null, cancellationToken);
        Interlocked.Increment(ref _requests);
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        await request.Content!.CopyToAsync(Stream.Null, cancellationToken);
        Interlocked.Increment(ref _requests);
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }
}
