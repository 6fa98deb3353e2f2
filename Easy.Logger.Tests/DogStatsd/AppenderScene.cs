namespace Easy.Logger.Tests.DogStatsd;

/// <summary>An appender on a repository of its own, with a clock that stands still and a transport that keeps what it is given.</summary>
internal sealed class AppenderScene : IDisposable
{
    private readonly TestRepository _repository = new();

    public AppenderScene(Action<DogStatsdAppender>? configure = null, bool attach = true)
    {
        Appender = new DogStatsdAppender(Time)
        {
            Name = Some.Name("dogstatsd"),
            ErrorHandler = Errors,
            Transport = Transport,
            SendHealth = false,
            ContainerId = string.Empty
        };
        configure?.Invoke(Appender);
        Appender.ActivateOptions();
        if (attach)
        {
            _repository.Attach(Appender);
        }
    }

    public ManualTimeProvider Time { get; } = new();

    public RecordingTransport Transport { get; } = new();

    public CollectingErrorHandler Errors { get; } = new();

    public DogStatsdAppender Appender { get; }

    public IEnumerable<string> Counters => Transport.Metrics.Where(metric => metric.Type == "c").Select(
        metric => $"{metric.Name} {metric.Numbers.Single()} {string.Join(' ', metric.Tags)}".TrimEnd()).Order(StringComparer.Ordinal);

    public IReadOnlyList<ParsedEvent> Events => [.. Transport.Parsed.OfType<ParsedEvent>()];

    public ILog Log(string logger) => _repository.Log(logger);

    public LoggingEvent Event(string logger, Level level, object? message, Exception? exception = null) =>
        new(typeof(AppenderScene), _repository.Hierarchy, logger, level, message, exception);

    public void EndPeriod() => Time.Advance(TimeSpan.FromMilliseconds(Appender.Period));

    public void Flush() => Assert.That(Eventually.Returns(() => Appender.Flush(-1), "flush"), Is.True);

    public void Dispose() => _repository.Dispose();
}
