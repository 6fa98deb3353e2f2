using Easy.Logger.EventSource;

namespace Easy.Logger.Tests.EventSource;

/// <summary>An appender on a repository of its own, and a logger name that no other test uses.</summary>
internal sealed class AppenderScene : IDisposable
{
    private readonly TestRepository _repository = new();

    public AppenderScene(Action<EventSourceAppender>? configure = null)
    {
        Appender = new EventSourceAppender { Name = Logger, ErrorHandler = Errors };
        configure?.Invoke(Appender);
        Appender.ActivateOptions();
        _repository.Attach(Appender);
        Log = _repository.Log(Logger);
    }

    public string Logger { get; } = Some.Name("source");

    public EventSourceAppender Appender { get; }

    public CollectingErrorHandler Errors { get; } = new();

    public ILog Log { get; }

    public LoggingEvent Event(object? message, Level? level = null, Exception? exception = null) =>
        new(typeof(AppenderScene), _repository.Hierarchy, Logger, level ?? Level.Info, message, exception);

    /// <summary>An event that has these properties and no others, whatever other tests put into log4net's contexts.</summary>
    public LoggingEvent EventWith(PropertiesDictionary properties) => new(new LoggingEventData
    {
        LoggerName = Logger,
        Level = Level.Info,
        Message = "text",
        ThreadName = "1",
        ExceptionString = string.Empty,
        TimeStampUtc = DateTime.UtcNow,
        Properties = properties,
    });

    /// <summary>Appends it, and returns what a listener to everything gets.</summary>
    public ProviderEvent Written(LoggingEvent logged)
    {
        using ProviderListener listener = new();
        Appender.DoAppend(logged);
        return listener.Of(Logger).Single();
    }

    public ProviderEvent Written(object? message, Level? level = null) => Written(Event(message, level));

    public void Append(object? message, Level? level = null) => Appender.DoAppend(Event(message, level));

    public void Dispose() => _repository.Dispose();
}
