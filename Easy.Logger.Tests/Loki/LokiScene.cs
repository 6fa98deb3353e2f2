using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>A server, and an appender that sends to it, on a repository of its own.</summary>
internal sealed class LokiScene : IDisposable
{
    private readonly TestRepository _repository = new();
    private readonly HttpClient? _client;

    public LokiScene(
        Action<LokiAppender>? configure = null,
        LokiEncoding encoding = LokiEncoding.Json,
        ContractServer? server = null,
        TimeProvider? time = null,
        HttpMessageHandler? handler = null) // of a client of the application
    {
        _client = handler is null ? null : new HttpClient(handler);
        Time = time ?? TimeProvider.System;
        Server = server ?? new ContractServer(time: Time);
        Appender = new LokiAppender(Time)
        {
            Name = Some.Name("loki"),
            ErrorHandler = Errors,
            Encoding = encoding,
            Client = _client,
            Url = (encoding == LokiEncoding.Grpc ? Server.GrpcUrl : Server.Url).ToString(),
        };
        Appender.AddLabel(new LokiField { Name = "app", Value = "shop" });
        configure?.Invoke(Appender);
        Appender.ActivateOptions();
    }

    public TimeProvider Time { get; }

    public ManualTimeProvider Clock => (ManualTimeProvider)Time;

    public ContractServer Server { get; }

    public LokiAppender Appender { get; }

    public CollectingErrorHandler Errors { get; } = new();

    public InternalMessages Messages { get; } = new();

    /// <summary>What the appender wrote to the internal log.</summary>
    public IReadOnlyList<string> Complaints => Messages.Naming($"Easy.Logger appender [{Appender.Name}]");

    public IReadOnlyList<string> Lines => [.. Server.Stored.Select(entry => entry.Line)];

    /// <summary>A logger whose events the appender gets one by one, or through a forwarder.</summary>
    public ILog Log(AsyncBufferingForwardingAppender? forwarder = null)
    {
        if (forwarder is not null)
        {
            forwarder.Name ??= Some.Name("async");
            forwarder.AddAppender(Appender);
            forwarder.ActivateOptions();
        }

        _repository.Attach((IAppender?)forwarder ?? Appender);
        return _repository.Log(Some.Name("logger"));
    }

    public void Shutdown() => Eventually.Returns(_repository.Hierarchy.Shutdown, "Shutdown");

    public LoggingEvent Event(
        string? message = "text", Level? level = null, Exception? exception = null, DateTime? time = null,
        PropertiesDictionary? properties = null, string logger = "Shop.Orders")
    {
        LoggingEventData data = new()
        {
            LoggerName = logger,
            Level = level ?? Level.Info,
            Message = message,
            ThreadName = "1",
            ExceptionString = exception?.ToString() ?? string.Empty,
            TimeStampUtc = time ?? Time.GetUtcNow().UtcDateTime,
            Properties = properties ?? [],
        };
        return new LoggingEvent(data);
    }

    public LoggingEvent EventOf(string tenant, string text) => Event(text, properties: new() { ["tenant"] = tenant });

    /// <summary>Hands events over as a forwarder does, and waits until they are sent or dropped.</summary>
    public void Send(params LoggingEvent[] events) => Appender.DoAppend(events);

    public void Send(params string[] messages) => Send(Array.ConvertAll(messages, message => Event(message)));

    /// <summary>The same on a thread of its own, for what has to wait.</summary>
    public BackgroundCall<bool> Sending(params string[] messages) => BackgroundCall.Of(() => Send(messages));

    /// <summary>The same while time passes.</summary>
    public void SendAsTimePasses(params string[] messages)
    {
        using BackgroundCall<bool> call = Sending(messages);
        PassTime(Clock, call, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);
    }

    /// <summary>Lets time pass until all that was sent has arrived, was dropped or was refused.</summary>
    public void Flush(bool arrives = true, AsyncBufferingForwardingAppender? forwarder = null)
    {
        using BackgroundCall<bool> call = new(() => forwarder?.Flush(30_000) ?? Appender.Flush(30_000));
        PassTime(Clock, call, TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.EqualTo(arrives));
    }

    /// <summary>Lets the time pass that a push waits before its next try.</summary>
    public void PassWait(TimeSpan by)
    {
        Eventually.Holds(() => Appender.IsWaiting && Clock.PendingTimers > 0, "a push waits before its next try");
        Clock.Advance(by);
    }

    public static void PassTime(ManualTimeProvider time, BackgroundCall<bool> call, TimeSpan step) =>
        PassTime(time, step, () => call.IsDone, "the call is back");

    /// <summary>Ever more slowly, so that a try gets its answer on a busy machine, too, before its time is over.</summary>
    public static void PassTime(ManualTimeProvider time, TimeSpan step, Func<bool> condition, string what, Action? eachTime = null)
    {
        Stopwatch watch = Stopwatch.StartNew();
        for (int steps = 0; !SpinWait.SpinUntil(condition, Math.Min(1 + (steps / 10), 250)); steps++)
        {
            Assert.That(watch.Elapsed, Is.LessThan(Eventually.Patience), $"Not in time: {what}");
            eachTime?.Invoke();
            time.Advance(step);
        }
    }

    public void Dispose()
    {
        Appender.Close();
        _client?.Dispose();
        Server.Dispose();
        _repository.Dispose();
        Messages.Dispose();
    }
}
