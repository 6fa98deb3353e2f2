namespace Easy.Logger.Tests.Support;

/// <summary>
/// A child that keeps what it gets and can be held: while its gate is closed, the worker stands inside it. Takes arrays; not an
/// AppenderSkeleton, so nothing of log4net stands between.
/// </summary>
internal sealed class GatedAppender : IBulkAppender, IFlushable
{
    private readonly Lock _lock = new();
    private readonly List<LoggingEvent> _events = [];
    private readonly List<int> _batches = [];
    private readonly ManualResetEventSlim _gate = new(initialState: true);
    private readonly ManualResetEventSlim _entered = new();

    public string Name { get; set; } = "child";

    /// <summary>Runs on the worker for each batch, before it is kept and before the gate.</summary>
    public Action<LoggingEvent[]>? OnAppend { get; set; }

    public Func<int, bool> OnFlush { get; set; } = _ => true;

    public Action? OnClose { get; set; }

    public int Closes { get; private set; }

    public int Flushes { get; private set; }

    public IReadOnlyList<string> Messages => [.. Events.Select(loggingEvent => loggingEvent.RenderedMessage ?? string.Empty)];

    public IReadOnlyList<LoggingEvent> Events => Copy(_events);

    /// <summary>The size of each batch, in order.</summary>
    public IReadOnlyList<int> Batches => Copy(_batches);

    /// <summary>Holds the worker inside the next batch.</summary>
    public void CloseGate()
    {
        _entered.Reset();
        _gate.Reset();
    }

    /// <summary>Closes the gate and puts the worker of an appender in front of it, with one event.</summary>
    public void Hold(IAppender sender, string message = "held")
    {
        CloseGate();
        sender.DoAppend(Some.Event(message, Level.Error));
        AwaitEntry();
    }

    /// <summary>Lets the worker go.</summary>
    public void OpenGate() => _gate.Set();

    /// <summary>Waits until the worker stands at the closed gate.</summary>
    public void AwaitEntry() => Assert.That(_entered.Wait(Eventually.Patience), Is.True, "The worker never came to the child.");

    /// <summary>Waits until so many events have come.</summary>
    public void AwaitCount(int count) =>
        Eventually.Holds(() => Messages.Count >= count, $"{count} event(s) at '{Name}', {Messages.Count} came");

    public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        OnAppend?.Invoke(loggingEvents);
        _entered.Set();
        _gate.Wait();
        lock (_lock)
        {
            _events.AddRange(loggingEvents);
            _batches.Add(loggingEvents.Length);
        }
    }

    public bool Flush(int millisecondsTimeout)
    {
        Flushes++;
        return OnFlush(millisecondsTimeout);
    }

    public void Close()
    {
        Closes++;
        OnClose?.Invoke();
    }

    private T[] Copy<T>(List<T> list)
    {
        lock (_lock)
        {
            return [.. list];
        }
    }
}
